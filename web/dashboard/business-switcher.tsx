import { Link, useParams } from '@tanstack/react-router'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useRef } from 'react'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Mark } from '../shared/ui/mark.tsx'
import type { Business, Person } from './ask-people.ts'

type Own = Readonly<{ business: Business; businesses: readonly Business[] }>

/** The business of the page. A person with several businesses opens another one here. */
export function BusinessSwitcher({ business, businesses }: Own) {
  const menu = useRef<HTMLDivElement>(null)
  if (businesses.length < 2)
    return (
      <div className="flex h-10 items-center gap-2 px-2">
        <BusinessName business={business} />
      </div>
    )
  return (
    <>
      <button
        type="button"
        popoverTarget="businesses"
        className="flex h-10 items-center gap-2 rounded-small px-2 text-left hover:bg-sunken"
      >
        <BusinessName business={business} />
        <span className="sr-only">Open another business</span>
        <ChevronsUpDown size={16} aria-hidden className="ml-auto shrink-0 text-muted" />
      </button>
      <div
        ref={menu}
        id="businesses"
        popover="auto"
        className="fixed top-14 left-3 m-0 max-h-[70dvh] w-60 overflow-y-auto rounded-panel border bg-surface p-1 text-text shadow-panel"
      >
        <BusinessList
          business={business}
          businesses={businesses}
          onChosen={() => menu.current?.hidePopover()}
        />
      </div>
    </>
  )
}

/** The businesses of the person, with a tick at the one of the page. Empty for a person with one. */
export function BusinessList({ business, businesses, onChosen }: Own & Readonly<{ onChosen?: () => void }>) {
  const { mode } = useParams({ from: '/$business/$mode' })
  if (businesses.length < 2) return null
  return (
    <nav aria-label="Your businesses" className="flex flex-col">
      {businesses.map((one) => (
        <Link
          key={one.business_id}
          to="/$business/$mode"
          // A business that is not live has only test mode.
          params={{ business: one.link_tag, mode: one.is_live ? mode : 'test' }}
          activeOptions={{ exact: true }}
          aria-current={one === business ? 'true' : undefined}
          onClick={onChosen}
          className={joinClasses(
            'flex min-h-11 items-center gap-2 rounded-small px-2 hover:bg-sunken',
            one === business && 'bg-brand-soft hover:bg-brand-soft',
          )}
        >
          <BusinessName business={one} />
          {one === business && <Check size={16} aria-hidden className="ml-auto shrink-0 text-brand" />}
        </Link>
      ))}
    </nav>
  )
}

function BusinessName({ business }: Readonly<{ business: Business }>) {
  return (
    <>
      <span className="flex size-6 shrink-0 items-center justify-center rounded-small bg-brand text-on-brand">
        <Mark size={16} />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-small leading-4 font-semibold">{business.name}</span>
        <span className="block truncate text-caption text-muted">@{business.link_tag}</span>
      </span>
    </>
  )
}

/** Who is signed in, and their role here. Opens their sessions and passkeys. */
export function PersonLink({
  person,
  business,
  onChosen,
}: Readonly<{ person: Person; business: Business; onChosen?: () => void }>) {
  return (
    <Link
      from="/$business/$mode"
      to="/$business/$mode/settings/account"
      title="Your sessions and passkeys"
      onClick={onChosen}
      className="flex min-h-11 items-center gap-2 rounded-small px-2 text-small hover:bg-sunken middle:min-h-10"
    >
      <span
        aria-hidden="true"
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-brand-soft text-caption font-semibold text-brand"
      >
        {initialsOf(person.name)}
      </span>
      <span className="min-w-0">
        <span className="block truncate leading-4 font-medium">{person.name}</span>
        <span className="block truncate text-caption text-muted">{roleIn(person, business)}</span>
      </span>
    </Link>
  )
}

function roleIn({ memberships }: Person, { business_id: id }: Business): string {
  const role = memberships.find((one) => one.business_id === id)?.role ?? ''
  return role.charAt(0).toUpperCase() + role.slice(1)
}

/** The first letters of the first and the last word: "Ngozi Ada Eze" is NE. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0) ?? '')
    .join('')
    .toUpperCase()
}
