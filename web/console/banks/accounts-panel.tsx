import { Landmark, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { wordsOf } from '../../shared/status-words.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Age, Amount } from '../parts.tsx'
import type { Stoppable } from './bank-dialogs.tsx'
import { Days } from './payouts-panel.tsx'
import { type Banks, services } from './use-banks.ts'

type Act = (what: Stoppable) => void

/** Our accounts at banks and vendors: whether each is in service, and the last 14 days. */
export function AccountsPanel({ banks, stop, putBack }: Readonly<{ banks: Banks; stop: Act; putBack: Act }>) {
  const { collecting, payout_accounts: paying } = banks
  return (
    <Panel title="Our accounts" aside="where naira comes and leaves">
      {collecting.length + paying.length === 0 && (
        <EmptyState>We have no account yet. Two operators open one.</EmptyState>
      )}
      <ul>
        {collecting.map((one) => (
          <Row
            key={one.account_id}
            what={{ kind: 'collecting', name: `${one.bank} ${one.number}`, id: one.account_id }}
            state={one.state}
            act={one.state === 'active' ? stop : putBack}
            extra={<Days days={one.days} isIncoming />}
          >
            {one.feed === null ? 'Statements only' : `Reported by ${wordsOf(one.feed)}`}
            {one.read_at !== null && (
              <>
                , answered <Age at={one.read_at} isBare />
              </>
            )}
            {one.failures !== '0' && (
              <span className="text-warn">
                {' '}
                No answer since, {one.failures} times{one.error === null ? '' : `: ${one.error}`}
              </span>
            )}
          </Row>
        ))}
        {paying.map((one) => (
          <Row
            key={one.account}
            what={{
              kind: 'paying',
              name: wordsOf(one.account.replace(/^(live|test):/, '').replace(':', ' ')),
              id: one.account,
            }}
            state={one.state}
            act={one.state === 'active' ? stop : putBack}
          >
            {one.waiting === '0' ? (
              'Pays out. Nothing waits'
            ) : (
              <>
                Pays out. {one.waiting} wait, <Amount minor={one.waiting_minor} />
              </>
            )}
            {one.because !== null && <span className="text-warn"> “{one.because}”</span>}
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

function Row({
  what,
  state,
  act,
  extra,
  children,
}: Readonly<{
  what: Stoppable
  state: keyof typeof services
  act: Act
  extra?: ReactNode
  children: ReactNode
}>) {
  const [tone, words] = services[state]
  const Icon = what.kind === 'paying' ? Send : Landmark
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2 text-small first:border-t-0">
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-48 flex-1">
        <span className="block truncate font-medium">{what.name}</span>
        <span className="block text-caption text-muted">{children}</span>
      </span>
      {extra}
      <span className="flex w-36 justify-start">
        <Pill tone={tone}>{words}</Pill>
      </span>
      <Button
        className="middle:w-36"
        aria-label={`${state === 'active' ? 'Take out of service' : 'Propose to put back'}: ${what.name}`}
        onClick={() => act(what)}
      >
        {state === 'active' ? 'Take out…' : 'Propose to put back…'}
      </Button>
    </li>
  )
}
