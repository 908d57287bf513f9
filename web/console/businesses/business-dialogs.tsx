import { useState } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { Choice, CommandDialog, ProposeDialog } from '../command-dialog.tsx'
import { useMode } from '../use-console.ts'
import { type KeyRow, nairaOf, type Standing, type Terms, type WholeBusiness } from './use-business.ts'

type About = Readonly<{ whole: WholeBusiness; onClose: () => void }>

export function SuspendDialog({ whole: { business }, onClose }: About) {
  const mode = useMode()
  return (
    <CommandDialog
      title={`Suspend ${business.name} in ${mode} mode`}
      args={['business', 'suspend', business.link_tag, '--mode', mode]}
      reasonLabel="What happened?"
      reasonHint="Other operators read it, and the audit log keeps it."
      says="It takes effect within five seconds, and you can do it alone: we refuse its requests, clear no more of its transactions, and pay it nothing. Tokens of cleared transactions still leave; freeze the business to stop them too. Two operators let it resume."
      button="Suspend it now"
      isStop
      onClose={onClose}
      onDone={onClose}
    />
  )
}

export function ResumeDialog({ whole: { business }, onClose }: About) {
  const mode = useMode()
  return (
    <ProposeDialog
      title={`Let ${business.name} resume in ${mode} mode`}
      args={['business', 'resume', business.link_tag, '--mode', mode]}
      reasonLabel="What did you find?"
      reasonHint="The other operator reads this before they approve."
      says="Nothing changes when you propose. A second operator approves, and then its requests are accepted again."
      onClose={onClose}
    />
  )
}

export function ExposureDialog({ whole: { business }, onClose }: About) {
  const mode = useMode()
  const [amount, setAmount] = useState(nairaOf(business.exposure_limit_minor))
  return (
    <ProposeDialog
      title={`Exposure limit of ${business.name}`}
      args={['cap', business.link_tag, '--mode', mode, '--amount', amount]}
      isReady={amount.trim() !== ''}
      reasonHint="The other operator reads this before they approve."
      says="Nothing changes when you propose. A second operator approves, and then payments within the limit are delivered before they are safe from a recall."
      onClose={onClose}
    >
      <Field
        label="Exposure limit, in naira"
        required
        inputMode="decimal"
        value={amount}
        hint="0 to risk nothing."
        onChange={(event) => setAmount(event.target.value)}
      />
    </ProposeDialog>
  )
}

/** The terms that operators change often. Each is an option of the command, and is sent only if it differs from what is true now. */
const fields = [
  { option: '--fee-flat', label: 'Fee, flat part', term: 'fee_flat_minor', mayBeNone: false },
  { option: '--fee-bps', label: 'Fee, basis points', term: 'fee_bps', mayBeNone: false },
  { option: '--fee-cap', label: 'Fee, at most', term: 'fee_cap_minor', mayBeNone: true },
  { option: '--daily-limit', label: 'Daily limit', term: 'daily_limit_minor', mayBeNone: true },
  {
    option: '--velocity-hour',
    label: 'Hourly, without review',
    term: 'velocity_hour_minor',
    mayBeNone: true,
  },
  { option: '--tolerance', label: 'A payment may differ by', term: 'tolerance_minor', mayBeNone: false },
] as const
type Option = (typeof fields)[number]['option']
type Typed = Readonly<Record<Option, string>>

function typedOf(terms: Terms): Typed {
  const entries = fields.map(({ option, term }) => {
    const value = terms[term]
    return [option, value === null ? 'none' : term === 'fee_bps' ? value : nairaOf(value)] as const
  })
  return Object.fromEntries(entries) as Typed
}

function TermsFields({
  typed,
  set,
}: Readonly<{ typed: Typed; set: (option: Option, value: string) => void }>) {
  return (
    <div className="grid gap-3 middle:grid-cols-2">
      {fields.map(({ option, label, mayBeNone }) => (
        <Field
          key={option}
          label={label}
          required
          value={typed[option]}
          hint={option === '--fee-bps' ? '50 is half a per cent.' : mayBeNone ? 'Naira, or none.' : 'Naira.'}
          onChange={(event) => set(option, event.target.value)}
        />
      ))}
    </div>
  )
}

