import type {
  BalancesReply,
  BanksReply,
  BuyTransaction,
  EventsReply,
  SellTransaction,
  TimelineReply,
  TransactionListReply,
  TransactionTotalsReply,
  UnmatchedReply,
  WebhookDelivery,
  WebhookEndpoint,
  WithdrawalTransaction,
} from '@afara/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { askApi, type Tenant } from './ask-api.ts'
import { Refused } from './ask-people.ts'
import { daysOf, type PeriodSearch } from './period.tsx'

export type Transaction = BuyTransaction | SellTransaction | WithdrawalTransaction

/** What the list of transactions shows. It is in the address, so a link shows the same list. */
export type ListFilters = PeriodSearch &
  Readonly<{
    type?: 'buy' | 'sell' | 'withdrawal'
    status?: string
    /** A part of the name of the payer or the payee, or the end of the account number. */
    party?: string
    least?: string
    most?: string
    find?: string
    open?: string
  }>

const EVERY_MS = 5_000
const RUNNING_MS = 1_000
/** The statuses in which nothing moves any more by itself. */
const ended: ReadonlySet<string> = new Set(['completed', 'refunded', 'expired', 'cancelled'])

/** Every answer is kept under its business and mode, so that test and live never mix. */
const keyOf = ({ businessId, mode }: Tenant, ...rest: readonly unknown[]) => [businessId, mode, ...rest]

/** The filters as the API names them. */
export function filterQuery(filters: ListFilters): URLSearchParams {
  const { type, status, party, least, most } = filters
  const { from, to } = daysOf(filters, 'all')
  const given = { type, status, party, amount_from: least, amount_to: most, from, to }
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

export function listQuery(tenant: Tenant, filters: ListFilters) {
  const { find } = filters
  const query = filterQuery(filters)
  return infiniteQueryOptions({
    queryKey: keyOf(tenant, 'list', query.toString(), find),
    queryFn: async ({ pageParam }) => {
      if (find !== undefined && find !== '')
        return { transactions: await searchTransactions(tenant, find), next: null }
      const asked = new URLSearchParams(query)
      asked.set('limit', '25')
      if (pageParam !== '') asked.set('after', pageParam)
      return askApi<TransactionListReply>(tenant, `/transactions/v1?${asked}`)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: EVERY_MS,
  })
}

/** How many transactions match, and their sums, by type and status. */
export function totalsQuery(tenant: Tenant, filters: ListFilters) {
  const query = filterQuery(filters)
  return queryOptions({
    queryKey: keyOf(tenant, 'totals', query.toString()),
    queryFn: async () => askApi<TransactionTotalsReply>(tenant, `/transactions/v1/totals?${query}`),
    refetchInterval: EVERY_MS,
  })
}

/** One of our ids, a hash, or the session id of a bank. */
const ID = /^([a-z]{3}_[0-9a-f]{32}|[A-Za-z0-9+/=_-]{24,255}|0x[0-9a-fA-F]{40,64})$/
const REFERENCE = /^[A-Za-z0-9._-]{1,64}$/
const AMOUNT = /^₦?\s?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\.[0-9]{1,2})?$/

/** Finds transactions by any id, reference, amount, payer or payee, the best match first. */
export async function searchTransactions(tenant: Tenant, text: string): Promise<readonly Transaction[]> {
  const wanted = text.trim()
  if (wanted === '') return []
  const list = async (query: Record<string, string>) =>
    askApi<TransactionListReply>(tenant, `/transactions/v1?${new URLSearchParams({ limit: '10', ...query })}`)
  const found = await Promise.all([
    ...(ID.test(wanted)
      ? [
          askApi<TransactionListReply>(
            tenant,
            `/transactions/v1/find?id=${encodeURIComponent(wanted)}`,
          ).catch(ignoreUnknown),
        ]
      : []),
    ...(REFERENCE.test(wanted) ? [list({ reference: wanted })] : []),
    ...(AMOUNT.test(wanted) ? [list(amountsLike(wanted))] : []),
    ...(wanted.length >= 2 ? [list({ party: wanted.slice(0, 100) })] : []),
  ])
  const all = found.flatMap(({ transactions }) => transactions)
  return [...new Map(all.map((one) => [one.transaction_id, one])).values()]
}

function ignoreUnknown(error: unknown): { transactions: readonly Transaction[] } {
  if (error instanceof Refused && error.status === 404) return { transactions: [] }
  throw error
}

/** An amount without kobo also finds the amounts of pay links, which have some. */
function amountsLike(text: string): Record<string, string> {
  const amount = text.replaceAll(/[₦,\s]/g, '')
  return amount.includes('.')
    ? { amount_from: amount, amount_to: amount }
    : { amount_from: amount, amount_to: `${amount}.99` }
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

export type Delivery = WebhookDelivery & Readonly<{ endpoint: WebhookEndpoint }>

/** What was sent about a transaction to each endpoint, with every attempt. Reads the newest hundred deliveries of an endpoint. */
export function deliveriesQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: keyOf(tenant, 'deliveries', id),
    queryFn: async (): Promise<readonly Delivery[]> => {
      const { endpoints } = await askApi<{ endpoints: readonly WebhookEndpoint[] }>(
        tenant,
        '/webhooks/v1/endpoints',
      )
      const lists = await Promise.all(
        endpoints.map(async (endpoint) => {
          const path = `/webhooks/v1/endpoints/${endpoint.id}/deliveries?limit=100`
          const { deliveries } = await askApi<{ deliveries: readonly WebhookDelivery[] }>(tenant, path)
          return deliveries
            .filter(({ transaction_id: about }) => about === id)
            .map((delivery) => ({ ...delivery, endpoint }))
        }),
      )
      return lists.flat()
    },
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
export function unmatchedQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: keyOf(tenant, 'unmatched'),
    queryFn: async () => (await askApi<UnmatchedReply>(tenant, '/transactions/v1/unmatched')).payments,
    refetchInterval: 10_000,
  })
}

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
