import type {
  BalancesReply,
  BanksReply,
  BuyTransaction,
  EventsReply,
  SellTransaction,
  TimelineReply,
  TransactionListReply,
  WithdrawalTransaction,
} from '@afara/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { askApi, type Tenant } from './ask-api.ts'

export type Transaction = BuyTransaction | SellTransaction | WithdrawalTransaction

/** What the list of transactions shows. It is in the address, so a link shows the same list. */
export type ListFilters = Readonly<{
  type?: 'buy' | 'sell' | 'withdrawal'
  status?: string
  find?: string
  open?: string
}>

const EVERY_MS = 5_000
const RUNNING_MS = 1_000
/** The statuses in which nothing moves any more by itself. */
const ended: ReadonlySet<string> = new Set(['completed', 'refunded', 'expired', 'cancelled'])

/** Every answer is kept under its business and mode, so that test and live never mix. */
const keyOf = ({ businessId, mode }: Tenant, ...rest: readonly unknown[]) => [businessId, mode, ...rest]

export function listQuery(tenant: Tenant, { type, status, find }: ListFilters, from?: string) {
  return infiniteQueryOptions({
    queryKey: keyOf(tenant, 'list', type, status, find, from),
    queryFn: async ({ pageParam }) => {
      if (find !== undefined && find !== '') {
        const found = await askApi<{ transactions: readonly Transaction[] }>(
          tenant,
          `/transactions/v1/find?id=${encodeURIComponent(find)}`,
        )
        return { transactions: found.transactions, next: null }
      }
      const query = new URLSearchParams({ limit: from === undefined ? '25' : '100' })
      if (type !== undefined) query.set('type', type)
      if (status !== undefined) query.set('status', status)
      if (from !== undefined) query.set('from', from)
      if (pageParam !== '') query.set('after', pageParam)
      return askApi<TransactionListReply>(tenant, `/transactions/v1?${query}`)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: EVERY_MS,
  })
}

export function transactionQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: keyOf(tenant, 'transaction', id),
    queryFn: async () => askApi<{ transaction: Transaction }>(tenant, `/transactions/v1/${id}`),
    refetchInterval: EVERY_MS,
  })
}

export function timelineQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: keyOf(tenant, 'timeline', id),
    queryFn: async () => askApi<TimelineReply>(tenant, `/transactions/v1/${id}/timeline`),
    refetchInterval: ({ state }) =>
      state.data !== undefined && ended.has(state.data.timeline.status) ? EVERY_MS : RUNNING_MS,
  })
}

export function eventsQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: keyOf(tenant, 'events', id),
    queryFn: async () => askApi<EventsReply>(tenant, `/events/v1?transaction_id=${id}&limit=100`),
    refetchInterval: EVERY_MS,
  })
}

export function balancesQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: keyOf(tenant, 'balances'),
    queryFn: async () => askApi<BalancesReply>(tenant, '/balances/v1'),
    refetchInterval: EVERY_MS,
  })
}

/** Banks to which we paid often enough to know how they work. */
export function banksQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: keyOf(tenant, 'banks'),
    queryFn: async () => {
      const { banks } = await askApi<BanksReply>(tenant, '/banks/v1')
      return banks.filter(({ health }) => health.state !== 'unknown')
    },
    refetchInterval: 60_000,
  })
}
