import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { readUsdcRatesOperation } from './rates-operations.ts'
import { sendRates } from './send-rates.ts'

/** What USDC worth one unit of each currency sells for: `USD` is NGNC per USDC. */
export function readUsdcRatesRoute(app: FastifyInstance, { rates }: Pick<AppDeps, 'rates'>): void {
  app.get(
    '/rates/v1/usdc-ngnc',
    { config: { access: 'read', operation: readUsdcRatesOperation } },
    (_request, reply) => {
      sendRates(reply, rates, 'usdc_ngnc')
    },
  )
}
