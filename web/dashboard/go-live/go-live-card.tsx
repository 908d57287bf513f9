import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Rocket } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { useAccount, useTenant } from '../use-account.ts'
import { type GoLive, goLiveQuery, itemNames } from './use-go-live.ts'

/** Points a business that is not live yet to what is missing. Only an owner or an administrator can do it, so only they see it. */
export function GoLiveCard() {
  const tenant = useTenant()
  const { data: account } = useAccount()
  const business = account?.businesses.find((one) => one.business_id === tenant.businessId)
  const isShown = business?.is_live === false && ['owner', 'administrator'].includes(tenant.role)
  const { data: file } = useQuery({ ...goLiveQuery(tenant), enabled: isShown })
  if (!isShown || file === undefined || file.state === 'approved' || file.state === 'suspended') return null
  return (
    <section
      aria-label="Go live"
      className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-panel border bg-surface px-4 py-3 text-small"
    >
      <span className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Rocket size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="block font-medium">{titleOf(file)}</span>
          <span className="block text-muted">{missingOf(file)}</span>
        </span>
      </span>
      <Button asChild>
        <Link from="/$business/$mode" to="/$business/$mode/go-live">
          {file.state === 'submitted' ? 'See your file' : 'Go live'}
        </Link>
      </Button>
    </section>
  )
}

function titleOf({ state, items }: GoLive): string {
  if (state === 'submitted') return 'Two people are reading your file'
  if (state === 'refused') return 'Fix your go-live file'
  const done = items.filter(({ is_complete: isComplete }) => isComplete).length
  return `Move real money: ${done} of ${items.length} steps are complete`
}

function missingOf({ state, items, submission }: GoLive): string {
  if (state === 'submitted') return 'Usually within one business day. We mail the owners.'
  const names =
    state === 'refused'
      ? (submission?.to_fix ?? []).map(({ item }) => itemNames[item])
      : items.filter(({ is_complete: isComplete }) => !isComplete).map(({ item }) => itemNames[item])
  return names.length === 0 ? 'Everything is there. Submit it.' : `Still missing: ${names.join(', ')}.`
}