export function TermsDialog({ whole: { business, terms }, onClose }: About) {
  const mode = useMode()
  const before = typedOf(terms)
  const [typed, setTyped] = useState(before)
  const changed = fields.filter(({ option }) => typed[option].trim() !== before[option])
  return (
    <ProposeDialog
      title={`Terms of ${business.name} in ${mode} mode`}
      args={[
        'business',
        'terms',
        business.link_tag,
        '--mode',
        mode,
        ...changed.flatMap(({ option }) => [option, typed[option].trim().replaceAll(',', '')]),
      ]}
      isReady={changed.length > 0}
      reasonHint="The other operator reads this before they approve."
      says={
        changed.length === 0
          ? 'Change a term first. The others stay as they are.'
          : 'Nothing changes when you propose. A second operator approves, and every process knows the new terms within five seconds.'
      }
      onClose={onClose}
    >
      <TermsFields typed={typed} set={(option, value) => setTyped((now) => ({ ...now, [option]: value }))} />
    </ProposeDialog>
  )
}

export function GoLiveDialog({ whole: { business, go_live: file, terms }, onClose }: About) {
  const [tier, setTier] = useState('1')
  const [exposure, setExposure] = useState('0')
  const [typed, setTyped] = useState(typedOf(terms))
  return (
    <ProposeDialog
      title={`Let ${business.name} go live`}
      args={[
        'go-live',
        'approve',
        business.link_tag,
        '--file',
        file.file ?? '',
        '--tier',
        tier,
        '--exposure-cap',
        exposure.replaceAll(',', ''),
        ...fields.flatMap(({ option }) => [option, typed[option].trim().replaceAll(',', '')]),
      ]}
      caseMode="live"
      isReady={exposure.trim() !== ''}
      reasonLabel="Who checked the business, and how?"
      says="Nothing changes when you propose. A second operator reads the same file and approves. Then it may ask for live keys."
      onClose={onClose}
    >
      <div className="grid gap-3 middle:grid-cols-2">
        <Choice
          label="Tier"
          value={tier}
          options={[
            ['1', 'Tier 1'],
            ['2', 'Tier 2'],
            ['3', 'Tier 3'],
          ]}
          onChange={setTier}
        />
        <Field
          label="Exposure limit"
          required
          value={exposure}
          hint="Naira that we risk at most for this business; 0 for none."
          onChange={(event) => setExposure(event.target.value)}
        />
      </div>
      <TermsFields typed={typed} set={(option, value) => setTyped((now) => ({ ...now, [option]: value }))} />
    </ProposeDialog>
  )
}

/** The items of the file, as the command names them. */
const items: ReadonlyArray<readonly [string, string]> = [
  ['company', 'Company'],
  ['people', 'Directors and owners'],
  ['documents', 'Documents'],
  ['account', 'Bank account'],
  ['volumes', 'Expected volumes'],
  ['agreement', 'Agreement'],
  ['consent', "Vendor's consent"],
]

export function RefuseFileDialog({ whole: { business, go_live: file }, onClose }: About) {
  const [item, setItem] = useState('documents')
  return (
    <CommandDialog
      title={`Refuse the file of ${business.name}`}
      args={['go-live', 'refuse', business.link_tag, '--file', file.file ?? '']}
      withReason={(words) => ['--fix', `${item}=${words}`]}
      reasonLabel="What must the business fix?"
      reasonHint="We mail it to its owners in these words."
      says="It takes effect at once, and you can do it alone. The business can submit again."
      button="Refuse the file"
      isStop
      onClose={onClose}
      onDone={onClose}
    >
      <Choice label="In which item?" value={item} options={items} onChange={setItem} />
    </CommandDialog>
  )
}

export function RevokeDialog({ apiKey, onClose }: Readonly<{ apiKey: KeyRow; onClose: () => void }>) {
  return (
    <CommandDialog
      title={`Revoke ${apiKey.label === '' ? 'a key without a label' : `the key “${apiKey.label}”`}`}
      args={['key', 'revoke', apiKey.key_id]}
      reasonLabel="What happened?"
      says="Requests with it are rejected everywhere within five seconds, and webhook endpoints that it opened are paused. You can do it alone. It cannot be undone: the business asks for another key."
      button="Revoke the key now"
      isStop
      onClose={onClose}
      onDone={onClose}
    />
  )
}

export function EndStandingDialog({
  standing,
  onClose,
}: Readonly<{ standing: Standing; onClose: () => void }>) {
  return (
    <CommandDialog
      title="End a standing approval"
      args={['standing', 'end', standing.case_id]}
      says="It takes effect at once, and you can do it alone. Two operators decide these cases from then on."
      button="End it now"
      isStop
      onClose={onClose}
      onDone={onClose}
    />
  )
}
