import type { Books } from '@afara/stack/demo/demo-state.ts'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Money } from '../shared/ui/money.tsx'
import { Panel } from '../shared/ui/panel.tsx'
import { clockTime } from './clock-time.ts'

const head = 'h-8 border-b text-left text-caption font-medium text-muted'

/** Our ledger on the left, what the bank and the chain say beside it. */
export function BooksPane({ books, isMoving }: Readonly<{ books: Books | null; isMoving: boolean }>) {
  if (books === null)
    return (
      <Panel className="h-[476px] wide:h-[468px]">
        <p className="p-4 text-muted">Reading the ledger…</p>
      </Panel>
    )
  const isBalanced = books.debitKobo === books.creditKobo
  return (
    <Panel className="h-[476px] wide:h-[468px]">
      <table className="w-full shrink-0">
        <thead>
          <tr className={head}>
            <th className="pl-4 font-medium">Since the start</th>
            <th className="text-right font-medium">Our books</th>
            <th className="pr-4 text-right font-medium">Bank or chain says</th>
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
      <div className="min-h-0 flex-1 overflow-y-auto">
        <table className="w-full table-fixed">
          <thead className="sticky top-0 bg-surface">
            <tr className={head}>
              <th className="w-[76px] pl-4 font-medium">Entry</th>
              <th className="font-medium">Debit</th>
              <th className="font-medium">Credit</th>
              <th className="w-[112px] pr-4 text-right font-medium">Amount</th>
            </tr>
          </thead>
          <tbody>
            {books.entries.map(({ id, at, debit, credit, kobo, unit }) => (
              <tr key={id} className="h-7">
                <td className="pr-2 pl-4 text-caption text-muted">{clockTime(at)}</td>
                <td className="truncate pr-2">{debit}</td>
                <td className="truncate pr-2">{credit}</td>
                <td className="pr-4 text-right">
                  <Money kobo={kobo} unit={unit} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {books.entries.length === 0 && <p className="p-4 text-muted">No entries yet. Press Pay.</p>}
      </div>
      <p className="flex h-9 shrink-0 items-center justify-between gap-3 border-t bg-sunken px-4 text-caption">
        <span className="truncate text-muted">
          All debits <Money kobo={books.debitKobo} /> {isBalanced ? '=' : '≠'} all credits
        </span>
        <b className={joinClasses('font-semibold', isBalanced ? 'text-good' : 'text-bad')}>
          {isBalanced ? 'Balanced ✓' : 'Not balanced'}
        </b>
      </p>
    </Panel>
  )
}

type OutsideProps = Readonly<{ ours: string; outside: string | null; unit: '₦' | ''; isMoving: boolean }>

/** A difference is normal while money moves. It is red only when nothing does. */
function Outside({ ours, outside, unit, isMoving }: OutsideProps) {
  if (outside === null) return <span className="text-faint">–</span>
  const isSame = ours === outside
  return (
    <span className={joinClasses(!isSame && (isMoving ? 'text-muted' : 'font-semibold text-bad'))}>
      <Money kobo={outside} unit={unit} />
      <span
        className={joinClasses('ml-1.5 inline-block w-3', isSame && 'text-good')}
        aria-label={isSame ? 'the same' : 'not the same yet'}
      >
        {isSame ? '✓' : '…'}
      </span>
    </span>
  )
}
