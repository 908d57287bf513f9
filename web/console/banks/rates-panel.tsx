import { wordsOf } from '../../shared/status-words.ts'
import { untilOf } from '../../shared/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Scroller } from '../../shared/ui/scroller.tsx'
import { Age } from '../parts.tsx'
import type { PairRate, Rates } from './use-banks.ts'

const cell = 'h-9 px-2 first:pl-4 last:pr-4'

/** The last decision about each pair: published, held, or set by hand. */
export function PairsPanel({ rates, set }: Readonly<{ rates: Rates; set: (pair: PairRate) => void }>) {
  const expired = rates.tables.some(({ is_expired: isExpired }) => isExpired)
  return (
    <Panel title="Rates" aside="the same in test and live">
      {expired && (
        <p className="border-b bg-bad-soft px-4 py-2 text-small text-bad">
          A published table has expired: callers get 503. Set the rate that is held.
        </p>
      )}
      {rates.pairs.length === 0 && (
        <EmptyState>There is no rate yet. The rates worker reads its sources every minute.</EmptyState>
      )}
      {rates.pairs.length > 0 && (
        <Scroller name="Rates" className="overflow-x-auto">
          <table className="w-full text-small">
            <thead>
              <tr className="text-left text-caption text-muted [&>th]:h-8 [&>th]:border-b [&>th]:px-2 [&>th]:font-medium [&>th]:first:pl-4 [&>th]:last:pr-4">
                <th>Pair</th>
                <th>State</th>
                <th className="text-right">Bid</th>
                <th className="text-right">Ask</th>
                <th>From</th>
                <th className="text-right">Decided</th>
                <th>
                  <span className="sr-only">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rates.pairs.map((pair) => (
                <PairRow key={pair.pair} pair={pair} set={set} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </Panel>
  )
}

function PairRow({ pair, set }: Readonly<{ pair: PairRate; set: (pair: PairRate) => void }>) {
  const dropped = pair.dropped.map(({ source, reason }) => `${wordsOf(source)}: ${reason}`).join('; ')
  return (
    <tr className="border-t first:border-t-0 hover:bg-sunken/55">
      <th scope="row" className={joinClasses(cell, 'text-left font-medium whitespace-nowrap')}>
        {pair.pair}
      </th>
      <td className={cell}>
        {pair.held_because === null ? (
          <Pill tone={pair.set_until === null ? 'good' : 'info'}>
            {pair.set_until === null ? 'Published' : 'Set by hand'}
          </Pill>
        ) : (
          <Pill tone="warn">Held</Pill>
        )}
      </td>
      <td className={joinClasses(cell, 'text-right whitespace-nowrap')}>{pair.bid ?? '—'}</td>
      <td className={joinClasses(cell, 'text-right whitespace-nowrap')}>{pair.ask ?? '—'}</td>
      <td className={joinClasses(cell, 'max-w-80 text-caption text-muted')}>
        {pair.held_because ?? pair.used.map(wordsOf).join(', ')}
        {pair.set_until !== null && `, until ${untilOf(pair.set_until)}`}
        {dropped !== '' && <span className="block text-warn">Dropped {dropped}</span>}
      </td>
      <td className={joinClasses(cell, 'text-right text-caption whitespace-nowrap text-muted')}>
        <Age at={pair.decided_at} isBare />
      </td>
      <td className={joinClasses(cell, 'text-right')}>
        <Button look="quiet" aria-label={`Set ${pair.pair}`} onClick={() => set(pair)}>
          Set…
        </Button>
      </td>
    </tr>
  )
}

/** Who quotes, and when each was last read. */
export function SourcesPanel({ rates }: Readonly<{ rates: Rates }>) {
  return (
    <Panel title="Rate sources">
      {rates.sources.length === 0 && <EmptyState>No source was ever read.</EmptyState>}
      <ul className="text-small">
        {rates.sources.map((one) => (
          <li key={one.source} className="border-t px-4 py-2 first:border-t-0">
            <p className="flex items-center gap-3">
              <span className="min-w-0 grow truncate font-medium">{wordsOf(one.source)}</span>
              <Pill tone={one.failure === null ? 'good' : 'bad'}>
                {one.failure === null ? 'Answers' : 'No answer'}
              </Pill>
            </p>
            <p className="text-caption text-muted">
              Read <Age at={one.read_at} isBare />, {one.quotes === '1' ? '1 quote' : `${one.quotes} quotes`}
              {one.failure !== null && <span className="text-warn">. {one.failure}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What keeps a wrong rate from being published. */
export function GuardsPanel({ rates }: Readonly<{ rates: Rates }>) {
  return (
    <Panel title="Guards">
      <dl className="px-4 text-small">
        {rates.guards.map((one) => (
          <div key={one.name} className="border-b py-2 last:border-b-0">
            <dt className="flex justify-between gap-3 font-medium">
              <span>{one.name}</span>
              <span className="text-right">{one.limit}</span>
            </dt>
            <dd className="text-caption text-muted">{one.beyond}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
