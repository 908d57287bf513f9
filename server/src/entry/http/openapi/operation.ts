import { type TSchema, Type } from 'typebox'
import type { RefusalCode } from '../../../kernel/refusal.ts'

export type Example = Readonly<{ summary: string; value: unknown }>

export type Examples = Readonly<Record<string, Example>>

export type Reply = Readonly<{
  description: string
  schema: TSchema
  examples: Examples
  /** The content type if it is not JSON. */
  contentType?: string
  /** Headers in addition to those of every reply. */
  headers?: readonly ReplyHeader[]
}>

/**
 * What the API reference says about a route, in addition to its path, body and access. It is in the route's config and not in its schema:
 * Fastify would use a schema to validate requests and serialize replies, and our own code does that.
 */
export type Operation = Readonly<{
  id: string
  tag:
    | 'Buy'
    | 'Pay links'
    | 'Customer numbers'
    | 'Sell'
    | 'Batches'
    | 'Withdraw'
    | 'Transactions'
    | 'Cases'
    | 'Balances'
    | 'Events'
    | 'Webhooks'
    | 'Vendors'
    | 'Banks'
    | 'Rates'
    | 'Sandbox'
    | 'Service'
    | 'Sessions'
    | 'Team'
    | 'Terminals'
    | 'Invitations'
    | 'Mail'
    | 'Passkeys'
    | 'Signatures'
    | 'Directory'
    | 'Account'
    | 'Commands'
    | 'Console'
  summary: string
  description: string
  parameters?: Readonly<{ path?: TSchema; header?: TSchema }>
  requestExamples?: Examples
  replies: Readonly<Record<number, Reply>>
  /** Every code with which the operation can refuse, in addition to those that follow from its access and method. */
  refusals: readonly RefusalCode[]
}>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route without an operation is not in the API reference. */
    operation?: Operation
  }
}

/** The response headers that callers can use, as OpenAPI's `components.headers`. */
export const replyHeaders = {
  'X-Request-Id': {
    description: 'The id of this request. Quote it when you contact us.',
    required: true,
    schema: { type: 'string', format: 'uuid', examples: ['cc1a5e3e-82c1-4ca3-bb4f-f5486d96573b'] },
  },
  RateLimit: {
    description:
      'The requests that the key has left in this window (`r`), and the seconds until the next window (`t`).',
    schema: { type: 'string', examples: ['"key";r=998;t=7'] },
  },
  'RateLimit-Policy': {
    description: 'The limit of the key: requests (`q`) per window in seconds (`w`).',
    schema: { type: 'string', examples: ['"key";q=1000;w=10'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before you send the request again.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['5'] },
  },
  'Idempotent-Replayed': {
    description: 'Present and `true` if the request was accepted before and nothing new was recorded.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
  'Rate-Unit': {
    description: 'What each rate is the price of.',
    required: true,
    schema: { type: 'string', examples: ['NGNC to pay for 1 unit of the currency'] },
  },
  'Rate-As-Of': {
    description: 'The time of the rates, in UTC.',
    required: true,
    schema: { type: 'string', format: 'date-time', examples: ['2026-11-15T09:29:30.000Z'] },
  },
  'Rate-Expires': {
    description: 'When the rates expire, in UTC.',
    required: true,
    schema: { type: 'string', format: 'date-time', examples: ['2026-11-15T09:31:30.000Z'] },
  },
} as const

export type ReplyHeader = keyof typeof replyHeaders

const idempotencyHeader = (what: string) =>
  Type.Object({
    'Idempotency-Key': Type.Optional(
      Type.String({
        description: `A unique key for this request, such as a UUID: 1 to 255 visible ASCII characters. ${what}`,
        pattern: '^[!-~]{1,255}$',
        examples: ['5f0c2c3e-6d0e-4a5e-9b39-0f5f3b6f9d7a'],
      }),
    ),
  })

export const IdempotencyHeader = idempotencyHeader(
  'Repeating the same request returns the first transaction; another request with the same key gets 409. Keys never expire.',
)

/** The header of operations whose replies are kept for a day. */
export const KeptReplyHeader = idempotencyHeader(
  'Within 24 hours, repeating the same request with the same API key returns the first reply; another request with the same key gets 409. A refused request does not use its key up.',
)

/** The header of operations that change nothing. */
export const HarmlessHeader = idempotencyHeader(
  'This operation changes nothing, so a repeated request is simply answered again.',
)

/** Returns an example of a successful reply. */
export function successExample(summary: string, message: string, rest: object): Example {
  return { summary, value: { status: 'success', message, ...rest } }
}

/** Refusals that any amount can cause. */
export const amountRefusals = [
  'amount_malformed',
  'amount_too_fine',
  'amount_below_minimum',
  'amount_above_maximum',
] as const satisfies readonly RefusalCode[]

/** Refusals that any wallet network or address can cause. */
export const walletAddressRefusals = [
  'wallet_address_invalid',
  'wallet_address_wrong_network',
  'wallet_address_forbidden',
  'wallet_address_unsupported',
  'wallet_address_is_secret',
] as const satisfies readonly RefusalCode[]
