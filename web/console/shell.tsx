import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { DropdownMenu } from 'radix-ui'
import { askPeople, Refused } from '../shared/ask.ts'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Mark } from '../shared/ui/mark.tsx'
import { Problem } from '../shared/ui/placeholder.tsx'
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx'
import { useNowScreen } from './now/use-now-screen.ts'
import { Avatar } from './parts.tsx'
import { SearchBox } from './search-box.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { type Mode, type Operator, sessionQuery, useChanges, useMode } from './use-console.ts'

/** The screens, in the order of the tabs. */
const tabs = [
  { to: '/$mode', name: 'Now', isExact: true },
  { to: '/$mode/cases', name: 'Cases', isExact: false },
  { to: '/$mode/transactions', name: 'Transactions', isExact: false },
  { to: '/$mode/money', name: 'Money', isExact: false },
  { to: '/$mode/businesses', name: 'Businesses', isExact: false },
  { to: '/$mode/banks', name: 'Banks', isExact: false },
  { to: '/$mode/books', name: 'Books', isExact: false },
  { to: '/$mode/audit', name: 'Audit', isExact: false },
  { to: '/$mode/team', name: 'Team', isExact: false },
] as const
/** So many fit at the bottom of a phone. The others are behind "More". */
const MAIN = 4

/** The frame of every screen: who is signed in, which money it is about, and the tabs. */
export function Shell() {
  const { data, error } = useQuery(sessionQuery)
  if (error instanceof Refused && (error.status === 401 || error.code === 'person_disabled'))
    return <SignInPage because={sayWhy(error)} />
  if (error !== null)
    return (
      <main className="mx-auto max-w-120 p-8">
        <Problem>{error.message}</Problem>
      </main>
    )
  if (data === undefined) return null
  return <Frame person={data.person} sessionId={data.session.session_id} />
}

/** A first visit needs no explanation. */
function sayWhy({ code, message }: Refused): string | undefined {
  return code === 'session_missing' ? undefined : message
}

function Frame({ person, sessionId }: Readonly<{ person: Operator; sessionId: string }>) {
  const mode = useMode()
  useChanges(mode)
  return (
    <div className="min-h-dvh bg-bg">
      <a
        href="#content"
        className="sr-only z-20 rounded-small bg-brand px-3 py-2 text-on-brand focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      {mode === 'test' && (
        <div
          aria-hidden="true"
          className="fixed inset-x-0 top-0 z-10 h-1 bg-[repeating-linear-gradient(135deg,var(--warn)_0_8px,var(--warn-soft)_8px_16px)]"
        />
      )}
      <header className="sticky top-0 z-5 flex h-13 items-center gap-1 border-b bg-surface px-4 middle:px-6">
        <Link
          to="/$mode"
          params={{ mode }}
          className="mr-2 flex items-center gap-2 text-body font-semibold middle:mr-4"
        >
          <span className="flex size-6 items-center justify-center rounded-small bg-brand text-on-brand">
            <Mark size={16} />
          </span>
          <span>Console</span>
        </Link>
        <ModeSwitch mode={mode} />
        <Tabs className="ml-3 hidden min-w-0 overflow-x-auto middle:flex" />
        <span className="grow" />
        <SearchBox />
        <ThemeSwitch />
        <PersonMenu person={person} sessionId={sessionId} />
      </header>
      <main id="content" className="mx-auto max-w-360 px-4 pt-4 pb-24 middle:px-6 middle:pb-6">
        <Outlet />
      </main>
      <nav
        aria-label="Screens on a phone"
        className="fixed inset-x-0 bottom-0 z-5 border-t bg-surface middle:hidden"
      >
        <div className="grid auto-cols-fr grid-flow-col">
          <Tabs className="contents" shown={tabs.slice(0, MAIN)} />
          <MoreTabs />
        </div>
      </nav>
    </div>
  )
}

/** The other screens, on a phone. */
function MoreTabs() {
  const mode = useMode()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="flex h-14 items-center justify-center rounded-small px-3 text-small font-medium text-muted hover:bg-sunken hover:text-text">
        More
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          align="end"
          sideOffset={4}
          className="z-20 w-48 rounded-panel border bg-surface p-1 shadow-panel"
        >
          {tabs.slice(MAIN).map(({ to, name }) => (
            <DropdownMenu.Item key={name} asChild>
              <Link
                to={to}
                params={{ mode }}
                className="flex h-11 items-center rounded-small px-3 text-small font-medium data-highlighted:bg-sunken"
              >
                {name}
              </Link>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Tabs({
  className,
  shown = tabs,
}: Readonly<{ className: string; shown?: ReadonlyArray<(typeof tabs)[number]> }>) {
  const mode = useMode()
  const open = useNowScreen().data?.proofs.case_count
  return (
    <div className={joinClasses('gap-1', className)}>
      {shown.map(({ to, name, isExact }) => (
        <Link
          key={name}
          to={to}
          params={{ mode }}
          activeOptions={{ exact: isExact, includeSearch: false }}
          className="flex h-14 shrink-0 items-center justify-center gap-2 rounded-small -outline-offset-2 px-3 text-small font-medium text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-brand-soft aria-[current=page]:text-text middle:h-8"
        >
          {name}
          {name === 'Cases' && open !== undefined && open !== '0' && (
            <span className="min-w-5 rounded-full bg-warn-soft px-1.5 text-center text-caption leading-5 font-semibold text-warn">
              {open}
            </span>
          )}
        </Link>
      ))}
    </div>
  )
}

/** Live is green. Test is amber, with a tape over the window. A click opens the same screen of the other mode. */
function ModeSwitch({ mode }: Readonly<{ mode: Mode }>) {
  const other: Mode = mode === 'live' ? 'test' : 'live'
  return (
    <Link
      to="/$mode"
      params={{ mode: other }}
      title={`Switch to ${other}`}
      aria-label={`This is ${mode} money. Switch to ${other}`}
      className="inline-flex h-11 items-center middle:h-6"
    >
      <span
        className={joinClasses(
          'inline-flex h-5 items-center gap-1.5 rounded-full px-2 text-caption font-medium',
          mode === 'live' ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn',
        )}
      >
        <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
        {mode === 'live' ? 'Live' : 'Test'}
      </span>
    </Link>
  )
}

function PersonMenu({ person, sessionId }: Readonly<{ person: Operator; sessionId: string }>) {
  const client = useQueryClient()
  const signOut = async () => {
    await askPeople(`/people/v1/sessions/${sessionId}/revoke`, 'nothing')
    await client.resetQueries()
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="relative flex size-11 items-center justify-center rounded-small hover:bg-sunken middle:size-8">
        <Avatar name={person.name} />
        <span className="sr-only">{person.name}, your menu</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-20 w-64 rounded-panel border bg-surface p-1 shadow-panel"
        >
          <div className="px-3 py-2">
            <p className="text-body font-semibold">{person.name}</p>
            <p className="truncate text-caption text-muted">{person.email}</p>
            <p className="text-caption text-muted">{person.roles.join(', ')}</p>
          </div>
          <DropdownMenu.Item
            onSelect={() => void signOut()}
            className="flex h-11 cursor-pointer items-center rounded-small px-3 text-small font-medium data-highlighted:bg-sunken middle:h-8"
          >
            Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
