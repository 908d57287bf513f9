import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { readOtcRatesOperation } from './rates-operations.ts'
import { sendRates } from './send-rates.ts'

/** What one unit of each currency costs in naira. Lives on a listener of its own. */
export function readOtcRatesRoute(app: FastifyInstance, { rates }: Pick<AppDeps, 'rates'>): void {
  app.get('/otc/buy', { config: { access: 'read', operation: readOtcRatesOperation } }, (_request, reply) => {
    sendRates(reply, rates, 'otc_buy')
  })
}
