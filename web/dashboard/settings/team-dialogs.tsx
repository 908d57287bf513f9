import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { sayProblem } from '../ask-people.ts'
import { RoleChoice } from './role-choice.tsx'
import {
  type Invitation,
  type Member,
  type Role,
  type RoleRights,
  useLeave,
  useTeamChange,
  type WantedChange,
} from './use-team.ts'

export type TeamQuestion =
  | Readonly<{ kind: 'invite' }>
  | Readonly<{ kind: 'role' | 'end'; one: Member }>
  | Readonly<{ kind: 'cancel'; one: Invitation }>
  | Readonly<{ kind: 'leave' }>

type DialogProps = Readonly<{ tenant: Tenant; roles: readonly RoleRights[]; close: () => void }>

/** Asks before the team changes, and has the person confirm with a passkey. */
export function TeamDialog({ question, ...props }: DialogProps & Readonly<{ question: TeamQuestion }>) {
  switch (question.kind) {
    case 'invite':
      return <InviteDialog {...props} />
    case 'role':
      return <RoleDialog {...props} one={question.one} />
    case 'end':
      return <EndDialog {...props} one={question.one} />
    case 'cancel':
      return <CancelDialog {...props} one={question.one} />
    default:
      return <LeaveDialog {...props} />
  }
}

/** Only an owner may give the role of an owner. */
function rolesFor({ role }: Tenant, roles: readonly RoleRights[]): readonly RoleRights[] {
  return role === 'owner' ? roles : roles.filter((one) => one.role !== 'owner')
}

function InviteDialog({ tenant, roles, close }: DialogProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  return (
    <ChangeDialog
      title="Invite a colleague"
      tenant={tenant}
      close={close}
      wanted={{ action: 'invite', email, role }}
      verb="Invite with passkey"
    >
      <Field
        label="Work email"
        type="email"
        required
        autoComplete="off"
        placeholder="bola@example.com"
        hint="We mail them a link. It works once, for three days."
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RoleChoice roles={rolesFor(tenant, roles)} chosen={role} choose={setRole} />
    </ChangeDialog>
  )
}

function RoleDialog({ tenant, roles, one, close }: DialogProps & Readonly<{ one: Member }>) {
  const [role, setRole] = useState<Role>(one.role)
  return (
    <ChangeDialog
      title={`Change the role of ${one.name}`}
      tenant={tenant}
      close={close}
      wanted={{ action: 'change_role', member_id: one.member_id, role }}
      verb="Change role with passkey"
      isOff={role === one.role}
    >
      <RoleChoice roles={rolesFor(tenant, roles)} chosen={role} choose={setRole} before={one.role} />
    </ChangeDialog>
  )
}

function EndDialog({ tenant, one, close }: DialogProps & Readonly<{ one: Member }>) {
  return (
    <ChangeDialog
      title={`End the access of ${one.name}`}
      tenant={tenant}
      close={close}
      wanted={{ action: 'end', member_id: one.member_id }}
      verb="End access with passkey"
      isDangerous
    >
      <ul className="flex list-disc flex-col gap-1 pl-4 text-body">
        <li>{one.email} is refused everywhere within five seconds, also where they are signed in.</li>
        <li>Invitations that they sent are cancelled.</li>
        <li>API keys that they know keep working. Rotate those on the Developers page.</li>
        <li>You can invite them again.</li>
      </ul>
    </ChangeDialog>
  )
}

function CancelDialog({ tenant, one, close }: DialogProps & Readonly<{ one: Invitation }>) {
  return (
    <ChangeDialog
      title="Cancel the invitation"
      tenant={tenant}
      close={close}
      wanted={{ action: 'cancel', invitation_id: one.invitation_id }}
      verb="Cancel with passkey"
      isDangerous
    >
      <p className="text-body">The link that we mailed to {one.email} stops working at once.</p>
    </ChangeDialog>
  )
}

function LeaveDialog({ tenant, close }: DialogProps) {
  const leave = useLeave(tenant)
  const leaveNow = () => leave.mutate(undefined, { onSuccess: () => location.assign('/dashboard') })
  return (
    <Dialog title={`Leave ${tenant.name}`} onClose={close}>
      <p className="mb-4 text-body">
        You lose access to {tenant.name} within five seconds. Somebody there must invite you to come back.
      </p>
      {leave.error !== null && <Refusal error={leave.error} />}
      <Button className="h-11 w-full text-bad!" disabled={leave.isPending} onClick={leaveNow}>
        <KeyRound size={16} aria-hidden />
        Leave with passkey
      </Button>
    </Dialog>
  )
}

type ChangeProps = Readonly<{
  title: string
  tenant: Tenant
  close: () => void
  wanted: WantedChange
  /** The words on the button: a verb and how it is confirmed. */
  verb: string
  isOff?: boolean
  isDangerous?: boolean
  children: ReactNode
}>

function ChangeDialog({ title, tenant, close, wanted, verb, isOff, isDangerous, children }: ChangeProps) {
  const change = useTeamChange(tenant)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(wanted, { onSuccess: close })
  }
  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {change.error !== null && <Refusal error={change.error} />}
        <Button
          type="submit"
          look={isDangerous === true ? 'plain' : 'primary'}
          className={isDangerous === true ? 'h-11 text-bad!' : 'h-11'}
          disabled={change.isPending || isOff === true}
        >
          <KeyRound size={16} aria-hidden />
          {change.isPending ? 'Waiting for your passkey' : verb}
        </Button>
        <p className="text-caption text-muted">
          Your passkey signs exactly this change. Everybody else in {tenant.name} gets a mail about it.
        </p>
      </form>
    </Dialog>
  )
}

function Refusal({ error }: Readonly<{ error: Error }>) {
  return <Problem>{sayProblem(error)}</Problem>
}
