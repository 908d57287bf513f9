import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import { Freshness } from '../parts.tsx'
import { useOperator } from '../use-console.ts'
import { ColleaguePanel } from './colleague-panel.tsx'
import { type Asked, TeamDialog } from './team-dialogs.tsx'
import { useTeam } from './use-team.ts'

/** The operators: who they are, what they may do, and what lets them in. */
export function TeamPage() {
  const { data, error } = useTeam()
  const { roles } = useOperator()
  const [asked, setAsked] = useState<Asked>()
  if (error !== null && data === undefined) return <Problem>{error.message}</Problem>
  if (data === undefined) return <Skeleton rows={8} />
  const active = data.operators.filter(({ state }) => state === 'active')
  const others = data.operators.filter(({ state }) => state !== 'active')
  const administrators = active.filter(
    (one) => one.roles.includes('administrator') && one.passkeys.length > 0,
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 grow basis-80 text-title font-semibold tracking-tight">
          {active.length === 1 ? '1 operator' : `${active.length} operators`} can sign in.{' '}
          {administrators.length < 3
            ? `Only ${administrators.length} are administrators with a passkey.`
            : `${administrators.length} are administrators.`}
        </h1>
        <Freshness />
        {roles.includes('administrator') && (
          <Button
            look="primary"
            className="w-full middle:w-auto"
            onClick={() => setAsked({ does: 'invite' })}
          >
            <UserPlus size={16} aria-hidden />
            Invite…
          </Button>
        )}
      </div>
      {error !== null && <Problem>{error.message}</Problem>}
      <div className="grid items-start gap-4 wide:grid-cols-2">
        {active.map((one) => (
          <ColleaguePanel key={one.operator_id} colleague={one} ask={setAsked} />
        ))}
      </div>
      {others.length > 0 && (
        <>
          <h2 className="text-body font-semibold">Cannot sign in</h2>
          <div className="grid items-start gap-4 wide:grid-cols-2">
            {others.map((one) => (
              <ColleaguePanel key={one.operator_id} colleague={one} ask={setAsked} />
            ))}
          </div>
        </>
      )}
      {asked !== undefined && <TeamDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
