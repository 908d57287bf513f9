import { Money } from '../../shared/ui/money.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { Scroller } from '../../shared/ui/scroller.tsx'
import { isPast, koboOf } from '../words.ts'
import { groupedAccount } from './order-words.ts'
import type { CheckedRow, Row } from './use-payments.ts'

const head = 'sticky top-0 z-1 bg-sunken px-3 py-2 text-left font-medium max-middle:pl-4 first:pl-4 last:pr-4'
const cell = 'border-b px-3 py-2 align-top max-middle:pl-4 first:pl-4 last:pr-4'

/** Each row with the name from the bank. Wrong rows come first, so that nobody searches for them. */
export function PreviewTable({
  rows,
  checked,
}: Readonly<{ rows: readonly Row[]; checked: readonly CheckedRow[] }>) {
  const all = rows.map((row, place) => ({ row, place, one: checked[place] }))
  const wrongFirst = [
    ...all.filter(({ one }) => (one?.problems.length ?? 0) > 0),
    ...all.filter(({ one }) => (one?.problems.length ?? 0) === 0),
  ]
  return (
    <Scroller name="Payments" className="max-h-[60dvh] overflow-x-auto">
      <table className="w-full text-small">
        <thead className="text-caption text-muted">
          <tr>
            <th className={`${head} hidden middle:table-cell`}>Row</th>
            <th className={head}>Pays</th>
            <th className={`${head} hidden middle:table-cell`}>Reference</th>
            <th className={`${head} text-right`}>Amount</th>
          </tr>
        </thead>
        <tbody>
          {wrongFirst.map(({ row, place, one }) => (
            <tr key={place}>
              <td className={`${cell} hidden text-muted middle:table-cell`}>{place + 1}</td>
              <td className={cell}>
                <Payee row={row} one={one} same={sameAs(rows, place)} />
              </td>
              <td className={`${cell} hidden font-mono text-caption middle:table-cell`}>{row.reference}</td>
              <td className={`${cell} text-right font-medium`}>
                {one?.amount === null || one === undefined ? row.amount : <Money kobo={koboOf(one.amount)} />}
                {one?.fee !== null && one !== undefined && one.fee !== '0' && (
                  <span className="block text-caption font-normal text-muted">
                    with a fee of <Money kobo={koboOf(one.fee)} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function Payee({
  row,
  one,
  same,
}: Readonly<{ row: Row; one: CheckedRow | undefined; same: number | undefined }>) {
  return (
    <>
      <span className="block font-medium">
        {one === undefined ? 'Asking the bank…' : (one.account_name ?? 'No name')}
      </span>
      <span className="block text-caption text-muted">
        {groupedAccount(row.account_number)} · {one?.bank_name ?? row.bank}
        {row.note !== '' && <span className="max-middle:hidden"> · {row.note}</span>}
      </span>
      {one?.problems.map(({ field, message }) => (
        <span key={`${field} ${message}`} className="mt-1 block text-caption text-bad">
          {message}
        </span>
      ))}
      {one !== undefined && one.problems.length === 0 && (
        <span className="mt-1 flex flex-wrap gap-1">
          {(one.is_new || (one.settled_at !== null && !isPast(one.settled_at))) && (
            <Pill tone="warn">New account</Pill>
          )}
          {same !== undefined && <Pill tone="warn">{`Same account and amount as row ${same}`}</Pill>}
        </span>
      )}
    </>
  )
}

/** The number of an earlier row that pays the same amount to the same account. */
function sameAs(rows: readonly Row[], place: number): number | undefined {
  const here = rows[place]
  const first = rows.findIndex(
    (row) => row.account_number === here?.account_number && row.amount === here.amount,
  )
  return first < place ? first + 1 : undefined
}
