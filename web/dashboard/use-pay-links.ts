import type { PayLink, PayLinkListReply, PayLinkReply, PayLinkRequest } from '@afara/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { askApi, type Tenant } from './ask-api.ts'
import { daysOf, type PeriodSearch } from './period.tsx'

/** What the list of pay links shows. It is in the address, so a link shows the same list. */
export type PayLinkFilters = PeriodSearch &
  Readonly<{
    show?: PayLinkShow
    /** The id of the link that is shown, or `new`. */
    open?: string
    /** The amount of a new link, in whole naira. */
    amount?: string
  }>

export type PayLinkShow = keyof typeof statusesOf

/** The statuses of the buy behind a link. */
export const statusesOf = {
  open: 'pending_payment,part_paid',
  paid: 'payment_received,action_required,on_hold,cleared,sending,send_failed,completed',
  ended: 'expired,cancelled,refunding,refunded,refund_failed,recalled',
} as const

export const USUAL_PERIOD = 'all'
const EVERY_MS = 5_000

const keyOf = ({ businessId, mode }: Tenant, ...rest: readonly unknown[]) => [businessId, mode, ...rest]

export function payLinksQuery(tenant: Tenant, filters: PayLinkFilters) {
  const { from, to } = daysOf(filters, USUAL_PERIOD)
  const { show } = filters
  return infiniteQueryOptions({
    queryKey: keyOf(tenant, 'pay-links', show, from, to),
    queryFn: async ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '25' })
      if (show !== undefined) query.set('status', statusesOf[show])
      if (from !== undefined) query.set('from', from)
      if (to !== undefined) query.set('to', to)
      if (pageParam !== '') query.set('after', pageParam)
      return askApi<PayLinkListReply>(tenant, `/pay-links/v1?${query}`)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: EVERY_MS,
  })
}

export function payLinkQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: keyOf(tenant, 'pay-link', id),
    queryFn: async () => askApi<PayLinkReply>(tenant, `/pay-links/v1/${id}`),
    refetchInterval: EVERY_MS,
  })
}

export type NewPayLink = Omit<PayLinkRequest, 'business_id' | 'link_tag'>

export async function makePayLink(
  tenant: Tenant,
  link: NewPayLink,
  idempotencyKey: string,
): Promise<PayLink> {
  const body = { business_id: tenant.businessId, link_tag: tenant.linkTag, ...link }
  const { pay_link: made } = await askApi<{ pay_link: PayLink }>(
    tenant,
    '/pay-links/v1',
    body,
    idempotencyKey,
  )
  return made
}

export async function cancelPayLink(tenant: Tenant, id: string): Promise<void> {
  await askApi<object>(tenant, `/pay-links/v1/${id}/cancel`, 'nothing')
}
