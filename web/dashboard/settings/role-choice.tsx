import { Check, X } from 'lucide-react'
import { useId } from 'react'
import { wordsOf } from '../words.ts'
import type { Role, RoleRights } from './use-team.ts'

type ChoiceProps = Readonly<{
  roles: readonly RoleRights[]
  chosen: Role
  choose: (role: Role) => void
  /** The role until now. Then the difference is shown, and not the whole list. */
  before?: Role
}>

/** Chooses a role, and shows what the choice allows before it is made. */
export function RoleChoice({ roles, chosen, choose, before }: ChoiceProps) {
  const id = useId()
  const rights = (role: Role | undefined) => roles.find((one) => one.role === role)?.may ?? []
  const now = rights(chosen)
  const past = rights(before)
  const gained = now.filter((what) => !past.includes(what))
  const lost = past.filter((what) => !now.includes(what))
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-small font-medium">
        Role
      </label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => choose(event.target.value as Role)}
        className="h-11 w-full rounded-small border border-border-strong bg-surface px-2 text-body middle:h-10"
      >
        {roles.map(({ role }) => (
          <option key={role} value={role}>
            {wordsOf(role)}
          </option>
        ))}
      </select>
      <div aria-live="polite" className="mt-3 rounded-small bg-sunken p-3">
        {before === undefined && <Rights name={`${wordsOf(chosen)}: may`} list={now} />}
        {before === chosen && <p className="text-small text-muted">This is their role now.</p>}
        {before !== undefined && gained.length > 0 && <Rights name="They may then also" list={gained} />}
        {lost.length > 0 && (
          <div className={gained.length > 0 ? 'mt-3' : undefined}>
            <Rights name="They may no longer" list={lost} isLost />
          </div>
        )}
      </div>
    </div>
  )
}

/** What a role allows, one line each, from the table that the server decides by. */
export function Rights({
  name,
  list,
  isLost = false,
}: Readonly<{ name?: string; list: readonly string[]; isLost?: boolean }>) {
  const Icon = isLost ? X : Check
  return (
    <>
      {name !== undefined && <p className="mb-1 text-small font-medium">{name}</p>}
      <ul className="flex flex-col gap-1 text-small text-muted">
        {list.map((what) => (
          <li key={what} className="flex gap-2">
            <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
            {what}
          </li>
        ))}
      </ul>
    </>
  )
}
