import { Link } from '@tanstack/react-router'
import { KeyRound, Monitor, SquareTerminal } from 'lucide-react'
import { dateOf, untilOf } from '../../shared/times.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Pill, type Tone } from '../../shared/ui/pill.tsx'
import { Age, Avatar, linkLook, ShortId } from '../parts.tsx'
import { useOperator } from '../use-console.ts'
import type { Asked } from './team-dialogs.tsx'
import type { Colleague } from './use-team.ts'

const tones: Readonly<Record<Colleague['state'], Tone>> = {
  active: 'good',
  suspended: 'warn',
  ended: 'ended',
}
const words: Readonly<Record<Colleague['state'], string>> = {
  active: 'Active',
  suspended: 'Suspended',
  ended: 'Access ended',
}

/** One operator: roles, passkeys, sessions, and what can be done about them. */
export function ColleaguePanel({
  colleague,
  ask,
}: Readonly<{ colleague: Colleague; ask: (asked: Asked) => void }>) {
  const me = useOperator()
  const isMe = me.person_id === colleague.operator_id
  const isAdministrator = me.roles.includes('administrator')
  const maySuspend = isAdministrator || me.roles.includes('compliance')
  const { passkeys, sessions, state } = colleague
  return (
    <section
      aria-label={colleague.name}
      className="flex min-w-0 flex-col overflow-hidden rounded-panel border bg-surface"
    >
      <header className="flex items-center gap-x-3 border-b px-4 py-3">
        <Avatar name={colleague.name} isYou={isMe} />
        <div className="min-w-0 grow">
          <h2 className="flex flex-wrap items-center gap-x-2 text-body font-semibold">
            {colleague.name}
            {isMe && <span className="text-caption font-normal text-muted">you</span>}
            <Pill tone={tones[state]}>{words[state]}</Pill>
          </h2>
          <p className="text-caption break-words text-muted">
            {colleague.email} · {colleague.roles.join(', ')} · since {dateOf(colleague.created_at)}
          </p>
        </div>
        <ShortId id={colleague.operator_id} />
      </header>
      {colleague.case_id !== null && (
        <p className="border-b bg-warn-soft px-4 py-2 text-small">
          A proposal about {isMe ? 'you' : colleague.name} waits for another administrator.{' '}
          <Link
            to="/$mode/cases/$case"
            params={{ mode: 'live', case: colleague.case_id }}
            className={linkLook}
          >
            Open it
          </Link>
        </p>
      )}
      {colleague.invited_until !== null && (
        <p className="border-b px-4 py-2 text-small text-muted">
          Invited by mail. The link works until {untilOf(colleague.invited_until)}.
        </p>
      )}
      <ul>
        {passkeys.map((one) => (
          <li key={one.passkey_id} className="flex items-center gap-3 border-b px-4 py-2 text-small">
            <KeyRound size={16} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 grow truncate">{one.name}</span>
            <span className="shrink-0 text-caption text-muted">
              {one.last_used_at === null ? (
                'never used'
              ) : (
                <>
                  used <Age at={one.last_used_at} isBare />
                </>
              )}
            </span>
          </li>
        ))}
        {passkeys.length === 0 && (
          <li className="border-b px-4 py-2 text-small text-muted">
            {state === 'ended' ? 'Every passkey is revoked.' : 'No passkey yet: they cannot sign in.'}
          </li>
        )}
        {sessions.map((one) => {
          const Icon = one.client === 'browser' ? Monitor : SquareTerminal
          return (
            <li
              key={one.session_id}
              className="flex items-center gap-3 border-b px-4 py-2 text-small last:border-b-0"
            >
              <Icon size={16} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 grow truncate">
                Signed in, {one.machine}
                <span className="block text-caption text-muted">
                  last seen <Age at={one.last_seen_at} />
                </span>
              </span>
              {maySuspend && (
                <Button
                  className="middle:h-7"
                  onClick={() => ask({ does: 'sign-out', colleague, sessionId: one.session_id })}
                >
                  End session…
                </Button>
              )}
            </li>
          )
        })}
        {sessions.length === 0 && state === 'active' && (
          <li className="px-4 py-2 text-small text-muted">Not signed in.</li>
        )}
      </ul>
      {!isMe && (isAdministrator || (maySuspend && state === 'active')) && (
        <footer className="mt-auto flex flex-wrap gap-2 border-t px-4 py-2">
          {state === 'active' && maySuspend && (
            <Button onClick={() => ask({ does: 'suspend', colleague })}>Suspend now…</Button>
          )}
          {state === 'suspended' && isAdministrator && (
            <Button onClick={() => ask({ does: 'resume', colleague })}>Resume…</Button>
          )}
          {state !== 'ended' && isAdministrator && (
            <>
              <Button onClick={() => ask({ does: 'roles', colleague })}>Change roles…</Button>
              <Button className="text-bad!" onClick={() => ask({ does: 'end', colleague })}>
                End access…
              </Button>
            </>
          )}
          {state === 'ended' && isAdministrator && (
            <Button onClick={() => ask({ does: 'invite', colleague })}>Invite again…</Button>
          )}
        </footer>
      )}
    </section>
  )
}
