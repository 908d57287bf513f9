import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { askApi, type Tenant } from '../ask-api.ts'
import { clockOf, dateOf } from '../words.ts'
import { SaveRow } from './save-row.tsx'
import { type FormProps, type GoLive, useGoLiveRequest } from './use-go-live.ts'

/** Asks the bank at once who owns the account, and shows the name that it answered. */
export function AccountForm({ tenant, file, close }: FormProps) {
  const list = useId()
  // The list of banks is the same in both modes, and live mode is not open yet.
  const inTest: Tenant = { ...tenant, mode: 'test' }
  const banks = useQuery({
    queryKey: ['bank-names', tenant.businessId],
    queryFn: async () =>
      askApi<{ banks: ReadonlyArray<{ code: string; name: string }> }>(inTest, '/banks/v1'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [bank, setBank] = useState(file.account?.bank_name ?? '')
  const [number, setNumber] = useState(file.account?.account_number ?? '')
  const ask = useGoLiveRequest(tenant, '/account')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = ({ account }: GoLive) => account?.name_match === 'match' && close()
    ask.mutate({ bank, account_number: number }, { onSuccess })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-small text-muted">
        Naira that belongs to your business goes to this account. It must carry the legal name, so we ask the
        bank for the name now.
      </p>
      <div className="grid gap-3 middle:grid-cols-2">
        <Field
          label="Bank"
          required
          list={list}
          maxLength={100}
          placeholder="GTBank"
          value={bank}
          onChange={(event) => setBank(event.target.value)}
        />
        <datalist id={list}>
          {banks.data?.banks.map(({ code, name }) => (
            <option key={code}>{name}</option>
          ))}
        </datalist>
        <Field
          label="Account number"
          required
          inputMode="numeric"
          pattern="[0-9]{10}"
          title="Ten digits"
          maxLength={10}
          placeholder="0123456789"
          value={number}
          onChange={(event) => setNumber(event.target.value.replaceAll(/\D/g, ''))}
        />
      </div>
      {file.account !== null && <Answer account={file.account} legalName={file.company?.legal_name} />}
      <SaveRow name="Ask the bank" isPending={ask.isPending} error={ask.error} />
    </form>
  )
}

function Answer({
  account,
  legalName,
}: Readonly<{ account: NonNullable<GoLive['account']>; legalName: string | undefined }>) {
  const isOther = account.name_match === 'different'
  return (
    <output
      className={`block rounded-small px-3 py-2 text-small ${isOther ? 'bg-warn-soft text-warn' : 'bg-sunken'}`}
    >
      <b className="font-semibold">{account.account_name}</b>
      <br />
      {account.bank_name} answered for {account.account_number} on {dateOf(account.answered_at)},{' '}
      {clockOf(account.answered_at)}.
      {isOther && (
        <>
          {' '}
          This is another name than {legalName ?? 'your legal name'}. Give an account of the business, or
          correct the legal name.
        </>
      )}
    </output>
  )
}
