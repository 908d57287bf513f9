import { eachOfPages } from '../each-of-pages.ts'
import type { WebhookDeliveriesReply, WebhookDelivery, WebhookPingReply } from '../generated/api-types.ts'
import type { Call, CallInput } from '../http/call.ts'
import type { CallOptions } from '../options.ts'
import { createWebhookEndpoints, type WebhookEndpoints } from './webhook-endpoints.ts'

export type DeliveryFilters = CallInput<'listWebhookDeliveries'>['query']
export type DeliveryPage = Pick<WebhookDeliveriesReply, 'deliveries' | 'next'>
/** One event, or a range of numbers of the feed. */
export type ToResend = Readonly<{ event_id: string } | { from_number: number; to_number: number }>

export type Webhooks = Readonly<{
  endpoints: WebhookEndpoints
  /** Yields all past and pending deliveries to an endpoint, newest first, with its answers. */
  deliveries(
    endpointId: string,
    filters?: DeliveryFilters,
    options?: CallOptions,
  ): AsyncIterable<WebhookDelivery>
  deliveryPage(endpointId: string, filters?: DeliveryFilters, options?: CallOptions): Promise<DeliveryPage>
  /** Sends events again, with the same ids and bodies. Returns their number. */
  resend(endpointId: string, what: ToResend, options?: CallOptions): Promise<number>
  /** Sends a test event. */
  ping(endpointId: string, options?: CallOptions): Promise<WebhookPingReply['delivery']>
}>

export function createWebhooks(call: Call): Webhooks {
  const deliveryPage: Webhooks['deliveryPage'] = async (id, query = {}, options) => {
    const { deliveries, next } = await call('listWebhookDeliveries', { path: { id }, query, options })
    return { deliveries, next }
  }
  return {
    endpoints: createWebhookEndpoints(call),
    deliveryPage,
    deliveries: (id, filters = {}, options) =>
      eachOfPages(async (after) => {
        const page = await deliveryPage(id, { limit: 100, ...filters, ...(after && { after }) }, options)
        return { items: page.deliveries, next: page.next }
      }, filters.after),
    resend: async (id, body, options) =>
      (await call('resendWebhooks', { path: { id }, body, options })).resent,
    ping: async (id, options) => (await call('pingWebhookEndpoint', { path: { id }, options })).delivery,
  }
}
