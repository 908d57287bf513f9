import { queryOptions, useQuery } from '@tanstack/react-query'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { askPeople } from '../ask-people.ts'
import { useTenant } from '../use-account.ts'
import { clockOf, dateOf, shortId } from '../words.ts'

type Activity = Readonly<{
  at: string
  action: string
  sentence: string
  subject: string | null
  mode: string | null
}>

function activityQuery({ businessId }: Tenant) {
  return queryOptions({
    queryKey: ['activity', businessId],
    queryFn: async () =>
      askPeople<{ activity: readonly Activity[] }>(`/account/v1/businesses/${businessId}/activity`),
  })
}

/** Who did what: in this mode, and to the business as a whole. */
export function ActivityPage() {
  const tenant = useTenant()
  const { data, error } = useQuery(activityQuery(tenant))
  const shown = data?.activity.filter(({ mode }) => mode === null || mode === tenant.mode)
  const days = new Map<string, Activity[]>()
  for (const one of shown ?? []) days.set(dateOf(one.at), [...(days.get(dateOf(one.at)) ?? []), one])
  return (
    <div className="flex max-w-200 flex-col gap-4">
      <title>{`Activity · ${tenant.name} · Afara`}</title>
      <p className="text-small text-muted">
        What people changed in {tenant.mode} mode and in the business. Nobody can edit this.
      </p>
      {error !== null && <Problem>{error.message}</Problem>}
      {shown === undefined && error === null && <Skeleton rows={6} height={44} />}
      {shown?.length === 0 && <EmptyState>When somebody changes something, it appears here.</EmptyState>}
      {[...days].map(([day, list]) => (
        <Panel key={day} title={day}>
          <ol>
            {list.map((one) => (
              <li
                key={`${one.at} ${one.sentence} ${one.subject}`}
                className="grid grid-cols-[48px_minmax(0,1fr)] items-baseline gap-x-3 border-b px-4 py-2.5 text-small last:border-b-0 middle:grid-cols-[48px_minmax(0,1fr)_auto]"
              >
                <time dateTime={one.at} className="text-caption text-muted">
                  {clockOf(one.at)}
                </time>
                <span className="break-words">{one.sentence}</span>
                {one.subject !== null && !one.subject.startsWith('biz_') && (
                  <span className="col-start-2 middle:col-start-3">
                    <CopyId id={one.subject} short={shortId(one.subject)} />
                  </span>
                )}
              </li>
            ))}
          </ol>
        </Panel>
      ))}
    </div>
  )
}
