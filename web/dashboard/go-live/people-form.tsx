import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { SaveRow } from './save-row.tsx'
import { type FilePerson, type FormProps, type PersonRole, useGoLiveRequest } from './use-go-live.ts'

type Typed = Readonly<{ id: number; name: string; role: PersonRole; share: string; reference: string }>

const roleNames: Readonly<Record<PersonRole, string>> = {
  director: 'Director',
  owner: 'Owner',
  director_and_owner: 'Director and owner',
}

/** Directors and owners, one block each. Shares are typed as percentages and sent as whole basis points. */
export function PeopleForm({ tenant, file, close }: FormProps) {
  const [people, setPeople] = useState<readonly Typed[]>(
    file.people.length === 0 ? [blank(0)] : file.people.map(typedOf),
  )
  const save = useGoLiveRequest(tenant)
  const change = (id: number, more: Partial<Typed>) =>
    setPeople(people.map((one) => (one.id === id ? { ...one, ...more } : one)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ people: people.map(sentOf) }, { onSuccess: close })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-small text-muted">
        Every director, and everybody who owns 5% or more. Give the reference of the BVN or NIN check, such as
        the one your verification service printed. Never give us the number itself.
      </p>
      {people.map((person, place) => (
        <PersonBlock
          key={person.id}
          person={person}
          place={place + 1}
          change={(more) => change(person.id, more)}
          remove={
            people.length === 1 ? undefined : () => setPeople(people.filter(({ id }) => id !== person.id))
          }
        />
      ))}
      <Button
        className="self-start"
        onClick={() => setPeople([...people, blank(Math.max(...people.map(({ id }) => id)) + 1)])}
      >
        <Plus size={16} aria-hidden />
        Add a person
      </Button>
      <SaveRow name="Save people" isPending={save.isPending} error={save.error} />
    </form>
  )
}

function PersonBlock({
  person,
  place,
  change,
  remove,
}: Readonly<{
  person: Typed
  place: number
  change: (more: Partial<Typed>) => void
  remove: (() => void) | undefined
}>) {
  const role = useId()
  return (
    <fieldset className="rounded-small border p-3">
      <legend className="px-1 text-caption font-medium text-muted">Person {place}</legend>
      <div className="grid gap-3 middle:grid-cols-2">
        <Field
          label="Full name"
          required
          maxLength={200}
          value={person.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <div>
          <label htmlFor={role} className="mb-1 block text-small font-medium">
            Role
          </label>
          <select
            id={role}
            value={person.role}
            onChange={(event) => change({ role: event.target.value as PersonRole })}
            className="h-11 w-full rounded-small border border-border-strong bg-surface px-2 text-body middle:h-10"
          >
            {Object.entries(roleNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Field
          label="Share in %"
          required
          inputMode="decimal"
          pattern="(100([.]00?)?|[0-9]{1,2}([.][0-9]{1,2})?)"
          title="0 to 100, with at most two decimals"
          placeholder="60"
          value={person.share}
          onChange={(event) => change({ share: event.target.value })}
        />
        <Field
          label="Reference of the BVN or NIN check"
          required
          maxLength={60}
          spellCheck={false}
          placeholder="VER-8841-22"
          value={person.reference}
          onChange={(event) => change({ reference: event.target.value })}
        />
      </div>
      {remove !== undefined && (
        <Button look="quiet" className="mt-2" onClick={remove}>
          <Trash2 size={16} aria-hidden />
          Remove person {place}
        </Button>
      )}
    </fieldset>
  )
}

const blank = (id: number): Typed => ({ id, name: '', role: 'director_and_owner', share: '', reference: '' })

function typedOf(
  { name, role, share_bps: share, identity_reference: reference }: FilePerson,
  id: number,
): Typed {
  return { id, name, role, share: percentOf(share), reference }
}

/** Basis points as a percentage: 3333 is 33.33. */
export function percentOf(basisPoints: string): string {
  const digits = basisPoints.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/[.]?0+$/, '').replace(/^$/, '0')
}

/** No float: 33.3 is 3330 basis points. */
function sentOf({ name, role, share, reference }: Typed) {
  const [whole = '0', part = ''] = share.split('.')
  const basisPoints = Number.parseInt(`${whole}${part.padEnd(2, '0')}`, 10)
  return { name, role, share_bps: basisPoints, identity_reference: reference }
}
