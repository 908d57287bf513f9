import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { currencies } from '../../../records/rates/pair.ts'
import type { PublishedRates } from '../../../records/rates/published-rates.ts'
import type { RateTableName } from '../../../records/rates/rate-table.ts'
import type { AppDeps } from '../app-deps.ts'
import { JSON_TYPE } from '../json-bodies.ts'
import type { Operation } from '../openapi/operation.ts'

const rate = Type.Number({ exclusiveMinimum: 0, description: 'Naira (NGNC), up to 6 decimals.' })

const ratesExample = {
  USD: 1452.75,
  GBP: 1910.507628,
  EUR: 1681.229025,
  TRY: 33.690863,
  CNY: 204.655914,
  CHF: 1816.391598,
  CAD: 1036.124385,
  AED: 395.575222,
  KES: 11.240715,
}

/** A flat object: currency code to naira (NGNC). */
const RatesReply = Type.Object(
  Object.fromEntries(currencies.map((currency) => [currency, rate])) as Record<
    (typeof currencies)[number],
    typeof rate
  >,
  { $id: 'Rates', additionalProperties: false, examples: [ratesExample] },
)

/** The unit of each table for the header, because the body has no field for it. */
const rateUnits: Readonly<Record<RateTableName, string>> = {
  otc_buy: 'NGNC to pay for 1 unit of the currency',
  usdc_ngnc: 'NGNC received for USDC worth 1 unit of the currency',
}

const rates = {
  tag: 'Rates',
  replies: {
    200: {
      description: 'The current rates.',
      schema: RatesReply,
      headers: ['Rate-Unit', 'Rate-As-Of', 'Rate-Expires'],
      examples: { current: { summary: 'Naira (NGNC) for one unit of each currency', value: ratesExample } },
    },
  },
  refusals: ['rate_stale'],
} as const

const readOtcRatesOperation: Operation = {
  ...rates,
  id: 'readOtcRates',
  summary: 'Read the OTC buy rates',
  description:
    'The price of one unit of each currency in naira (NGNC). This endpoint has its own base URL and uses the same keys. Test and live mode return the same rates. An expired rate is never returned; you get 503 instead.',
}

const readUsdcRatesOperation: Operation = {
  ...rates,
  id: 'readUsdcRates',
  summary: 'Read the USDC rates',
  description:
    'The amount of NGNC you receive for USDC worth one unit of each currency; `USD` is NGNC per USDC. Test and live mode return the same rates. An expired rate is never returned; you get 503 instead.',
}

// The maximum time until the next check of the rates.
const RETRY_AFTER_SECONDS = 30

/** Serves, for each currency, the NGNC that a seller gets for USDC worth one unit of the currency. `USD` is NGNC per USDC. */
export function readUsdcRatesRoute(app: FastifyInstance, { rates }: Pick<AppDeps, 'rates'>): void {
  app.get(
    '/rates/v1/usdc-ngnc',
    { config: { access: 'read', operation: readUsdcRatesOperation } },
    (_request, reply) => {
      sendRates(reply, rates, 'usdc_ngnc')
    },
  )
}

/** Serves the price of one unit of each currency in naira. Runs on a separate listener. */
export function readOtcRatesRoute(app: FastifyInstance, { rates }: Pick<AppDeps, 'rates'>): void {
  app.get('/otc/buy', { config: { access: 'read', operation: readOtcRatesOperation } }, (_request, reply) => {
    sendRates(reply, rates, 'otc_buy')
  })
}

/** Answers from memory with the published rates. If the rates have expired, refuses and says when to retry. */
function sendRates(reply: FastifyReply, rates: PublishedRates, name: RateTableName): void {
  try {
    const { body, asOf, expiresAt } = rates.read(name)
    reply
      .header('rate-unit', rateUnits[name])
      .header('rate-as-of', asOf)
      .header('rate-expires', expiresAt)
      .type(JSON_TYPE)
      .send(body)
  } catch (error) {
    reply.header('retry-after', RETRY_AFTER_SECONDS)
    throw error
  }
}
