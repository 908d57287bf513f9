import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatchRoute, useParams } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  ArrowUpRight,
  CodeXml,
  Ellipsis,
  House,
  Link2,
  Rocket,
  Search,
  Settings,
  Wallet,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Dialog } from '../shared/ui/dialog.tsx'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx'
import type { Business, Person } from './ask-people.ts'
import { BusinessList, BusinessSwitcher, PersonLink } from './business-switcher.tsx'
import { CardPage } from './card-page.tsx'
import { ConfirmNotice } from './confirm-notice.tsx'
import { NotLive } from './not-live.tsx'
import { accountQuery } from './use-account.ts'

const pages = [
  { to: '/$business/$mode', name: 'Home', Icon: House, isExact: true },
  { to: '/$business/$mode/transactions', name: 'Transactions', Icon: ArrowLeftRight, isExact: false },
  { to: '/$business/$mode/pay-links', name: 'Pay links', Icon: Link2, isExact: false },
  { to: '/$business/$mode/balance', name: 'Balance', Icon: Wallet, isExact: false },
  { to: '/$business/$mode/pay-out', name: 'Pay out', Icon: ArrowUpRight, isExact: false },
  { to: '/$business/$mode/developers', name: 'Developers', Icon: CodeXml, isExact: false },
  { to: '/$business/$mode/settings', name: 'Settings', Icon: Settings, isExact: false },
  { to: '/$business/$mode/go-live', name: 'Go live', Icon: Rocket, isExact: false },
] as const
/** A live business needs the page no more. */
const pagesOf = ({ is_live: isLive }: Business) => pages.filter(({ name }) => !(isLive && name === 'Go live'))

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
/** The bottom bar of a phone has room for these. The others are behind "More". */
const PAGES_ON_PHONE = 4

/** The frame of every page of a business: navigation, the switch of the mode, search, and who is signed in. */
export function Shell() {
  const { data, error } = useQuery(accountQuery)
  const { business: linkTag, mode } = useParams({ from: '/$business/$mode' })
  // The way into live mode is open before live mode is.
  const isGoingLive = useMatchRoute()({ to: '/$business/$mode/go-live' }) !== false
  if (error !== null)
    return (
      <CardPage title="The dashboard is not available">
        <Problem>{error.message}</Problem>
      </CardPage>
    )
  if (data === undefined)
    return (
      <CardPage title="One moment">
        <Skeleton rows={3} />
      </CardPage>
    )
  const business = data.businesses.find((one) => one.link_tag === linkTag)
  if (business === undefined)
    return (
      <CardPage title="You have no such business">
        <p className="text-body text-muted">
          Nothing with the link tag “{linkTag}” belongs to you. Check the address, or{' '}
          <a className="font-medium text-brand underline underline-offset-2" href="/dashboard">
            open your own business
          </a>
          .
        </p>
      </CardPage>
    )
  return (
    <div className="min-h-dvh bg-surface middle:grid middle:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-20 rounded-small bg-brand px-3 py-2 text-on-brand focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <Side business={business} businesses={data.businesses} person={data.person} mode={mode} />
      <div className="flex min-w-0 flex-col">
        {mode === 'test' && <TestBanner />}
        <Top business={business} mode={mode} />
        {!data.person.is_email_confirmed && <ConfirmNotice email={data.person.email} />}
        <main id="content" className="min-w-0 flex-1 px-4 pt-4 pb-24 middle:px-8 middle:pt-6 middle:pb-12">
          {mode === 'live' && !business.is_live && !isGoingLive ? <NotLive /> : <Outlet />}
        </main>
      </div>
      <BottomBar business={business} businesses={data.businesses} person={data.person} />
    </div>
  )
}

type Own = Readonly<{ business: Business; businesses: readonly Business[]; person: Person }>

function Side({ business, businesses, person, mode }: Own & Readonly<{ mode: string }>) {
  return (
    <aside
      aria-label="Your business"
      className="sticky top-0 hidden h-dvh flex-col gap-3 border-r bg-bg p-3 middle:flex"
    >
      <BusinessSwitcher business={business} businesses={businesses} />
      <ModeSwitch mode={mode} />
      <nav aria-label="Pages" className="flex flex-col gap-1">
        {pagesOf(business).map(({ to, name, Icon, isExact }) => (
          <Link
            key={name}
            from="/$business/$mode"
            to={to}
            activeOptions={{ exact: isExact }}
            className="flex h-8 items-center gap-3 rounded-small px-2 text-small font-medium text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-brand-soft aria-[current=page]:text-text"
          >
            <Icon size={16} aria-hidden />
            {name}
          </Link>
        ))}
      </nav>
      <div className="mt-auto">
        <PersonLink person={person} business={business} />
      </div>
    </aside>
  )
}

