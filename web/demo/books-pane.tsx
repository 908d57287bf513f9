import type { Books } from '@afara/stack/demo/demo-state.ts'
import { useEffect, useState } from 'react'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Money } from '../shared/ui/money.tsx'
import { Panel } from '../shared/ui/panel.tsx'
import { Scroller } from '../shared/ui/scroller.tsx'
import { clockTime } from './clock-time.ts'

const head = 'h-8 border-b text-left text-caption font-medium text-muted'
const READ_WITHIN_MS = 10_000

/** Our ledger on the left, what the bank and the chain say beside it. */
export function BooksPane({ books, isMoving }: Readonly<{ books: Books | null; isMoving: boolean }>) {
  if (books === null)
    return (
      <Panel className="h-[520px] wide:h-[468px]">
        <p className="p-4 text-muted">Reading the ledger…</p>
      </Panel>
    )
  const isBalanced = books.debitKobo === books.creditKobo
  return (
    <Panel className="h-[520px] wide:h-[468px]">
      <table className="w-full shrink-0">
        <thead>
          <tr className={head}>
            <th className="pl-4 font-medium">Since the start</th>
            <th className="text-right font-medium">Our books</th>
            <th className="pr-4 text-right font-medium">Bank or chain</th>
          </tr>
        </thead>
        <tbody>
          {books.balances.map(({ name, unit, ours, outside }) => (
            <tr key={name} className="h-7 border-b">
              <td className="pl-4">{name}</td>
              <td className="text-right">
                <Money kobo={ours} unit={unit} />
              </td>
              <td className="pr-4 text-right">
                <Outside ours={ours} outside={outside} unit={unit} isMoving={isMoving} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Entries entries={books.entries} />
      <p className="flex h-9 shrink-0 items-center justify-between gap-3 border-t bg-sunken px-4 text-caption whitespace-nowrap">
        <span className="text-muted">
          All debits {isBalanced ? '=' : '≠'} all credits: <Money kobo={books.debitKobo} />
        </span>
        <b className={joinClasses('font-semibold', isBalanced ? 'text-good' : 'text-bad')}>
          {isBalanced ? 'Balanced ✓' : 'Not balanced'}
        </b>
      </p>
    </Panel>
  )
}

/** On a phone the two accounts of an entry are below each other, so that no name is cut. */
function Entries({ entries }: Readonly<{ entries: Books['entries'] }>) {
  return (
    <Scroller name="Entries of the ledger">
      <table className="w-full table-fixed">
        <thead className="sticky top-0 bg-surface">
          <tr className={head}>
            <th className="w-[80px] pl-4 font-medium">Entry</th>
            <th className="font-medium">
              Debit<span className="middle:hidden">, credit</span>
            </th>
            <th className="font-medium max-middle:hidden">Credit</th>
            <th className="w-[108px] pr-4 text-right font-medium">Amount</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, at, isNew, debit, credit, kobo, unit }) => (
            <tr key={id} className={joinClasses('h-11 middle:h-7', isNew && 'bg-brand-soft')}>
              <td className="pr-2 pl-4 text-caption text-muted">{clockTime(at)}</td>
              <td className="pr-2 middle:truncate">
                {debit}
                <span className="block text-muted middle:hidden">{credit}</span>
              </td>
              <td className="truncate pr-2 max-middle:hidden">{credit}</td>
              <td className="pr-4 text-right">
                <Money kobo={kobo} unit={unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length === 0 && <p className="p-4 text-muted">No entries yet. Press Pay.</p>}
    </Scroller>
  )
}

type OutsideProps = Readonly<{ ours: string; outside: string | null; unit: '₦' | ''; isMoving: boolean }>

/** The two sides are read at different times, so a difference is red only if it stays while no money moves. */
function Outside({ ours, outside, unit, isMoving }: OutsideProps) {
  const isSame = outside === null || ours === outside
  const isWrong = useLasting(!isSame && !isMoving, READ_WITHIN_MS)
  if (outside === null) return <span className="text-faint">–</span>
  return (
    <span className={joinClasses(isWrong ? 'font-semibold text-bad' : !isSame && 'text-muted')}>
      <Money kobo={outside} unit={unit} />
      <span aria-hidden className={joinClasses('ml-1.5 inline-block w-3', isSame && 'text-good')}>
        {isSame ? '✓' : '…'}
      </span>
      <span className="sr-only">{isSame ? 'the same' : 'not the same yet'}</span>
    </span>
  )
}

/** True once the condition has held for this long. */
function useLasting(isHeld: boolean, ms: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasting(isHeld), isHeld ? ms : 0)
    return () => clearTimeout(timer)
  }, [isHeld, ms])
  return isLasting
}
