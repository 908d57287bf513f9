import { type FormEvent, useState } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { amountOf } from '../words.ts'
import { SaveRow } from './save-row.tsx'
import { type FormProps, useGoLiveRequest } from './use-go-live.ts'

const form = 'flex flex-col gap-4'

/** Sends an item when its form is submitted, then closes the form. */
function useForm({ tenant, close }: FormProps, bodyOf: () => object) {
  const save = useGoLiveRequest(tenant)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(bodyOf(), { onSuccess: close })
  }
  return { submit, row: { isPending: save.isPending, error: save.error } }
}

export function CompanyForm(props: FormProps) {
  const { company } = props.file
  const [legalName, setLegalName] = useState(company?.legal_name ?? '')
  const [number, setNumber] = useState(company?.rc_number ?? '')
  const { submit, row } = useForm(props, () => ({ company: { legal_name: legalName, rc_number: number } }))
  return (
    <form onSubmit={submit} className={form}>
      <Field
        label="Legal name"
        required
        maxLength={200}
        autoComplete="organization"
        hint="As on your certificate of incorporation. Your bank account must carry it too."
        value={legalName}
        onChange={(event) => setLegalName(event.target.value)}
      />
      <Field
        label="Registration number"
        required
        maxLength={20}
        spellCheck={false}
        placeholder="RC1234567"
        hint="RC, BN or IT and the digits, from the Corporate Affairs Commission."
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <SaveRow name="Save company" {...row} />
    </form>
  )
}

export function VolumesForm(props: FormProps) {
  const { volumes } = props.file
  const [monthly, setMonthly] = useState(volumes?.monthly_volume ?? '')
  const [largest, setLargest] = useState(volumes?.largest_payment ?? '')
  const { submit, row } = useForm(props, () => ({
    volumes: { monthly_volume: amountOf(monthly), largest_payment: amountOf(largest) },
  }))
  return (
    <form onSubmit={submit} className={form}>
      <Field
        label="Naira in a month"
        required
        inputMode="decimal"
        placeholder="50,000,000"
        hint="What you expect to move in both directions together. An estimate is enough."
        value={monthly}
        onChange={(event) => setMonthly(event.target.value)}
      />
      <Field
        label="Largest payment"
        required
        inputMode="decimal"
        placeholder="2,500,000"
        hint="The largest single payment that you expect. We set your limits from these two figures."
        value={largest}
        onChange={(event) => setLargest(event.target.value)}
      />
      <SaveRow name="Save volumes" {...row} />
    </form>
  )
}

const promises = [
  'You own the money that you move, or your customers gave it to you for this purpose.',
  'You know who your customers are, and show us within two days if we ask.',
  'You use Afara for no trade that Nigerian law forbids, and for nobody on a sanctions list.',
  'You tell us before an owner, a director or your bank account changes.',
  'We may stop a payment, a key or your account while we check something. We tell you why unless the law forbids it.',
]

export function AgreementForm(props: FormProps) {
  const version = props.file.agreement_version
  const [isRead, setIsRead] = useState(props.file.agreement?.version === version)
  const { submit, row } = useForm(props, () => ({ agreement_version: version }))
  return (
    <form onSubmit={submit} className={form}>
      <ol className="flex list-decimal flex-col gap-2 rounded-small bg-sunken py-3 pr-4 pl-8 text-small">
        {promises.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ol>
      <label className="flex min-h-11 items-center gap-3 text-small">
        <input
          type="checkbox"
          required
          className="size-5 shrink-0 accent-brand"
          checked={isRead}
          onChange={(event) => setIsRead(event.target.checked)}
        />
        I may sign for this business, and it accepts the agreement of {version}.
      </label>
      <SaveRow name="Accept agreement" {...row} />
    </form>
  )
}

export function ConsentForm(props: FormProps) {
  const { consent } = props.file
  const [vendor, setVendor] = useState(consent?.vendor ?? '')
  const [reference, setReference] = useState(consent?.reference ?? '')
  const { submit, row } = useForm(props, () => ({ consent: { vendor, reference } }))
  return (
    <form onSubmit={submit} className={form}>
      <p className="text-small text-muted">
        The vendor that holds the accounts into which your customers pay must agree that Afara moves this
        money. Ask it for a letter or a mail, and keep it: we ask for it when we check your business.
      </p>
      <Field
        label="Vendor"
        required
        maxLength={100}
        placeholder="Paystack"
        value={vendor}
        onChange={(event) => setVendor(event.target.value)}
      />
      <Field
        label="Reference of its consent"
        required
        maxLength={100}
        placeholder="PSK/2026/118"
        hint="What the letter or mail is called, so that both sides can find it."
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      <SaveRow name="Save consent" {...row} />
    </form>
  )
}
