import type { Key } from './generated/api-types.ts'
import { createCall } from './http/call.ts'
import { createRequest, type Request } from './http/request.ts'
import { createTransport } from './http/transport.ts'
import { createNameBusiness } from './identity.ts'
import type { AfaraOptions, CallOptions } from './options.ts'
import { readOptions } from './read-options.ts'
import { type Balances, createBalances } from './resources/balances.ts'
import { type Banks, createBanks } from './resources/banks.ts'
import { type Batches, createBatches } from './resources/batches.ts'
import { type Buys, createBuys } from './resources/buys.ts'
import { type Cases, createCases } from './resources/cases.ts'
import { type CustomerNumbers, createCustomerNumbers } from './resources/customer-numbers.ts'
import { createEvents, type Events } from './resources/events.ts'
import { createPayLinks, type PayLinks } from './resources/pay-links.ts'
import { createRates, type Rates } from './resources/rates.ts'
import { createSandbox, type Sandbox } from './resources/sandbox.ts'
import { createSells, type Sells } from './resources/sells.ts'
import { createTransactions, type Transactions } from './resources/transactions.ts'
import { createVendors, type Vendors } from './resources/vendors.ts'
import { createWebhooks, type Webhooks } from './resources/webhooks.ts'
import { createWithdrawals, type Withdrawals } from './resources/withdrawals.ts'

/**
 * A client of Afara for one business.
 *
 * Failed calls are repeated if that is safe: reads always, and writes under an Idempotency-Key that stays the same for all attempts.
 * Amounts in replies are decimal text.
 */
export class Afara {
  readonly buys: Buys
  readonly sells: Sells
  readonly batches: Batches
  readonly withdrawals: Withdrawals
  readonly transactions: Transactions
  readonly cases: Cases
  readonly balances: Balances
  readonly vendors: Vendors
  readonly banks: Banks
  readonly payLinks: PayLinks
  readonly customerNumbers: CustomerNumbers
  readonly rates: Rates
  readonly events: Events
  readonly webhooks: Webhooks
  readonly sandbox: Sandbox
  /** Returns the business of the key and its scopes. */
  readonly whoami: (options?: CallOptions) => Promise<Key>
  /** Sends a request to any path of the API, with the same key, retries and errors. Returns the unchanged reply. */
  readonly request: Request

  constructor(options: AfaraOptions) {
    const { bases, identity, ...settings } = readOptions(options)
    const transport = createTransport(settings)
    const { call, callForStream } = createCall(transport, bases)
    const nameBusiness = createNameBusiness(call, identity)
    this.buys = createBuys(call, nameBusiness)
    this.sells = createSells(call, nameBusiness)
    this.withdrawals = createWithdrawals(call, nameBusiness)
    this.transactions = createTransactions(call, callForStream)
    this.cases = createCases(call)
    this.balances = createBalances(call)
    this.vendors = createVendors(call)
    this.banks = createBanks(call)
    this.payLinks = createPayLinks(call, nameBusiness)
    this.customerNumbers = createCustomerNumbers(call, nameBusiness)
    this.rates = createRates(call)
    this.events = createEvents(call)
    this.webhooks = createWebhooks(call)
    this.sandbox = createSandbox(call)
    this.whoami = async (options) => (await call('readKey', { options })).key
    this.request = createRequest(transport, bases)
    this.batches = createBatches(call, callForStream, this.request)
  }
}
