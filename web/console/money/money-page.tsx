import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeftRight, FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Freshness } from '../parts.tsx'
import { useMode } from '../use-console.ts'
import { AccountsPanel, LanesPanel, PayoutAccountsPanel } from './account-panels.tsx'
import { FloatsPanel } from './floats-panel.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { MovesPanel, OwedPanel, ReturnsPanel, SuspensePanel } from './owed-panels.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'
import { type Money, type Place, useMoney } from './use-money.ts'

/** Our own money: how long it lasts, where it is, who owes us and whom we owe. A statement can be dropped anywhere on the page. */
export function MoneyPage() {
  const { data, error } = useMoney()
  const mode = useMode()
  const navigate = useNavigate()
  const { do: doing } = useSearch({ from: '/$mode/money' })
  const [dropped, setDropped] = useState<File>()
  const [topUp, setTopUp] = useState<Place>()
  const [isOver, setIsOver] = useState(false)
  const show = (what: 'import' | 'move' | undefined) =>
    void navigate({ to: '/$mode/money', params: { mode }, search: what === undefined ? {} : { do: what } })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file === undefined) return
    setDropped(file)
    show('import')
  }
  if (error !== null && data === undefined) return <Problem>{error.message}</Problem>
  if (data === undefined) return <Skeleton rows={8} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can also be chosen with the button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="grid gap-4"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 grow basis-60 text-title font-semibold tracking-tight">{sentenceOf(data)}</h1>
        <Freshness />
        <Button onClick={() => show('move')}>
          <ArrowLeftRight size={16} aria-hidden />
          Move money…
        </Button>
        <Button look="primary" onClick={() => show('import')}>
          <FileUp size={16} aria-hidden />
          Import a statement…
        </Button>
      </div>
      {error !== null && <Problem>{error.message}</Problem>}
      {isOver && (
        <p className="rounded-panel border-2 border-dashed border-brand bg-brand-soft px-4 py-3 text-center text-body font-medium">
          Drop the statement. You see what it says before anything is recorded.
        </p>
      )}
      <FloatsPanel places={data.places} topUp={setTopUp} />
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <PayoutAccountsPanel accounts={data.payout_accounts} />
          <LanesPanel lanes={data.lanes} />
          <AccountsPanel accounts={data.accounts} places={data.places} />
        </div>
        <div className="grid min-w-0 gap-4">
          <SuspensePanel suspense={data.suspense} />
          <ReturnsPanel returns={data.returns} />
          <OwedPanel debts={data.business_debts} vendors={data.vendors} />
          <MovesPanel moves={data.moves} />
        </div>
      </div>
      {doing === 'import' && (
        <ImportDialog
          dropped={dropped}
          onClose={() => {
            setDropped(undefined)
            show(undefined)
          }}
        />
      )}
      {doing === 'move' && <MoveDialog money={data} onClose={() => show(undefined)} />}
      {topUp !== undefined && <TopUpDialog place={topUp} onClose={() => setTopUp(undefined)} />}
    </div>
  )
}

/** What needs somebody, in one sentence. */
function sentenceOf({ places, returns, suspense }: Money): string {
  const low = places.filter(({ is_low: isLow }) => isLow)
  const old = suspense.filter(({ age }) => age === 'week' || age === 'older')
  const parts = [
    low.length > 0 &&
      `${low.map(({ place }) => place.split(':').slice(1).join(' ')).join(' and ')} runs short`,
    returns.length > 0 && `${returns.length} ${returns.length === 1 ? 'return is' : 'returns are'} due`,
    old.length > 0 && 'money waits in suspense for more than a day',
  ].filter((part) => part !== false)
  if (parts.length === 0) return 'Our money lasts, and nothing is due.'
  const text = parts.join(', and ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
