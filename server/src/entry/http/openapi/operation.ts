import type { TSchema } from 'typebox'
import type { RefusalCode } from '../../../kernel/refusal.ts'
import type { ReplyHeader } from './reply-headers.ts'

export type Example = Readonly<{ summary: string; value: unknown }>

export type Examples = Readonly<Record<string, Example>>

export type Reply = Readonly<{
  description: string
  schema: TSchema
  examples: Examples
  /** What it is where it is not JSON. */
  contentType?: string
  /** Besides those that every reply has. */
  headers?: readonly ReplyHeader[]
}>

/**
 * What the API reference says of a route, besides its path, its body and its access. It stands in the route's config and
 * not in its schema, because Fastify would check requests by it and serialize replies by it: both are done by hand here.
 */
export type Operation = Readonly<{
  id: string
  tag:
    | 'Buy'
    | 'Pay links'
    | 'Sell'
    | 'Withdraw'
    | 'Transactions'
    | 'Balances'
    | 'Events'
    | 'Webhooks'
    | 'Vendors'
    | 'Banks'
    | 'Rates'
    | 'Sandbox'
    | 'Service'
  summary: string
  description: string
  parameters?: Readonly<{ path?: TSchema; header?: TSchema }>
  requestExamples?: Examples
  replies: Readonly<Record<number, Reply>>
  /** Every code it can refuse with, besides those that follow from its access and its method. */
  refusals: readonly RefusalCode[]
}>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route without one is not in the API reference. */
    operation?: Operation
  }
}
