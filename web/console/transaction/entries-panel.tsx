import { clockOf } from '../../shared/times.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import type { Entry } from './use-transaction.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12})/

/** Owners are shortened to their last digits: the full ids are elsewhere on the page. */
const accountOf = (text: string) => text.replace(uuid, (_all, end: string) => `…${end.slice(-4)}`)

/** The ledger of the transaction, debit first. */
export function EntriesPanel({ entries }: Readonly<{ entries: readonly Entry[] }>) {
  return (
    <Panel title="Ledger" aside={entries.length === 0 ? undefined : `${entries.length} postings`}>
      {entries.length === 0 ? (
        <EmptyState>Nothing is posted yet. The first naira or token that arrives is.</EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, keys do not scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section aria-label="Postings" tabIndex={0} className="overflow-x-auto -outline-offset-2">
          <table className="w-full min-w-140 text-small">
            <thead className="text-left text-caption text-muted">
              <tr className="h-8 border-b">
                <th className="px-4 font-medium">When</th>
                <th className="px-2 font-medium">Why</th>
                <th className="px-2 font-medium">Debit</th>
                <th className="px-2 font-medium">Credit</th>
                <th className="px-4 text-right font-medium">Amount</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr
                  key={`${entry.at} ${entry.step} ${entry.debit} ${entry.credit} ${entry.asset} ${entry.amount}`}
                  className="h-8 border-b last:border-b-0"
                >
                  <td className="px-4 text-caption text-muted">{clockOf(entry.at)}</td>
                  <td className="px-2">{entry.step.replaceAll('_', ' ')}</td>
                  <td className="px-2 font-mono text-caption">{accountOf(entry.debit)}</td>
                  <td className="px-2 font-mono text-caption">{accountOf(entry.credit)}</td>
                  <td className="px-4 text-right whitespace-nowrap">
                    <span className="text-caption text-muted">{entry.asset}</span> {grouped(entry)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  )
}

/** Naira and tokens always have their kobo. Coins of a network have as many decimals as they need. */
function grouped({ asset, amount }: Entry): string {
  const [whole = '', decimals] = amount.split('.')
  const part = asset.startsWith('NGN') ? (decimals ?? '').padEnd(2, '0') : decimals
  const shown = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return part === undefined ? shown : `${shown}.${part}`
}