/** Test is amber with a tape over the window; live has neither. */
function ModeSwitch({ mode }: Readonly<{ mode: string }>) {
  const { business } = useParams({ from: '/$business/$mode' })
  const look = (isOn: boolean, isTest: boolean) =>
    joinClasses(
      'flex h-9 items-center justify-center gap-1.5 rounded-small text-small font-medium middle:h-7',
      !isOn && 'text-muted hover:text-text',
      isOn && (isTest ? 'bg-warn-soft text-warn shadow-panel' : 'bg-surface text-text shadow-panel'),
    )
  return (
    <nav aria-label="Mode" className="grid grid-cols-2 gap-0.5 rounded-panel border bg-sunken p-0.5">
      {(['test', 'live'] as const).map((one) => (
        <Link
          key={one}
          to="/$business/$mode"
          params={{ business, mode: one }}
          aria-current={mode === one ? 'true' : undefined}
          className={look(mode === one, one === 'test')}
        >
          {mode === one && (
            <span
              className={joinClasses('size-1.5 rounded-full', one === 'test' ? 'bg-warn' : 'bg-good')}
              aria-hidden="true"
            />
          )}
          {one === 'test' ? 'Test' : 'Live'}
        </Link>
      ))}
    </nav>
  )
}

function TestBanner() {
  return (
    <aside
      aria-label="Mode of this page"
      className="border-b border-warn/40 bg-warn-soft text-small text-warn"
    >
      <div
        aria-hidden="true"
        className="fixed inset-x-0 top-0 z-10 h-1 bg-[repeating-linear-gradient(135deg,var(--warn)_0_8px,var(--warn-soft)_8px_16px)]"
      />
      <p className="px-4 pt-2.5 pb-1.5 middle:px-8">
        <b className="font-semibold">Test mode.</b> No real naira and no real NGNC move here.
      </p>
    </aside>
  )
}

function Top({ business, mode }: Readonly<{ business: Business; mode: string }>) {
  return (
    <header className="sticky top-0 z-5 flex h-14 items-center gap-3 border-b bg-surface px-4 middle:px-8">
      <SearchBox business={business} />
      <span className="ml-auto hidden text-caption text-muted middle:block">{business.name}</span>
      <div className="w-32 shrink-0 middle:hidden">
        <ModeSwitch mode={mode} />
      </div>
      <ThemeSwitch />
    </header>
  )
}

/** Opens the palette, by a click or with ⌘K. */
function SearchBox({ business }: Readonly<{ business: Business }>) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <search className="min-w-0 flex-1 middle:max-w-100">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="flex h-11 w-full items-center gap-2 rounded-small border border-border-strong bg-surface px-3 text-left text-small text-muted hover:bg-sunken middle:h-9"
      >
        <Search size={16} aria-hidden className="shrink-0" />
        <span className="truncate">
          Search<span className="hidden middle:inline"> any id, amount or payer</span>
        </span>
        <kbd className="ml-auto hidden h-5 items-center rounded-small border px-1 font-sans text-caption middle:flex">
          ⌘K
        </kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette pages={pagesOf(business)} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </search>
  )
}

const tab =
  'flex h-14 flex-col items-center justify-center gap-1 text-caption font-medium text-muted aria-[current=page]:text-brand'

/** The first pages, and "More" with the others, the other businesses and the person. */
function BottomBar({ business, businesses, person }: Own) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const first = pagesOf(business).slice(0, PAGES_ON_PHONE)
  const others = pagesOf(business).slice(PAGES_ON_PHONE)
  const matchRoute = useMatchRoute()
  const isOnOther = others.some(({ to }) => matchRoute({ to, fuzzy: true }) !== false)
  return (
    <nav
      aria-label="Pages on a phone"
      className="fixed inset-x-0 bottom-0 z-5 grid auto-cols-fr grid-flow-col border-t bg-surface middle:hidden"
    >
      {first.map(({ to, name, Icon, isExact }) => (
        <Link key={name} from="/$business/$mode" to={to} activeOptions={{ exact: isExact }} className={tab}>
          <Icon size={20} aria-hidden />
          {name}
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isOnOther ? 'page' : undefined}
        className={tab}
        onClick={() => setIsOpen(true)}
      >
        <Ellipsis size={20} aria-hidden />
        More
      </button>
      {isOpen && (
        <Dialog title="More" isSheet onClose={close}>
          <div className="-m-2 flex flex-col gap-2">
            {others.map(({ to, name, Icon }) => (
              <Link
                key={name}
                from="/$business/$mode"
                to={to}
                onClick={close}
                className="flex h-11 items-center gap-3 rounded-small px-2 text-body font-medium aria-[current=page]:bg-brand-soft"
              >
                <Icon size={20} aria-hidden className="text-muted" />
                {name}
              </Link>
            ))}
            <BusinessList business={business} businesses={businesses} onChosen={close} />
            <div className={joinClasses(others.length > 0 && 'border-t pt-2')}>
              <PersonLink person={person} business={business} onChosen={close} />
            </div>
          </div>
        </Dialog>
      )}
    </nav>
  )
}
