import Fastify, { type FastifyInstance } from 'fastify'
import { adminRoutes } from './admin/admin-routes.ts'
import { createHorizonFaults } from './faults/horizon-fault.ts'
import { createSimulatedLedger } from './ledger/simulated-ledger.ts'
import { readRoutes } from './read-routes.ts'
import { submitRoutes } from './submit-routes.ts'

export type HorizonOptions = Readonly<{
  passphrase: string
  /** How often a ledger closes; with 0, ledgers close only on request. */
  ledgerEveryMs: number
  /** How long a submission waits for its ledger before it is answered with a timeout. */
  answerWithinMs?: number
}>

const HALF_A_MINUTE_MS = 30_000

/** One Stellar network behind one Horizon, with its own clock and configurable faults. */
export function createHorizonSimulator(options: HorizonOptions): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    // A mistyped setting must be refused, not ignored.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  // Horizon accepts forms, which its own clients always send.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const ledger = createSimulatedLedger(options.passphrase)
  const faults = createHorizonFaults()
  const ticker = { running: options.ledgerEveryMs > 0, everyMs: options.ledgerEveryMs }
  const baseUrl = () => (app.server.listening ? app.listeningOrigin : '')
  submitRoutes(app, ledger, { faults, answerWithinMs: options.answerWithinMs ?? HALF_A_MINUTE_MS, baseUrl })
  readRoutes(app, ledger, { faults, baseUrl })
  adminRoutes(app, ledger, { faults, ticker })
  if (ticker.everyMs > 0) {
    const timer = setInterval(() => {
      if (ticker.running) ledger.close()
    }, ticker.everyMs)
    timer.unref()
    app.addHook('onClose', async () => clearInterval(timer))
  }
  return app
}
