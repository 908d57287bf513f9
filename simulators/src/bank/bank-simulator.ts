import Fastify, { type FastifyInstance } from 'fastify'
import { accountRoutes } from './admin/account-routes.ts'
import { beneficiaryRoutes } from './admin/beneficiary-routes.ts'
import { faultRoutes } from './admin/fault-routes.ts'
import { hookRoutes } from './admin/hook-routes.ts'
import { numberRoutes } from './admin/number-routes.ts'
import { paymentRoutes } from './admin/payment-routes.ts'
import { payoutAccountRoutes } from './admin/payout-account-routes.ts'
import { payoutTruthRoutes } from './admin/payout-truth-routes.ts'
import { stateRoutes } from './admin/state-routes.ts'
import { statementRoutes } from './admin/statement-routes.ts'
import { truthRoutes } from './admin/truth-routes.ts'
import { createRequestCounts } from './count-requests.ts'
import { createDispatcher } from './hooks/dispatcher.ts'
import { koraRoutes } from './kora/kora-routes.ts'
import { createMonnifyBegun, monnifyNumberRoutes } from './monnify/monnify-number-routes.ts'
import { monnifyPayoutRoutes } from './monnify/monnify-payout-routes.ts'
import { monnifyRoutes } from './monnify/monnify-routes.ts'
import { createMonnifyTokens } from './monnify/monnify-tokens.ts'
import { monnifyWalletRoutes } from './monnify/monnify-wallet-routes.ts'
import { runSchedule } from './payments/run-schedule.ts'
import { createApprovals } from './payouts/ask-approval.ts'
import { createNameEnquiry } from './payouts/enquire-name.ts'
import { createOrderDesk } from './payouts/order-desk.ts'
import { paystackAccountRoutes } from './paystack/paystack-account-routes.ts'
import { paystackLedgerRoutes } from './paystack/paystack-ledger-routes.ts'
import { paystackNumberRoutes } from './paystack/paystack-number-routes.ts'
import { paystackPayoutRoutes } from './paystack/paystack-payout-routes.ts'
import { paystackRoutes } from './paystack/paystack-routes.ts'
import { providusRoutes } from './providus/providus-routes.ts'
import { type BankOptions, createSimulatedBank } from './simulated-bank.ts'

const LOOK_EVERY_MS = 200
const BODY_LIMIT = 32 * 1024 * 1024

/** One bank with its own clock and configurable faults. Four vendors use it, each under its own prefix. */
export function createBankSimulator(options: BankOptions = {}): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: BODY_LIMIT,
    // A mistyped setting must be refused, not ignored.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    routerOptions: { maxParamLength: 500 },
  })
  const bank = createSimulatedBank(options)
  const dispatcher = createDispatcher(bank)
  const tokens = createMonnifyTokens(bank)
  const begun = createMonnifyBegun()
  const requests = createRequestCounts()
  const approvals = createApprovals(bank, dispatcher.pump)
  const desk = createOrderDesk(bank, approvals)
  const names = createNameEnquiry(bank)

  /** Books and sends everything that is due. */
  const catchUp = () => {
    runSchedule(bank)
    bank.flush()
    dispatcher.pump()
  }
  const forget = () => {
    bank.reset()
    dispatcher.forget()
    approvals.forget()
    for (const memory of [tokens, begun, requests, desk, names]) memory.clear()
  }

  monnifyRoutes(app, bank, tokens, requests.count)
  monnifyNumberRoutes(app, bank, tokens, begun, requests.count)
  providusRoutes(app, bank, requests.count)
  paystackRoutes(app, bank, dispatcher.pump, requests.count)
  paystackNumberRoutes(app, bank, requests.count)
  koraRoutes(app, bank, requests.count)
  numberRoutes(app, bank)
  paystackPayoutRoutes(app, bank, desk, requests.count)
  paystackAccountRoutes(app, bank, names, requests.count)
  paystackLedgerRoutes(app, bank, requests.count)
  monnifyPayoutRoutes(app, bank, tokens, desk, requests.count)
  monnifyWalletRoutes(app, bank, tokens, names, requests.count)
  accountRoutes(app, bank)
  payoutAccountRoutes(app, bank, catchUp)
  beneficiaryRoutes(app, bank)
  payoutTruthRoutes(app, bank)
  statementRoutes(app, bank)
  paymentRoutes(app, bank, catchUp)
  faultRoutes(app, bank, catchUp)
  hookRoutes(app, bank, dispatcher)
  truthRoutes(app, bank)
  stateRoutes(app, { bank, dispatcher, catchUp, requests: requests.read, forget })

  // No answer is sent before its changes are in the journal.
  app.addHook('onSend', async () => bank.flush())
  app.addHook('onResponse', async () => dispatcher.pump())

  const timer = setInterval(catchUp, LOOK_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    dispatcher.stop()
    approvals.forget()
    bank.close()
  })
  return app
}
