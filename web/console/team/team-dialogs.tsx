import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Field } from '../../shared/ui/field.tsx'
import { CommandDialog, caseIn } from '../command-dialog.tsx'
import { type Colleague, roles } from './use-team.ts'

/** What somebody wants to do about an operator. Without a colleague, a new one is invited. */
export type Asked =
  | Readonly<{ does: 'invite'; colleague?: Colleague }>
  | Readonly<{ does: 'roles' | 'suspend' | 'resume' | 'end'; colleague: Colleague }>
  | Readonly<{ does: 'sign-out'; colleague: Colleague; sessionId: string }>

const TWO =
  'Nothing changes when you propose. Another administrator approves it with their passkey, and nobody decides about themselves.'

/** One dialog for each command. What needs two people opens a case, which is live in both modes. */
export function TeamDialog({ asked, onClose }: Readonly<{ asked: Asked; onClose: () => void }>) {
  const navigate = useNavigate()
  const done = (output: readonly string[]) => {
    const id = caseIn(output)
    if (id === undefined) onClose()
    else void navigate({ to: '/$mode/cases/$case', params: { mode: 'live', case: id } })
  }
  if (asked.does === 'invite')
    return <InviteDialog colleague={asked.colleague} onClose={onClose} onDone={done} />
  const { name, email } = asked.colleague
  if (asked.does === 'roles')
    return <RolesDialog colleague={asked.colleague} onClose={onClose} onDone={done} />
  if (asked.does === 'sign-out')
    return (
      <CommandDialog
        title={`End a session of ${name}`}
        args={['operators', 'sign-out', email, '--session', asked.sessionId]}
        says="Every process refuses the session within five seconds. They can sign in again with a passkey."
        button="End the session"
        onClose={onClose}
        onDone={done}
      />
    )
  if (asked.does === 'suspend')
    return (
      <CommandDialog
        title={`Suspend ${name}`}
        args={['operators', 'suspend', email]}
        says="At once: they are signed out, their proposals that wait are declined, and signer and payer no longer count their signatures. Two administrators can let them in again."
        button={`Suspend ${name} now`}
        onClose={onClose}
        onDone={done}
      />
    )
  const isEnd = asked.does === 'end'
  return (
    <CommandDialog
      title={isEnd ? `End the access of ${name}` : `Resume ${name}`}
      args={['operators', asked.does, email]}
      says={
        isEnd
          ? `Once it is approved, ${name} is signed out everywhere and every passkey is revoked. ${TWO} If it cannot wait, suspend them first.`
          : `Once it is approved, ${name} can sign in again. ${TWO}`
      }
      button="Propose with passkey"
      isSigned
      onClose={onClose}
      onDone={done}
    />
  )
}

type Props = Readonly<{ onClose: () => void; onDone: (output: readonly string[]) => void }>

function InviteDialog({
  colleague,
  onClose,
  onDone,
}: Props & Readonly<{ colleague?: Colleague | undefined }>) {
  const [email, setEmail] = useState(colleague?.email ?? '')
  const [name, setName] = useState(colleague?.name ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(colleague?.roles ?? ['operator'])
  return (
    <CommandDialog
      title={colleague === undefined ? 'Invite an operator' : `Invite ${colleague.name} again`}
      args={['operators', 'invite', email.trim(), '--name', name.trim(), '--roles', ...chosen]}
      says={`Once it is approved, they get a link by mail to enrol a passkey. ${TWO}`}
      button="Propose with passkey"
      isSigned
      isReady={/^\S+@\S+$/.test(email.trim()) && name.trim() !== '' && chosen.length > 0}
      onClose={onClose}
      onDone={onDone}
    >
      <Field label="Name" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      <Field
        label="Email address"
        type="email"
        value={email}
        disabled={colleague !== undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Roles chosen={chosen} choose={setChosen} />
    </CommandDialog>
  )
}

function RolesDialog({ colleague, onClose, onDone }: Props & Readonly<{ colleague: Colleague }>) {
  const [chosen, setChosen] = useState(colleague.roles)
  const isSame =
    chosen.length === colleague.roles.length && chosen.every((role) => colleague.roles.includes(role))
  return (
    <CommandDialog
      title={`Change the roles of ${colleague.name}`}
      args={['operators', 'roles', colleague.email, ...chosen]}
      says={TWO}
      button="Propose with passkey"
      isSigned
      isReady={chosen.length > 0 && !isSame}
      onClose={onClose}
      onDone={onDone}
    >
      <Roles chosen={chosen} choose={setChosen} />
    </CommandDialog>
  )
}

/** An auditor has no other role. */
function Roles({
  chosen,
  choose,
}: Readonly<{ chosen: readonly string[]; choose: (roles: readonly string[]) => void }>) {
  const toggle = (role: string) => {
    if (chosen.includes(role)) choose(chosen.filter((one) => one !== role))
    else if (role === 'auditor') choose(['auditor'])
    else choose([...chosen.filter((one) => one !== 'auditor'), role])
  }
  return (
    <fieldset>
      <legend className="mb-1 text-small font-medium">Roles</legend>
      <div className="grid grid-cols-2 gap-x-4">
        {roles.map((role) => (
          <label key={role} className="flex h-11 items-center gap-2 text-small middle:h-8">
            <input
              type="checkbox"
              checked={chosen.includes(role)}
              onChange={() => toggle(role)}
              className="size-4 accent-brand"
            />
            {role.charAt(0).toUpperCase() + role.slice(1)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
