import type { BalanceDaysReply, MovementListReply } from '@afara/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { askApi, type Tenant } from './ask-api.ts'

/** The first and the last day of a period in Lagos. */
export type Days = Readonly<{ from: string; to: string }>

const EVERY_MS = 5_000

const keyOf = ({ businessId, mode }: Tenant, ...rest: readonly unknown[]) => [businessId, mode, ...rest]

export function balanceDaysQuery(tenant: Tenant, { from, to }: Days) {
  return queryOptions({
    queryKey: keyOf(tenant, 'balance-days', from, to),
    queryFn: async () =>
      askApi<BalanceDaysReply>(tenant, `/balances/v1/days?${new URLSearchParams({ from, to })}`),
    refetchInterval: EVERY_MS,
  })
}

export function movementsQuery(tenant: Tenant, { from, to }: Days) {
  return infiniteQueryOptions({
    queryKey: keyOf(tenant, 'movements', from, to),
    queryFn: async ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '25', from, to })
      if (pageParam !== '') query.set('after', pageParam)
      return askApi<MovementListReply>(tenant, `/balances/v1/statement?${query}`)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: EVERY_MS,
  })
}
