import { ArrowDown, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from '../../shared/ui/join-classes.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Age, Amount } from '../parts.tsx'
import type { CaseScreen } from './use-case.ts'

/** From whom the money came, who holds it, and whose it would be. */
export function MoneyPanel({ screen }: Readonly<{ screen: CaseScreen }>) {
  const { money } = screen
  if (money.held_minor === '0' && money.from === null && money.to === null) return null
  return (
    <Panel title="Whose money, and where">
      <div className="grid gap-2 p-4 middle:grid-cols-[minmax(0,1fr)_32px_minmax(0,1.3fr)_32px_minmax(0,1fr)] middle:items-center">
        <Node label="Sent by" name={money.from ?? 'Not known'} detail={money.from_account} />
        <Hop />
        <Node
          label={
            money.is_on_its_way
              ? 'Ordered at the bank, not confirmed'
              : `Held by Afara${money.held_at === null ? '' : `, at ${money.held_at}`}`
          }
          name={<Amount minor={money.held_minor} asset={money.held_asset} />}
          detail={
            money.since === null ? (
              money.is_on_its_way ? (
                'It may have left.'
              ) : (
                'Nobody can use it until you decide.'
              )
            ) : (
              <>
                Since <Age at={money.since} />
              </>
            )
          }
          isHere
        />
        <Hop isWaiting />
        <Node label="Would go to" name={money.to ?? 'Nobody yet'} detail={money.to_account} />
      </div>
      {money.narration !== null && money.narration !== '' && (
        <p className="border-t px-4 py-2.5 text-caption break-words text-muted">
          The payer wrote “{money.narration}”.
        </p>
      )}
    </Panel>
  )
}

function Node({
  label,
  name,
  detail,
  isHere = false,
}: Readonly<{ label: string; name: ReactNode; detail: ReactNode; isHere?: boolean }>) {
  return (
    <dl
      className={joinClasses(
        'min-w-0',
        isHere && 'rounded-small border border-good/40 bg-good-soft px-4 py-2',
      )}
    >
      <dt className={joinClasses('text-caption font-medium', isHere ? 'text-good' : 'text-muted')}>
        {label}
      </dt>
      <dd className={joinClasses('font-semibold break-words', isHere ? 'text-title' : 'text-body')}>
        {name}
      </dd>
      {detail !== null && <dd className="text-caption break-all text-muted">{detail}</dd>}
    </dl>
  )
}

function Hop({ isWaiting = false }: Readonly<{ isWaiting?: boolean }>) {
  const look = isWaiting ? 'text-faint' : 'text-good'
  return (
    <span aria-hidden="true" className={look}>
      <ArrowRight size={20} className="hidden middle:block" />
      <ArrowDown size={20} className="middle:hidden" />
    </span>
  )
}
