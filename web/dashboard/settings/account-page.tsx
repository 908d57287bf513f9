import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { askPeople, createPasskey, Refused, sayProblem } from '../ask-people.ts'
import { accountQuery, useTenant } from '../use-account.ts'
import { ageOf, clockOf, dateOf } from '../words.ts'

type Session = Readonly<{
  session_id: string
  method: 'passkey' | 'device' | 'email_totp'
  client: 'browser' | 'terminal'
  user_agent: string
  created_at: string
  last_seen_at: string
  expires_at: string
  is_current: boolean
}>
type Passkey = Readonly<{ passkey_id: string; name: string; created_at: string; last_used_at: string | null }>

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => askPeople<{ sessions: readonly Session[] }>('/people/v1/sessions'),
})
const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => askPeople<{ passkeys: readonly Passkey[] }>('/people/v1/passkeys'),
})

/** Where the person is signed in, and with which passkeys. It is the same for all of their businesses. */
export function AccountPage() {
  const tenant = useTenant()
  const { data } = useSuspenseQuery(accountQuery)
  const { name, email } = data.person
  return (
    <>
      <title>{`Your account · ${tenant.name} · Afara`}</title>
      <p className="mb-4 text-small text-muted">
        {name}, {email}. This is the same in all of your businesses.
      </p>
      <div className="flex max-w-200 flex-col gap-4">
        <Sessions />
        <Passkeys />
        <Panel title="Codes" aside="For a desktop without a passkey">
          <div className="flex flex-wrap items-center justify-between gap-3 p-4 text-small">
            <p className="max-w-120 text-muted">
              With a link by mail and a code from an app you can sign in where no passkey works. Such a
              session reads, and confirms nothing.
            </p>
            <Button asChild>
              <a href="/codes">Set up codes</a>
            </Button>
          </div>
        </Panel>
      </div>
    </>
  )
}

function Sessions() {
  const client = useQueryClient()
  const { data, error } = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: async ({ session_id: id }: Session) =>
      askPeople(`/people/v1/sessions/${id}/revoke`, 'nothing'),
    onSuccess: async (_reply, { is_current: isCurrent }) => {
      if (isCurrent) location.assign('/login?next=/dashboard')
      else await client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <Panel title="Sessions" aside="You are signed in here">
      {data === undefined && error === null && <Skeleton rows={2} height={56} />}
      {(error ?? end.error) !== null && <Told>{(error ?? end.error)?.message}</Told>}
      <ul>
        {data?.sessions.map((one) => (
          <Row
            key={one.session_id}
            name={nameOf(one)}
            detail={`Signed in ${ageOf(one.created_at)}. Last used ${ageOf(one.last_seen_at)}. Ends ${dateOf(one.expires_at)}, ${clockOf(one.expires_at)}.`}
          >
            {one.is_current && <Pill tone="good">This session</Pill>}
            <Button
              look="quiet"
              className="px-2"
              disabled={end.isPending}
              aria-label={one.is_current ? 'Sign out' : `End the session ${nameOf(one)}`}
              onClick={() => end.mutate(one)}
            >
              {one.is_current && <LogOut size={16} aria-hidden />}
              {one.is_current ? 'Sign out' : 'End'}
            </Button>
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

function Passkeys() {
  const client = useQueryClient()
  const { data, error } = useQuery(passkeysQuery)
  const refresh = async () => client.invalidateQueries({ queryKey: ['passkeys'] })
  const add = useMutation({ mutationFn: addPasskey, onSuccess: refresh })
  const revoke = useMutation({
    mutationFn: async (id: string) => askPeople(`/people/v1/passkeys/${id}/revoke`, 'nothing'),
    onSuccess: refresh,
  })
  const problem = error ?? add.error ?? revoke.error
  const isStale = add.error instanceof Refused && add.error.code === 'session_not_fresh'
  const isOnly = data?.passkeys.length === 1
  return (
    <Panel
      title="Passkeys"
      aside={
        <Button look="quiet" className="-mr-2" disabled={add.isPending} onClick={() => add.mutate()}>
          <KeyRound size={16} aria-hidden />
          Add a passkey
        </Button>
      }
    >
      {data === undefined && error === null && <Skeleton rows={1} height={56} />}
      {isOnly && (
        <p className="border-b bg-warn-soft px-4 py-2 text-small text-warn">
          You have one passkey. Add a second one on another device: without any, you enrol again and confirm
          nothing for 24 hours.
        </p>
      )}
      {problem !== null && (
        <Told>
          {sayProblem(problem)}{' '}
          {isStale && (
            <a
              className="font-medium underline underline-offset-2"
              href={`/login?next=${encodeURIComponent(location.pathname)}`}
            >
              Sign in again
            </a>
          )}
        </Told>
      )}
      <ul>
        {data?.passkeys.map((one) => (
          <Row
            key={one.passkey_id}
            name={one.name}
            detail={`Added ${dateOf(one.created_at)}. ${one.last_used_at === null ? 'Not used yet' : `Last used ${ageOf(one.last_used_at)}`}.`}
          >
            {!isOnly && (
              <Button
                look="quiet"
                className="px-2 hover:text-bad"
                disabled={revoke.isPending}
                aria-label={`Revoke the passkey ${one.name}`}
                onClick={() => revoke.mutate(one.passkey_id)}
              >
                Revoke
              </Button>
            )}
          </Row>
        ))}
      </ul>
    </Panel>
  )
}

async function addPasskey(): Promise<void> {
  const { options } = await askPeople<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    '/people/v1/passkeys/options',
    'nothing',
  )
  const credential = await createPasskey(options)
  await askPeople('/people/v1/passkeys', {
    name: `Passkey of ${dateOf(new Date().toISOString())}`,
    credential,
  })
}

function Row({ name, detail, children }: Readonly<{ name: string; detail: string; children: ReactNode }>) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 last:border-b-0">
      <span className="min-w-60 flex-1">
        <span className="block truncate text-small font-medium">{name}</span>
        <span className="block text-caption text-muted">{detail}</span>
      </span>
      <span className="-mr-2 ml-auto flex shrink-0 items-center gap-1">{children}</span>
    </li>
  )
}

function Told({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <div className="p-4">
      <Problem>{children}</Problem>
    </div>
  )
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const

/** Names a browser as its owner does. Browsers name each other in this text, so the first match counts. */
function nameOf({ client, method, user_agent: agent }: Session): string {
  if (client === 'terminal') return agent
  const browser = browsers.find(([sign]) => agent.includes(sign))?.[1] ?? 'Browser'
  const system = systems.find((sign) => agent.includes(sign))
  const how = method === 'email_totp' ? ', by mail' : ''
  return `${browser}${system === undefined ? '' : ` on ${system === 'Mac OS' ? 'macOS' : system}`}${how}`
}
