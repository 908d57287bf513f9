import { Download } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { BankAccountFields } from '../bank-account-fields.tsx'
import { useTenant } from '../use-account.ts'
import { accountOf, amountOf } from '../words.ts'
import { newReference, readPayments, TEMPLATE } from './read-file.ts'
import type { Row } from './use-payments.ts'

type Start = (rows: readonly Row[], reference?: string) => void

/** One payment, typed. */
export function OneForm({
  reference,
  start,
  to,
}: Readonly<{ reference: string; start: Start; to: string | undefined }>) {
  const tenant = useTenant()
  const [known = '', knownNumber = ''] = (to ?? '').split('/')
  const [account, setAccount] = useState({ bank: known, number: knownNumber })
  const [amount, setAmount] = useState('')
  const [name, setName] = useState(reference)
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { bank, number } = account
    const row = { bank, account_number: accountOf(number), amount: amountOf(amount), reference: name, note }
    start([row], name)
  }
  return (
    <Panel className="max-w-160">
      <form onSubmit={submit} className="flex flex-col gap-4 p-4">
        <div className="grid gap-4 middle:grid-cols-2">
          <BankAccountFields tenant={tenant} account={account} onChange={setAccount} />
          <Field
            label="Amount in naira"
            required
            inputMode="decimal"
            placeholder="25,000.00"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
          <Field
            label="Reference"
            required
            pattern="[A-Za-z0-9._\-]{1,64}"
            hint="Nothing else of your business may have it, so it is paid once."
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Field
          label="Note"
          maxLength={100}
          hint="For your business alone. No bank sees it."
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" look="primary" className="h-11 middle:h-10 middle:w-48">
          Check the payment
        </Button>
      </form>
    </Panel>
  )
}

/** A file with one payment in each row. */
export function FileForm({ start }: Readonly<{ start: Start }>) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const reference = newReference(file.name)
    const found = await readPayments(file, reference)
    if ('problem' in found) setProblem(found.problem)
    else start(found.rows, reference)
  }
  return (
    <Panel className="max-w-160">
      <div className="flex flex-col gap-4 p-4">
        <label
          htmlFor={id}
          className="relative flex min-h-40 flex-col items-center justify-center gap-2 rounded-panel border border-dashed border-border-strong p-6 text-center focus-within:outline-2 focus-within:outline-brand hover:bg-sunken"
        >
          <span className="text-body font-medium">Choose a CSV file, or drop it here</span>
          <span className="text-small text-muted">At most 1,000 payments.</span>
          {/* It covers the whole box, so that a file can be dropped anywhere in it. */}
          <input
            id={id}
            type="file"
            accept=".csv,text/csv,text/plain"
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => void read(event.target.files?.[0])}
          />
        </label>
        {problem !== undefined && <Problem>{problem}</Problem>}
        <p className="text-small">
          The first row names the columns: <Code>bank</Code>, <Code>account number</Code>, <Code>amount</Code>
          , and if you like <Code>reference</Code> and <Code>note</Code>. A reference is paid once: the same
          file again is refused.
        </p>
        <div>
          <Button asChild>
            <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(TEMPLATE)}`} download="payments.csv">
              <Download size={16} aria-hidden />
              Download an example
            </a>
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function Code({ children }: Readonly<{ children: string }>) {
  return <code className="rounded-small bg-sunken px-1 font-mono text-caption">{children}</code>
}
