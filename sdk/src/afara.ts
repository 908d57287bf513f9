import { createCall } from './http/call.ts'
import { createRequest, type Request } from './http/request.ts'
import { createTransport } from './http/transport.ts'
import type { AfaraOptions } from './options.ts'
import { readOptions } from './read-options.ts'
import { type Buys, createBuys } from './resources/buys.ts'
import { createEvents, type Events } from './resources/events.ts'
import { createRates, createVendors, type Rates, type Vendors } from './resources/rates.ts'
import { createSells, type Sells } from './resources/sells.ts'
import { createTransactions, type Transactions } from './resources/transactions.ts'
import { createWithdrawals, type Withdrawals } from './resources/withdrawals.ts'

/**
 * Afara, as one business sees it.
 *
 * Calls that fail on their way are repeated where that is safe: reads always, and requests that write under a name
 * (an Idempotency-Key) that stays the same over all attempts. Amounts in replies are decimal text.
 */
export class Afara {
  readonly buys: Buys
  readonly sells: Sells
  readonly withdrawals: Withdrawals
  readonly transactions: Transactions
  readonly vendors: Vendors
  readonly rates: Rates
  readonly events: Events
  /** Any path of the interface, with the same key, retries and errors; the answer as it came. */
  readonly request: Request

  constructor(options: AfaraOptions) {
    const { bases, identity, ...settings } = readOptions(options)
    const transport = createTransport(settings)
    const { call, callForStream } = createCall(transport, bases)
    this.buys = createBuys(call, identity)
    this.sells = createSells(call, identity)
    this.withdrawals = createWithdrawals(call, identity)
    this.transactions = createTransactions(call, callForStream)
    this.vendors = createVendors(call)
    this.rates = createRates(call)
    this.events = createEvents(call)
    this.request = createRequest(transport, bases)
  }
}
