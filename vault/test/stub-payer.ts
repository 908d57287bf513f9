import type { PayerJournal } from '../src/payer/journal/payer-journal.ts'
import type { PayoutFacts } from '../src/payer/money/payout-facts.ts'
import { createPayer } from '../src/payer/payer.ts'
import type { PayerDeps } from '../src/payer/payer-deps.ts'
import { readPayerPolicy } from '../src/payer/payer-policy.ts'
import type { BankRail, Enquiry, Reading } from '../src/payer/rails/bank-rail.ts'
import { ROOT } from './credit-rows.ts'
import { bisi, chidi, operatorsOf } from './passkeys.ts'
import { accountLine, NOW_MS, sell, tokenLine } from './payout-rows.ts'

export const ACCOUNT = accountLine.account

/** The order of the payout of `sell`. */
export const FIRST = [{ payoutId: 'payout-1', kind: 'first' }] as const

/** What the database has of the payout. */
export const known = {
  payout_id: 'payout-1',
  account_id: ACCOUNT,
  reference: sell.reference,
  bank_code: '000013',
}
/** The answer of a bank that paid it. */
export const success: Reading = {
  kind: 'success',
  code: null,
  amountMinor: 9_900n,
  accountNumber: '0123456789',
  bankCode: '058',
  sessionId: null,
  vendorId: 'TRF_1',
  feeMinor: null,
}
export type Given = Readonly<{
  facts?: PayoutFacts
  rail?: Partial<BankRail>
  codeOf?: (bank: string) => Promise<string | undefined>
  keyOf?: (code: string) => Promise<string>
  /** The rows of each statement that has the word. Other statements return nothing. */
  rows?: Readonly<Record<string, readonly object[] | Error>>
  deps?: Partial<PayerDeps>
}>

export const found: Enquiry = { outcome: 'found', accountName: 'ADA OBI' }

/** A payer with one account, whose bank and database are the test's. `sent` has each reference that the bank was asked to pay. */
export function createStubPayer(
  journal: PayerJournal,
  { facts = sell, rail = {}, codeOf, keyOf, rows = {}, deps = {} }: Given = {},
) {
  const sent: string[] = []
  const query = async (given: string | Readonly<{ name?: string; text: string }>) => {
    const name = typeof given === 'string' ? given : (given.name ?? given.text)
    const [, answer] = Object.entries(rows).find(([word]) => name.includes(word)) ?? []
    if (answer instanceof Error) throw answer
    if (answer !== undefined) return { rows: answer }
    return { rows: name === 'payout-facts' ? [{ ...facts, is_copy: false, epoch: 0, unproven: [] }] : [] }
  }
  const bank = {
    vendor: 'paystack',
    refusesDuplicates: true,
    sameAgainAfterMs: 0,
    enquire: async () => found,
    prepare:
      async ({ reference }) =>
      async () => {
        sent.push(reference)
        return { outcome: 'accepted', vendorId: 'TRF_1', sessionId: null }
      },
    requery: async () => ({ kind: 'not_found', code: null }),
    ...rail,
  } as BankRail
  const policy = readPayerPolicy(
    JSON.stringify({ operators_root: ROOT, accounts: [accountLine], tokens: [tokenLine] }),
  )
  const directory = { codeOf: codeOf ?? (async () => '058'), keyOf: keyOf ?? (async (code: string) => code) }
  const [account] = policy.accounts
  if (account === undefined) throw new Error('the policy has no account')
  const nothing = { look: async () => {}, verify: async () => new Map() }
  const all = {
    policy,
    operators: operatorsOf([bisi, chidi]),
    freezes: { proven: () => [], prove: async () => false },
    watch: nothing,
    payments: nothing,
    requests: nothing,
    proveBalances: async () => new Map(),
    accounts: new Map([[ACCOUNT, { policy: account, rail: bank, directory }]]),
    journal,
    pool: { query },
    nodes: new Map(),
    alone: { confirm: async () => 1 },
    isKilled: () => false,
    nowMs: () => NOW_MS,
    ...deps,
  } as unknown as PayerDeps
  return { payer: createPayer(all), deps: all, sent }
}
