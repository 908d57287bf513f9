import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { RatesReply } from './rates-wire.ts'
import { sendRates } from './send-rates.ts'

/** What USDC worth one unit of each currency sells for: `USD` is NGNC per USDC. */
export function readUsdcRatesRoute(app: FastifyInstance, { rates }: Pick<AppDeps, 'rates'>): void {
  const schema = { response: { 200: RatesReply } }
  app.get('/rates/v1/usdc-ngnc', { config: { access: 'read' }, schema }, (_request, reply) => {
    sendRates(reply, rates, 'usdc_ngnc')
  })
}
