import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { initialsOf } from '../business-switcher.tsx'
import { accountQuery, useTenant } from '../use-account.ts'
import { ageOf, clockOf, dateOf, wordsOf } from '../words.ts'
import { Rights } from './role-choice.tsx'
import { TeamDialog, type TeamQuestion } from './team-dialogs.tsx'
import { type Invitation, type Member, mayManageTeam, type RoleRights, teamQuery } from './use-team.ts'

type Ask = (question: TeamQuestion) => void

/** Who works for the business, and with which role. */
export function TeamPage() {
  const tenant = useTenant()
  const { data, error } = useQuery(teamQuery(tenant))
  const { data: account } = useSuspenseQuery(accountQuery)
  const [question, setQuestion] = useState<TeamQuestion>()
  const mayManage = mayManageTeam(tenant.role)
  return (
    <>
      <title>{`Team · ${tenant.name} · Afara`}</title>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-160 text-small text-muted">
          {mayManage
            ? 'Give everybody the smallest role that lets them work. You confirm each change with your passkey.'
            : 'An owner or an administrator invites people and changes their roles.'}
        </p>
        {mayManage && (
          <Button
            look="primary"
            className="w-full middle:w-auto"
            onClick={() => setQuestion({ kind: 'invite' })}
          >
            <UserPlus size={16} aria-hidden />
            Invite a colleague
          </Button>
        )}
      </div>
      {error !== null && <Problem>{error.message}</Problem>}
      <div className="grid gap-4 wide:grid-cols-[minmax(0,1fr)_320px] wide:items-start wide:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title="Members" aside={data === undefined ? undefined : countOf(data.members.length)}>
            {data === undefined && error === null && <Skeleton rows={3} height={56} />}
            <ul>
              {data?.members.map((one) => (
                <MemberRow
                  key={one.member_id}
                  one={one}
                  isYou={one.member_id === account.person.person_id}
                  tenant={tenant}
                  ask={setQuestion}
                />
              ))}
            </ul>
          </Panel>
          {data !== undefined && data.invitations.length > 0 && (
            <Panel title="Invited" aside="They have not joined yet">
              <ul>
                {data.invitations.map((one) => (
                  <InvitationRow
                    key={one.invitation_id}
                    one={one}
                    ask={mayManage ? setQuestion : undefined}
                  />
                ))}
              </ul>
            </Panel>
          )}
        </div>
        {data !== undefined && <Roles roles={data.roles} />}
      </div>
      {question !== undefined && data !== undefined && (
        <TeamDialog
          tenant={tenant}
          roles={data.roles}
          question={question}
          close={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}

function Row({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 last:border-b-0">
      {children}
    </li>
  )
}

function MemberRow({
  one,
  isYou,
  tenant,
  ask,
}: Readonly<{ one: Member; isYou: boolean; tenant: Tenant; ask: Ask }>) {
  // Only an owner changes an owner.
  const may = mayManageTeam(tenant.role) && (one.role !== 'owner' || tenant.role === 'owner')
  return (
    <Row>
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-brand-soft text-caption font-semibold text-brand"
      >
        {initialsOf(one.name)}
      </span>
      <span className="min-w-40 flex-1">
        <span className="block truncate text-small font-medium">
          {one.name}
          {isYou && <span className="font-normal text-muted"> (you)</span>}
        </span>
        <span className="block truncate text-caption text-muted">
          {one.email}
          {!one.is_email_confirmed && ', not confirmed'}
        </span>
      </span>
      <span className="shrink-0 text-right text-small middle:w-40 middle:text-left">
        {wordsOf(one.role)}
        <span className="hidden text-caption text-muted middle:block">since {dateOf(one.joined_at)}</span>
      </span>
      <span className="flex w-full pl-9 empty:hidden middle:-mr-2 middle:w-44 middle:justify-end middle:pl-0">
        {may && (
          <Button
            look="quiet"
            className="px-2"
            aria-label={`Change role of ${one.name}`}
            onClick={() => ask({ kind: 'role', one })}
          >
            Change role
          </Button>
        )}
        {may && !isYou && (
          <Button
            look="quiet"
            className="px-2 hover:text-bad"
            aria-label={`End access of ${one.name}`}
            onClick={() => ask({ kind: 'end', one })}
          >
            End
          </Button>
        )}
        {isYou && (
          <Button
            look="quiet"
            className="px-2 hover:text-bad"
            aria-label={`Leave ${tenant.name}`}
            onClick={() => ask({ kind: 'leave' })}
          >
            Leave
          </Button>
        )}
      </span>
    </Row>
  )
}

function InvitationRow({ one, ask }: Readonly<{ one: Invitation; ask: Ask | undefined }>) {
  return (
    <Row>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-small font-medium">{one.email}</span>
        <span className="block text-caption text-muted">
          Invited by {one.invited_by} {ageOf(one.created_at)}. It works until {dateOf(one.expires_at)},{' '}
          {clockOf(one.expires_at)}.
        </span>
      </span>
      <span className="shrink-0 text-small middle:w-40">{wordsOf(one.role)}</span>
      <span className="-mr-2 ml-auto flex shrink-0 justify-end middle:w-44">
        {ask !== undefined && (
          <Button
            look="quiet"
            className="px-2 hover:text-bad"
            aria-label={`Cancel the invitation of ${one.email}`}
            onClick={() => ask({ kind: 'cancel', one })}
          >
            Cancel
          </Button>
        )}
      </span>
    </Row>
  )
}

/** What each role may do, from the table that the server decides by. */
function Roles({ roles }: Readonly<{ roles: readonly RoleRights[] }>) {
  return (
    <Panel title="What each role may do">
      {roles.map(({ role, may }) => (
        <details key={role} className="group border-b last:border-b-0">
          <summary className="flex h-11 cursor-pointer items-center justify-between px-4 text-small font-medium -outline-offset-2 hover:bg-sunken">
            {wordsOf(role)}
            <span className="text-caption font-normal text-muted group-open:hidden">{may.length} rights</span>
          </summary>
          <div className="px-4 pb-3">
            <Rights list={may} />
          </div>
        </details>
      ))}
    </Panel>
  )
}

function countOf(count: number): string {
  return count === 1 ? '1 person' : `${count} people`
}
