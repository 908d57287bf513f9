import { wordsOf } from '../../shared/status-words.ts'
import { untilOf } from '../../shared/times.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Age, Amount, ShortId } from '../parts.tsx'
import { holderOf, type SentEvent, type Whole } from './use-transaction.ts'

/** What the business reads about the transaction. It sees neither our cases nor freezes nor what a sanctions list found. */
export function ToldPanel({ told, business }: Readonly<{ told: Whole['told']; business: string }>) {
  return (
    <Panel title={`What ${business} sees`}>
      <div className="grid gap-1 px-4 py-3 text-small">
        <p className="font-medium">{told.sentence}</p>
        <p className="text-caption text-muted">
          {wordsOf(told.status)}. {holderOf(told.holder)}
          {told.holder === 'in_flight' ? '.' : ' holds the money.'}{' '}
          {told.expected_by === null ? 'Nothing is due.' : `Expected by ${untilOf(told.expected_by)}.`}
        </p>
      </div>
    </Panel>
  )
}

const deliveryTones: Readonly<Record<string, Tone>> = { delivered: 'good', given_up: 'bad', pending: 'info' }

export function SentPanel({ events }: Readonly<{ events: readonly SentEvent[] }>) {
  return (
    <Panel title="Events sent" aside={events.length === 0 ? undefined : String(events.length)}>
      {events.length === 0 && <EmptyState>The business has received no event yet.</EmptyState>}
      <ul className="text-small">
        {events.map((event) => (
          <li key={event.event_id} className="border-t px-4 py-2 first:border-t-0">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{wordsOf(event.status)}</span>
              <ShortId id={event.event_id} />
              <span className="ml-auto text-caption text-muted">
                <Age at={event.at} isBare />
              </span>
            </p>
            {event.deliveries.length === 0 && (
              <p className="text-caption text-muted">In its feed. It has no endpoint.</p>
            )}
            {event.deliveries.map((one) => (
              <p key={one.delivery_id} className="flex items-center gap-2 text-caption text-muted">
                <span className="min-w-0 grow truncate">{one.url}</span>
                <Pill tone={deliveryTones[one.state] ?? 'info'}>{wordsOf(one.state)}</Pill>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What the transaction earned: our fee, less what vendors kept, less gas. */
export function MarginPanel({ margin }: Readonly<{ margin: Whole['margin'] }>) {
  if (margin === null) return null
  const rows = [
    ['Our fee', margin.fee_minor],
    ['Vendors kept', margin.vendor_fee_minor],
    ['Gas', margin.gas_minor],
    ['Margin', margin.margin_minor],
  ] as const
  return (
    <Panel title="Margin" aside={margin.has_unpriced_gas ? 'some gas has no price yet' : undefined}>
      <dl className="px-4 py-1 text-small">
        {rows.map(([name, minor]) => (
          <div
            key={name}
            className="flex min-h-8 items-center justify-between gap-3 border-b last:border-b-0 last:font-medium"
          >
            <dt className={name === 'Margin' ? undefined : 'text-muted'}>{name}</dt>
            <dd>
              <Amount minor={minor} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
