import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { RatesReply } from './rates-wire.ts'
import { sendRates } from './send-rates.ts'

/** What one unit of each currency costs in naira. Lives on a listener of its own. */
export function readOtcRatesRoute(app: FastifyInstance, { rates }: Pick<AppDeps, 'rates'>): void {
  const schema = { response: { 200: RatesReply } }
  app.get('/otc/buy', { config: { access: 'read' }, schema }, (_request, reply) => {
    sendRates(reply, rates, 'otc_buy')
  })
}
