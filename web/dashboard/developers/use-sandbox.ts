import type { Certification } from '@afara/sdk'
import { queryOptions } from '@tanstack/react-query'
import { askApi, type Tenant } from '../ask-api.ts'

const EVERY_MS = 2_000
const QUIET_MS = 10_000

/** What the business has shown so far. Read often while a scenario runs. */
export function certificationQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: [tenant.businessId, tenant.mode, 'certification'],
    queryFn: async () => {
      const { certification } = await askApi<{ certification: Certification }>(
        tenant,
        '/sandbox/v1/certification',
      )
      return certification
    },
    refetchInterval: ({ state }) =>
      state.data?.scenarios.some((one) => one.state === 'waiting') === true ? EVERY_MS : QUIET_MS,
  })
}
