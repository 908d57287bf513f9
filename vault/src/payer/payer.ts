import { fromDatabase, requireAlone, Unavailable } from '../shared/unavailable.ts'
import type { PayoutReading, SendAnswer, SendOrder } from './answers.ts'
import { readTaken } from './money/read-payouts.ts'
import type { PayerDeps } from './payer-deps.ts'
import type { PayoutAccount } from './payout-accounts.ts'
import { BankUnavailable, type Enquiry, type HookHeaders, type RailLines } from './rails/bank-rail.ts'
import { requeryPayouts } from './requery-payouts.ts'
import { sendOrders } from './send-orders.ts'

export type Payer = ReturnType<typeof createPayer>

type BeneficiaryAccount = Readonly<{ bankCode: string; accountNumber: string }>

const ENQUIRY_TIMEOUT_MS = 8_000
const BANK_READ_TIMEOUT_MS = 50_000

/** Follows the money, writes down what it is about to ask a bank, and asks it once. */
export function createPayer(deps: PayerDeps) {
  let whole: Readonly<{ tenure: number; journal: Promise<void> }> | undefined
  // Once while nobody else pays: a journal does not grow old while we alone write it.
  const requireJournal = async (tenure: number): Promise<void> => {
    if (whole?.tenure !== tenure) whole = { tenure, journal: requireWholeJournal(deps) }
    await whole.journal.catch((error: unknown) => {
      whole = undefined
      throw error
    })
  }
  const accountOf = (id: string): PayoutAccount => {
    const account = deps.accounts.get(id)
    if (account === undefined) throw new Unavailable('unknown_account', 'no line of the policy is about it')
    return account
  }
  return {
    /** Answers in the order asked. Throws Unavailable when nothing can be said. */
    send: async (orders: readonly SendOrder[]): Promise<SendAnswer[]> => {
      await requireJournal(await requireAlone(deps))
      return sendOrders(deps, orders)
    },
    requery: async (ids: readonly string[]): Promise<PayoutReading[]> => requeryPayouts(deps, ids),
    balance: async (id: string): Promise<Readonly<{ availableMinor: bigint; at: Date }>> => {
      const at = new Date(deps.nowMs())
      const availableMinor = await fromBank(async () =>
        accountOf(id).rail.balance(AbortSignal.timeout(BANK_READ_TIMEOUT_MS)),
      )
      return { availableMinor, at }
    },
    lines: async (id: string, cursor: string | null): Promise<RailLines> =>
      fromBank(async () => accountOf(id).rail.lines(cursor, AbortSignal.timeout(BANK_READ_TIMEOUT_MS))),
    enquire: async (mode: string, account: BeneficiaryAccount): Promise<Enquiry> =>
      enquireAnywhere(deps, mode, account),
    /** The references that a notification is about; undefined when no vendor of ours signed it. */
    readHook: (mode: string, vendor: string, headers: HookHeaders, body: Buffer) => {
      for (const { policy, rail } of deps.accounts.values()) {
        if (policy.mode !== mode || policy.vendor !== vendor) continue
        const references = rail.readHook(headers, body)
        if (references !== undefined) return references
      }
      return undefined
    },
  }
}

/** Payments in the database that our journal knows nothing of: it is an old copy, or another's. */
async function requireWholeJournal({ pool, journal }: PayerDeps): Promise<void> {
  const taken = await fromDatabase(async () => readTaken(pool))
  const missing = taken.find(({ reference }) => journal.ofReference(reference) === undefined)
  if (missing !== undefined)
    throw new Unavailable(
      'journal_behind',
      `a bank has taken ${missing.reference}, and the journal does not have it: it is an old copy`,
    )
}

/** Whose account it is, from the first vendor of the mode that can tell. */
async function enquireAnywhere(
  { accounts }: PayerDeps,
  mode: string,
  { bankCode, accountNumber }: BeneficiaryAccount,
): Promise<Enquiry> {
  return withTimeout(ENQUIRY_TIMEOUT_MS, async (signal): Promise<Enquiry> => {
    for (const { policy, rail, directory } of accounts.values()) {
      if (policy.mode !== mode) continue
      const code = await directory.codeOf(bankCode, signal).catch(() => undefined)
      if (code === undefined) continue
      const enquiry = await rail.enquire({ bankCode: code, accountNumber }, signal)
      if (enquiry.outcome !== 'unavailable') return enquiry
    }
    return { outcome: 'unavailable' }
  })
}

async function fromBank<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BankUnavailable) throw new Unavailable('bank_unavailable', error.message)
    throw error
  }
}

/** Work that is told when its time is up. Its clock ends with it: AbortSignal.timeout would fire for nobody, and each time cost an error. */
async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
