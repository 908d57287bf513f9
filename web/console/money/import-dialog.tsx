import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { askPeople, sayProblem } from '../../shared/ask.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import { caseIn } from '../command-dialog.tsx'
import { Amount } from '../parts.tsx'
import { contentOf, runCommand } from '../run-command.ts'
import { useMode, useRefresh } from '../use-console.ts'
import type { Statement } from './use-money.ts'

type Read = Readonly<{ name: string; content: string; statement: Statement }>

/** Imports a statement in two steps: what the file says beside what we have, then the import, which another operator confirms. */
export function ImportDialog({
  dropped,
  onClose,
}: Readonly<{ dropped: File | undefined; onClose: () => void }>) {
  const mode = useMode()
  const [read, setRead] = useState<Read>()
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<readonly string[]>()
  const show = useCallback(
    async (file: File) =>
      readStatement(mode, file).then(setRead, (error: unknown) => setProblem(sayProblem(error as Error))),
    [mode],
  )
  useEffect(() => {
    if (dropped !== undefined) void show(dropped)
  }, [dropped, show])
  const choose = (file: File) => {
    setProblem(undefined)
    setRead(undefined)
    void show(file)
  }
  return (
    <Dialog title="Import a statement" onClose={onClose}>
      <div className="grid gap-4">
        {done === undefined && (
          <label className="flex min-h-20 cursor-pointer flex-col items-center justify-center gap-1 rounded-panel border-2 border-dashed border-border-strong px-4 py-3 text-center text-small hover:bg-sunken focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brand">
            <span className="font-medium">{read?.name ?? 'Choose the file of the bank'}</span>
            <span className="text-caption text-muted">
              Or drop it on the page. GTB, Zenith, Sterling, OPay, UBA, Access or MT940.
            </span>
            <input
              type="file"
              className="sr-only"
              aria-label="The file of the bank"
              onChange={(event) => {
                const file = event.target.files?.[0]
                if (file !== undefined) choose(file)
              }}
            />
          </label>
        )}
        {problem !== undefined && <Problem>{problem}</Problem>}
        {read !== undefined && done === undefined && <Preview read={read} onDone={setDone} />}
        {done !== undefined && <Result output={done} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

/** Asks what a file says. Nothing is recorded. */
async function readStatement(mode: string, file: File): Promise<Read> {
  const content = await contentOf(file)
  const statement = await askPeople<Statement>(`/console/v1/${mode}/statements/preview`, { content })
  return { name: file.name, content, statement }
}

function Preview({ read, onDone }: Readonly<{ read: Read; onDone: (output: readonly string[]) => void }>) {
  const { statement, name, content } = read
  const { account } = statement
  const refresh = useRefresh()
  const [reason, setReason] = useState('The statement of this period')
  const [from, setFrom] = useState(statement.from ?? '')
  const [to, setTo] = useState(statement.to ?? '')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const needsDays = statement.from === null || statement.are_days_doubtful
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    setProblem(undefined)
    try {
      const days = needsDays ? ['--from', from, '--to', to] : []
      const args = ['import', account.account_id, name, '--profile', statement.profile, ...days]
      const output = await runCommand([...args, '--reason', reason], { files: { [name]: content } })
      await refresh('cases', 'money')
      onDone(output)
    } catch (error) {
      setProblem(sayProblem(error as Error))
      setIsSending(false)
    }
  }
  const rows = [
    ['Opening balance', statement.opening_minor, undefined, undefined],
    ['Credits', statement.credits.amount_minor, statement.credits.count, statement.recorded_credits],
    ['Debits', statement.debits.amount_minor, statement.debits.count, statement.recorded_debits],
    ['Closing balance', statement.closing_minor, undefined, undefined],
  ] as const
  return (
    <form className="grid gap-4" onSubmit={(event) => void send(event)}>
      <div className="text-small">
        <p className="font-medium">
          {account.number}, {account.bank}
          {statement.from !== null &&
            `, ${statement.from === statement.to ? statement.from : `${statement.from} to ${statement.to}`}`}
        </p>
        <p className="text-caption text-muted">The rows add up. Nothing is recorded yet.</p>
      </div>
      <table className="w-full text-small">
        <thead className="text-caption text-muted">
          <tr className="h-8 border-b">
            <th className="text-left font-medium">{statement.profile}</th>
            <th className="text-right font-medium">The file says</th>
            <th className="text-right font-medium">We have</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, minor, count, recorded]) => (
            <tr key={title} className="h-8 border-b last:border-b-0">
              <th scope="row" className="text-left font-normal">
                {title}
                {count !== undefined && <span className="text-caption text-muted"> {count}</span>}
              </th>
              <td className="text-right">
                <Amount minor={minor} />
              </td>
              <td className="text-right text-muted">
                {recorded === undefined || recorded === null ? (
                  ''
                ) : (
                  <>
                    <span className="text-caption">{recorded.count}</span>{' '}
                    <Amount minor={recorded.amount_minor} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {statement.unreadable !== '0' && (
        <p className="text-small text-warn">
          {statement.unreadable} rows are set aside. Each becomes a case that a person reads.
        </p>
      )}
      {needsDays && (
        <div className="grid gap-4 middle:grid-cols-2">
          <Field
            label="First day"
            type="date"
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <Field
            label="Last day"
            type="date"
            required
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
      )}
      <Field
        label="Why?"
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <p className="text-small text-muted">
        New credits wait until another operator has compared the statement with the bank. Rows that we have
        are not booked twice.
      </p>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <Button
        type="submit"
        look="primary"
        className="h-12 middle:h-10"
        disabled={isSending || reason.trim() === ''}
      >
        <KeyRound size={16} aria-hidden />
        Import the statement
      </Button>
    </form>
  )
}

function Result({ output, onClose }: Readonly<{ output: readonly string[]; onClose: () => void }>) {
  const mode = useMode()
  const navigate = useNavigate()
  const id = caseIn(output)
  return (
    <div className="grid gap-4">
      <p className="text-body font-medium">The statement is imported.</p>
      <ul className="grid gap-1 text-small text-muted">
        {output
          .filter((line) => !/npx afara/.test(line))
          .slice(0, 12)
          .map((line) => (
            <li key={line} className="wrap-anywhere">
              {line.trim()}
            </li>
          ))}
      </ul>
      <div className="flex gap-2">
        {id !== undefined && (
          <Button
            look="primary"
            onClick={() => void navigate({ to: '/$mode/cases/$case', params: { mode, case: id } })}
          >
            Open its case
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}
