import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { EmptyState } from '../../shared/ui/placeholder.tsx'
import { Choice, CommandDialog, caseIn } from '../command-dialog.tsx'
import { Age, Amount, ShortId } from '../parts.tsx'
import { useConsole, useMode } from '../use-console.ts'

type Standing = Readonly<{
  case_id: string
  decision: string
  kind: string
  business_id: string | null
  cap_minor: string
  total_minor: string
  used_minor: string
  uses: string
  expires_at: string
  state: 'in_force' | 'expired' | 'ended'
  ended_because: string | null
}>
type Listed = Readonly<{
  standing: readonly Standing[]
  may_stand: ReadonlyArray<Readonly<{ decision: string; kinds: readonly string[] }>>
}>

const words = (text: string): string => text.replaceAll('_', ' ')

/** What two operators let one person close alone, how much of it is used, and why it ended. */
export function StandingPanel() {
  const { data } = useConsole<Listed>('cases', '/standing')
  const [asked, setAsked] = useState<'allow' | Standing>()
  if (data === undefined) return null
  const close = () => setAsked(undefined)
  return (
    <Panel
      title="One person may close"
      aria-label="One person may close"
      aside={
        <Button look="quiet" onClick={() => setAsked('allow')}>
          Allow…
        </Button>
      }
    >
      {data.standing.length === 0 && (
        <EmptyState>
          Two people decide every case. Two operators can let one person close a narrow kind of case, up to an
          amount and a date.
        </EmptyState>
      )}
      <ul>
        {data.standing.map((one) => (
          <li
            key={one.case_id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2 text-small first:border-t-0"
          >
            <span className="font-medium first-letter:uppercase">
              {words(one.decision)} in “{words(one.kind)}”
            </span>
            <span className="text-caption text-muted">
              up to <Amount minor={one.cap_minor} /> each, {one.uses} closed,{' '}
              <Amount minor={one.used_minor} /> of <Amount minor={one.total_minor} /> used
              {one.business_id !== null && <> · only one business</>}
            </span>
            <ShortId id={one.case_id} />
            <span className="ml-auto flex items-center gap-3 text-caption text-muted">
              {one.state === 'in_force' ? (
                <>
                  <span>
                    until <Age at={one.expires_at} isBare />
                  </span>
                  <Pill tone="good">In force</Pill>
                  <Button look="quiet" onClick={() => setAsked(one)}>
                    End…
                  </Button>
                </>
              ) : (
                <>
                  {one.ended_because !== null && <span className="break-words">{one.ended_because}</span>}
                  <Pill tone="ended">{one.state === 'ended' ? 'Ended' : 'Expired'}</Pill>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {asked === 'allow' && <AllowDialog mayStand={data.may_stand} onClose={close} />}
      {typeof asked === 'object' && (
        <CommandDialog
          title="End the standing decision"
          args={['standing', 'end', asked.case_id]}
          says="It ends at once. Two people decide these cases from then on."
          button="End it"
          onClose={close}
          onDone={close}
        />
      )}
    </Panel>
  )
}

function AllowDialog({
  mayStand,
  onClose,
}: Readonly<{ mayStand: Listed['may_stand']; onClose: () => void }>) {
  const mode = useMode()
  const navigate = useNavigate()
  const pairs = mayStand.flatMap(({ decision, kinds }) =>
    kinds.map((kind) => [`${decision} ${kind}`, `${words(decision)} in “${words(kind)}”`] as const),
  )
  const [pair, setPair] = useState<string>(pairs[0]?.[0] ?? '')
  const [cap, setCap] = useState('')
  const [total, setTotal] = useState('')
  const [until, setUntil] = useState('')
  const [decision = '', kind = ''] = pair.split(' ')
  return (
    <CommandDialog
      title="Let one person close"
      args={[
        'standing',
        'allow',
        decision.replaceAll('_', '-'),
        '--mode',
        mode,
        '--ground',
        kind,
        '--cap',
        cap,
        '--total',
        total,
        '--until',
        until,
      ]}
      isSigned
      isReady={[cap, total, until].every((text) => text.trim() !== '')}
      reasonLabel="Why does one person suffice?"
      button="Propose with passkey"
      says="Another operator approves. The signer and the payer verify both signatures, the amounts and the date."
      onClose={onClose}
      onDone={(output) => {
        const id = caseIn(output)
        if (id === undefined) onClose()
        else void navigate({ to: '/$mode/cases/$case', params: { mode, case: id } })
      }}
    >
      <Choice label="What" value={pair} options={pairs} onChange={setPair} />
      <Field
        label="Naira for one case"
        inputMode="decimal"
        value={cap}
        hint="Such as 50,000."
        onChange={(event) => setCap(event.target.value)}
      />
      <Field
        label="Naira in total"
        inputMode="decimal"
        value={total}
        onChange={(event) => setTotal(event.target.value)}
      />
      <Field
        label="Until"
        type="date"
        value={until}
        hint="At most 90 days."
        onChange={(event) => setUntil(event.target.value)}
      />
    </CommandDialog>
  )
}
