import type { ReactNode } from 'react'
import { wordsOf } from '../../shared/status-words.ts'
import { shortDayOf } from '../../shared/times.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Age, Amount, ShortId } from '../parts.tsx'
import { type Account, type Lane, nameOf, type PayoutAccount, type Place } from './use-money.ts'

const tones: Readonly<Record<string, Tone>> = {
  active: 'good',
  draining: 'warn',
  frozen: 'bad',
  halted: 'bad',
}

export function PayoutAccountsPanel({ accounts }: Readonly<{ accounts: readonly PayoutAccount[] }>) {
  return (
    <Panel title="Payout accounts" aside="naira that we pay from">
      {accounts.length === 0 && <EmptyState>No account pays out yet.</EmptyState>}
      <ul>
        {accounts.map((one) => (
          <Item
            key={one.account}
            name={nameOf(one.account)}
            state={one.state}
            because={one.because ?? (one.short_of === null ? null : `It is short of ${one.short_of}.`)}
            amount={<Amount minor={one.booked_minor} />}
          >
            {one.available_minor === null || one.read_at === null ? (
              'The vendor was not asked yet'
            ) : (
              <>
                The vendor says <Amount minor={one.available_minor} />, <Age at={one.read_at} isBare />
              </>
            )}
            {one.waiting !== '0' && (
              <>
                {' · '}
                {one.waiting} in the queue, <Amount minor={one.waiting_minor} />
              </>
            )}
            {one.out !== '0' && (
              <>
                {' · '}
                {one.out} not confirmed, <Amount minor={one.out_minor} />
              </>
            )}
          </Item>
        ))}
      </ul>
    </Panel>
  )
}

export function LanesPanel({ lanes }: Readonly<{ lanes: readonly Lane[] }>) {
  return (
    <Panel title="Lanes" aside="wallets that we send from">
      {lanes.length === 0 && <EmptyState>No lane sends tokens yet.</EmptyState>}
      <ul>
        {lanes.map((one) => (
          <Item
            key={one.lane}
            name={nameOf(one.lane)}
            state={one.state}
            because={one.because ?? (one.short_of === null ? null : `It is short of ${one.short_of}.`)}
            amount={<ShortId id={one.address} />}
          >
            {one.waiting === '0' ? (
              'Nothing in the queue'
            ) : (
              <>
                {one.waiting} in the queue, <Amount minor={one.waiting_minor} asset="NGNC" />
              </>
            )}
            {one.out !== '0' && one.out_since !== null && (
              <>
                {' · '}
                {one.out} not final, the oldest <Age at={one.out_since} isBare />
              </>
            )}
          </Item>
        ))}
      </ul>
    </Panel>
  )
}

export function AccountsPanel({
  accounts,
  places,
}: Readonly<{ accounts: readonly Account[]; places: readonly Place[] }>) {
  const booked = new Map(
    places
      .filter(({ kind }) => kind === 'collection_account')
      .map(({ place, ledger_minor: minor }) => [nameOf(place), minor]),
  )
  return (
    <Panel title="Collection accounts" aside="naira that we receive">
      {accounts.length === 0 && <EmptyState>No account receives naira yet.</EmptyState>}
      <ul>
        {accounts.map((one) => (
          <Item
            key={one.account_id}
            name={`${one.number}, ${one.bank}`}
            state={one.state}
            because={null}
            amount={<Amount minor={booked.get(one.number) ?? '0'} />}
          >
            {one.last_statement_day === null
              ? 'No statement yet'
              : `Statements until ${shortDayOf(`${one.last_statement_day}T12:00:00Z`)}`}
          </Item>
        ))}
      </ul>
    </Panel>
  )
}

function Item({
  name,
  state,
  because,
  amount,
  children,
}: Readonly<{
  name: string
  state: string
  because: string | null
  amount: ReactNode
  children: ReactNode
}>) {
  return (
    <li className="border-t px-4 py-2 text-small first:border-t-0">
      <p className="flex items-center gap-3">
        <span className="min-w-0 grow truncate font-medium">{name}</span>
        <Pill tone={tones[state] ?? 'ended'}>{wordsOf(state)}</Pill>
        <span className="shrink-0 text-right font-medium middle:min-w-36">{amount}</span>
      </p>
      <p className="text-caption text-muted">{children}</p>
      {because !== null && <p className="text-caption text-warn">{because}</p>}
    </li>
  )
}
