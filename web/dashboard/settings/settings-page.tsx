import { Link, Outlet } from '@tanstack/react-router'
import { useTenant } from '../use-account.ts'
import { mayManageTeam } from './use-team.ts'

const tabs = [
  { to: '/$business/$mode/settings/team', name: 'Team' },
  { to: '/$business/$mode/settings/business', name: 'Business' },
  { to: '/$business/$mode/settings/pay-page', name: 'Pay page' },
  { to: '/$business/$mode/settings/activity', name: 'Activity' },
  { to: '/$business/$mode/settings/account', name: 'Your account' },
] as const

/** What belongs to the business and to the person, and is the same for every page. */
export function SettingsPage() {
  const tenant = useTenant()
  return (
    <>
      <title>{`Settings · ${tenant.name} · Afara`}</title>
      <h1 className="text-title font-semibold tracking-tight">Settings</h1>
      <nav aria-label="Settings" className="mt-2 mb-4 flex gap-4 overflow-x-auto border-b middle:gap-6">
        {tabs
          .filter(({ name }) => name !== 'Activity' || mayManageTeam(tenant.role))
          .map(({ to, name }) => (
            <Link
              key={name}
              from="/$business/$mode"
              to={to}
              className="flex h-11 shrink-0 items-center border-b-2 border-transparent text-small font-medium text-muted -outline-offset-2 hover:text-text aria-[current=page]:border-brand aria-[current=page]:text-text middle:h-10"
            >
              {name}
            </Link>
          ))}
      </nav>
      <Outlet />
    </>
  )
}
