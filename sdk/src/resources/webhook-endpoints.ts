import type {
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointRequest,
} from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

/** The secret is returned only once. */
export type EndpointWithSecret = Readonly<{ endpoint: WebhookEndpoint; secret: string }>

export type WebhookEndpoints = Readonly<{
  create(endpoint: WebhookEndpointRequest, options?: CallOptions): Promise<EndpointWithSecret>
  list(options?: CallOptions): Promise<readonly WebhookEndpoint[]>
  get(id: string, options?: CallOptions): Promise<WebhookEndpoint>
  update(id: string, change: WebhookEndpointChange, options?: CallOptions): Promise<WebhookEndpoint>
  /** Holds all events until you resume the endpoint. No event is lost. */
  pause(id: string, options?: CallOptions): Promise<WebhookEndpoint>
  resume(id: string, options?: CallOptions): Promise<WebhookEndpoint>
  remove(id: string, options?: CallOptions): Promise<WebhookEndpoint>
  /** Creates a new secret. For `overlapHours` (24 by default), webhooks are signed with the old secret too. */
  rotateSecret(
    id: string,
    settings?: { overlapHours?: number },
    options?: CallOptions,
  ): Promise<EndpointWithSecret>
}>

export function createWebhookEndpoints(call: Call): WebhookEndpoints {
  return {
    async create(body, options) {
      const { endpoint, secret } = await call('openWebhookEndpoint', { body, options })
      return { endpoint, secret }
    },
    list: async (options) => (await call('listWebhookEndpoints', { options })).endpoints,
    get: async (id, options) => (await call('readWebhookEndpoint', { path: { id }, options })).endpoint,
    update: async (id, body, options) =>
      (await call('updateWebhookEndpoint', { path: { id }, body, options })).endpoint,
    pause: async (id, options) => (await call('pauseWebhookEndpoint', { path: { id }, options })).endpoint,
    resume: async (id, options) => (await call('resumeWebhookEndpoint', { path: { id }, options })).endpoint,
    remove: async (id, options) => (await call('removeWebhookEndpoint', { path: { id }, options })).endpoint,
    async rotateSecret(id, { overlapHours } = {}, options) {
      const body = overlapHours === undefined ? {} : { overlap_hours: overlapHours }
      const { endpoint, secret } = await call('rotateWebhookSecret', { path: { id }, body, options })
      return { endpoint, secret }
    },
  }
}
