import type { Operation } from '../openapi/operation.ts'
import { RatesReply, ratesExample } from './rates-wire.ts'

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

export const readOtcRatesOperation: Operation = {
  ...rates,
  id: 'readOtcRates',
  summary: 'Read the OTC buy rates',
  description:
    'What one unit of each currency costs in naira (NGNC). It lives at an address of its own, with the same keys. The same in test and live mode. An expired rate is never served: then the answer is 503.',
}

export const readUsdcRatesOperation: Operation = {
  ...rates,
  id: 'readUsdcRates',
  summary: 'Read the USDC rates',
  description:
    'What USDC worth one unit of each currency sells for in NGNC; `USD` is NGNC for one USDC. The same in test and live mode. An expired rate is never served: then the answer is 503.',
}
