import { eachOfPages } from '../each-of-pages.ts'
import type { BeneficiaryChoice, Case, CaseDecisionRequest, WalletChoice } from '../generated/api-types.ts'
import type { Call, CallInput } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type CaseFilters = CallInput<'listCases'>['query']

export type Cases = Readonly<{
  get(id: string, options?: CallOptions): Promise<Case>
  /** Yields what you can decide and what you decided, newest first. `{ state: 'open' }` leaves out what has ended. */
  list(filters?: CaseFilters, options?: CallOptions): AsyncIterable<Case>
  /**
   * Carries out one of the choices of a case. The same decision again returns the same case. Another one throws a `ConflictError` with the
   * code `case_decided`.
   */
  decide(id: string, decision: CaseDecisionRequest, options?: CallOptions): Promise<Case>
  /** Answers the newest case of a transaction: continues with what arrived. */
  accept(transactionId: string, options?: CallOptions): Promise<Case>
  /** Answers the newest case of a transaction: sends the money back to where it came from. */
  return(transactionId: string, options?: CallOptions): Promise<Case>
  /** Answers the newest case of a buy: sends the tokens to another wallet. */
  changeWallet(transactionId: string, wallet: WalletChoice, options?: CallOptions): Promise<Case>
  /** Answers the newest case of a sell: pays another account. */
  changeBeneficiary(transactionId: string, account: BeneficiaryChoice, options?: CallOptions): Promise<Case>
}>

export function createCases(call: Call): Cases {
  const of = (id: string, options: CallOptions | undefined) => ({ path: { id }, options })
  return {
    get: async (id, options) => (await call('readCase', of(id, options))).case,
    list: (filters = {}, options) =>
      eachOfPages(async (after) => {
        const query = { limit: 100, ...filters, ...(after && { after }) }
        const { cases: items, next } = await call('listCases', { query, options })
        return { items, next }
      }, filters.after),
    decide: async (id, body, options) => (await call('decideCase', { ...of(id, options), body })).case,
    accept: async (id, options) => (await call('acceptTransaction', of(id, options))).case,
    return: async (id, options) => (await call('returnTransaction', of(id, options))).case,
    changeWallet: async (id, body, options) =>
      (await call('changeWallet', { ...of(id, options), body })).case,
    changeBeneficiary: async (id, body, options) =>
      (await call('changeBeneficiary', { ...of(id, options), body })).case,
  }
}
