import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, KeyRound } from 'lucide-react'
import { dateOf, dayOf } from '../../shared/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Freshness } from '../parts.tsx'
import { useMode, useOperator } from '../use-console.ts'
import { ClosesPanel } from './closes-panel.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ScopesPanel } from './scopes-panel.tsx'
import { SealsPanel } from './seals-panel.tsx'
import { SignOffDialog } from './sign-off-dialog.tsx'
import { TamperingPanel } from './tampering-panel.tsx'
import { type Books, noonOf, toSign, useBooks } from './use-books.ts'

/** Whether the books agree with banks, vendors, chains and themselves, and which days are closed and signed off. */
export function BooksPage() {
  const { data, error } = useBooks()
  const mode = useMode()
  const navigate = useNavigate()
  const { roles } = useOperator()
  const { do: doing, day } = useSearch({ from: '/$mode/books' })
  const show = (search: Readonly<{ do?: 'export' | 'sign'; day?: string }>) =>
    void navigate({ to: '/$mode/books', params: { mode }, search })
  if (error !== null && data === undefined) return <Problem>{error.message}</Problem>
  if (data === undefined) return <Skeleton rows={8} />
  const [next] = toSign(data.closes)
  const maySign = roles.includes('treasury') || roles.includes('administrator')
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 grow basis-80 text-title font-semibold tracking-tight">{sentenceOf(data)}</h1>
        <Freshness />
        <Button className="grow middle:grow-0" onClick={() => show({ do: 'export' })}>
          <Download size={16} aria-hidden />
          Export…
        </Button>
        {next !== undefined && maySign && (
          <Button
            look="primary"
            className="grow middle:grow-0"
            onClick={() => show({ do: 'sign', day: next.day })}
          >
            <KeyRound size={16} aria-hidden />
            Sign off {dateOf(noonOf(next.day))}…
          </Button>
        )}
      </div>
      {error !== null && <Problem>{error.message}</Problem>}
      {data.tampering.since !== null && (
        <TamperingPanel tampering={data.tampering} since={data.tampering.since} />
      )}
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_376px]">
        <ScopesPanel scopes={data.scopes} />
        <div className="grid min-w-0 gap-4">
          <ClosesPanel books={data} />
          <SealsPanel seals={data.seals} isTampered={data.tampering.since !== null} />
        </div>
      </div>
      {doing === 'export' && <ExportDialog today={data.today} onClose={() => show({})} />}
      {doing === 'sign' && day !== undefined && <SignOffDialog day={day} onClose={() => show({})} />}
    </div>
  )
}

/** What is true of the books, the worst first. */
function sentenceOf({ scopes, tampering, closes, unclosed }: Books): string {
  const differing = scopes.filter(({ kind, state }) => kind !== 'ledger' && state !== 'agrees')
  const waiting = toSign(closes)
  const [first] = waiting
  const parts = [
    tampering.since !== null && 'Tampering was found.',
    differing.length === 1 && `${differing[0]?.title} differs.`,
    differing.length > 1 && `${differing.length} comparisons differ.`,
    unclosed.length === 1 && `${dayOf(noonOf(unclosed[0] ?? ''))} is not closed.`,
    unclosed.length > 1 && `${unclosed.length} days are not closed.`,
  ].filter((part) => part !== false)
  const start = parts.length === 0 ? 'Everything agrees.' : parts.join(' ')
  const end =
    waiting.length > 1
      ? `${waiting.length} days wait for a sign-off.`
      : first !== undefined
        ? `${dayOf(noonOf(first.day))} waits for a sign-off.`
        : closes.length === 0
          ? 'No day has ended yet.'
          : 'Every closed day is signed off.'
  return `${start} ${end}`
}
