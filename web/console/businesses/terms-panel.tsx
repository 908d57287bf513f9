import type { ReactNode } from 'react'
import { wordsOf } from '../../shared/status-words.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Amount } from '../parts.tsx'
import type { Terms, WholeBusiness } from './use-business.ts'

/** Fees and limits as they count now. A fee plan that loses money says where. */
export function TermsPanel({
  whole: { business, terms, used },
  change,
  changeExposure,
}: Readonly<{ whole: WholeBusiness; change: () => void; changeExposure: () => void }>) {
  const rows: ReadonlyArray<readonly [name: string, value: ReactNode]> = [
    ['Fee', feeOf(terms)],
    ['Exposure limit', <Amount key="exposure" minor={business.exposure_limit_minor} />],
    ['Daily limit', limitOf(terms.daily_limit_minor)],
    [
      'Hourly, without review',
      <span key="hour">
        {limitOf(terms.velocity_hour_minor)}
        {terms.velocity_hour_minor !== null && (
          <span className="block text-caption text-muted">
            <Amount minor={used.hour_minor} /> in the last hour
          </span>
        )}
      </span>,
    ],
    ['To one wallet a day', limitOf(terms.velocity_wallet_day_minor)],
    ['A payment may differ by', <Amount key="tolerance" minor={terms.tolerance_minor} />],
    ['Default wallet', terms.default_wallet ?? 'none'],
    ['Holds a balance', terms.may_hold_balance ? 'yes' : 'no'],
    ['Customer numbers', terms.may_number_customers ? 'yes' : 'no'],
  ]
  return (
    <Panel title="Terms and limits">
      <Losses terms={terms} />
      <dl className="px-4 text-small">
        {rows.map(([name, value]) => (
          <div
            key={name}
            className="flex min-h-8 items-center justify-between gap-4 border-b py-1 last:border-b-0"
          >
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <footer className="flex flex-wrap items-center gap-2 border-t px-4 py-3">
        <Button onClick={change} disabled={business.state === 'pending'}>
          Change terms…
        </Button>
        <Button onClick={changeExposure}>Change exposure limit…</Button>
        <span className="text-caption text-muted">
          {business.state === 'pending'
            ? 'Its live terms are part of the decision to go live.'
            : 'A second operator approves.'}
        </span>
      </footer>
    </Panel>
  )
}

function Losses({ terms }: Readonly<{ terms: Terms }>) {
  if (terms.losses.length === 0 && terms.lost_minor === null) return null
  return (
    <div className="grid gap-1 border-b bg-warn-soft px-4 py-3 text-small text-warn">
      <p className="font-medium">This fee plan loses money.</p>
      {terms.lost_minor !== null && (
        <p>
          It lost <Amount minor={terms.lost_minor.replace('-', '')} /> in the last seven days.
        </p>
      )}
      {terms.losses.map((loss) => (
        <p key={loss.vendor}>
          Through {wordsOf(loss.vendor)} a buy of <Amount minor={loss.amount_minor} /> brings{' '}
          <Amount minor={loss.fee_minor} /> and costs about <Amount minor={loss.cost_minor} />.
        </p>
      ))}
    </div>
  )
}

function feeOf({ fee_flat_minor: flat, fee_bps: bps, fee_cap_minor: cap }: Terms): ReactNode {
  return (
    <>
      <Amount minor={flat} /> + {Number(bps) / 100}%
      {cap !== null && (
        <>
          , at most <Amount minor={cap} />
        </>
      )}
    </>
  )
}

function limitOf(minor: string | null): ReactNode {
  return minor === null ? 'none' : <Amount minor={minor} />
}
