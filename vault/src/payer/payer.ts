import { whyBehind } from '../shared/journal/require-newest.ts'
import { fromDatabase, requireAlone, Unavailable } from '../shared/unavailable.ts'
import type { PayoutReading, ReadingWaits, SendAnswer, SendOrder, SendWaits } from './answers.ts'
import { createCallsUnderWay, inParallel, withTimeout } from './bank-calls.ts'
import { readTaken, type Taken } from './money/read-payouts.ts'
import type { PayerDeps } from './payer-deps.ts'
import type { PayoutAccount } from './payout-accounts.ts'
import { BankUnavailable, type Enquiry, type HookHeaders, type RailLines } from './rails/bank-rail.ts'
import { beginRequeries } from './requery-payouts.ts'
import { beginOrders } from './send-orders.ts'

export type Payer = ReturnType<typeof createPayer>

type BeneficiaryAccount = Readonly<{ bankCode: string; accountNumber: string }>

const ENQUIRY_TIMEOUT_MS = 8_000
const BANK_READ_TIMEOUT_MS = 50_000
const JOURNAL_QUESTIONS_TIMEOUT_MS = 10_000
const MOST_QUESTIONS = 20

/** Traces the money, records each order in the journal, and sends it to the bank once. */
export function createPayer(deps: PayerDeps) {
  const requireJournal = createJournalGuard(deps)
  const accountOf = (id: string): PayoutAccount => {
    const account = deps.accounts.get(id)
    if (account === undefined)
      throw new Unavailable('unknown_account', 'the policy has no entry for this account')
    return account
  }
  const sends = createCallsUnderWay<SendAnswer>(deps.nowMs)
  const requeries = createCallsUnderWay<PayoutReading>(deps.nowMs)
  return {
    /** Returns the answers in order. Without `patienceMs`, waits until all are there. Throws Unavailable if no answer is possible. */
    send: async (
      orders: readonly SendOrder[],
      patienceMs?: number,
    ): Promise<Array<SendAnswer | SendWaits>> => {
      await requireJournal(await requireAlone(deps))
      const ids = orders.map(({ payoutId }) => payoutId)
      const begin = (fresh: readonly string[]) =>
        beginOrders(
          deps,
          orders.filter(({ payoutId }) => fresh.includes(payoutId)),
        )
      const answers = await sends(ids, begin, patienceMs)
      return ids.map((payoutId, place) => answers[place] ?? { payoutId, outcome: 'waiting' })
    },
    requery: async (
      ids: readonly string[],
      patienceMs?: number,
    ): Promise<Array<PayoutReading | ReadingWaits>> => {
      const readings = await requeries(ids, (fresh) => beginRequeries(deps, fresh), patienceMs)
      const at = new Date(deps.nowMs())
      return ids.map((payoutId, place) => readings[place] ?? { payoutId, at, kind: 'waiting', code: null })
    },
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
    /** Returns the references in a notification; undefined if none of our vendors signed it. */
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

/**
 * Checks that our journal is not an old copy and not the journal of another process. A journal is an old copy if it lacks one of these:
 * - a record that it was seen to have,
 * - a payment that a bank accepted according to the database,
 * - a payment that the database has as ordered and that its bank knows. If the bank does not know the payment, it was never sent.
 *
 * The check runs once per tenure. A journal cannot become outdated while only this process writes it, and nobody else sends the
 * payments that are ordered meanwhile. Each payment is queried until its bank has answered, and then not again. So a slow bank or a rate
 * limit delays the first payments but cannot stop them.
 */
function createJournalGuard(deps: PayerDeps): (tenure: number) => Promise<void> {
  let judged: { tenure: number; unasked?: Map<string, Taken>; judging?: Promise<void> } | undefined
  return async (tenure) => {
    if (judged?.tenure !== tenure) judged = { tenure }
    const now = judged
    if (now.unasked?.size === 0) return
    now.judging ??= judgeJournal(deps, now).finally(() => {
      delete now.judging
    })
    await now.judging
  }
}

async function judgeJournal(deps: PayerDeps, judged: { unasked?: Map<string, Taken> }): Promise<void> {
  const { pool, journal } = deps
  if (judged.unasked === undefined) {
    const because = await whyBehind(pool, 'payer', journal)
    if (because !== undefined) throw new Unavailable('journal_behind', because)
    const taken = await fromDatabase(async () => readTaken(pool))
    const missing = taken.filter(({ reference }) => journal.ofReference(reference) === undefined)
    const answered = missing.find(({ is_answered }) => is_answered)
    if (answered !== undefined) throw isBehind(answered)
    judged.unasked = new Map(missing.map((one) => [one.reference, one]))
  }
  const { unasked } = judged
  const signal = AbortSignal.timeout(JOURNAL_QUESTIONS_TIMEOUT_MS)
  const asking = inParallel([...unasked.values()], MOST_QUESTIONS, async (one) => {
    const reading = await deps.accounts.get(one.account_id)?.rail.requery(one.reference, signal)
    if (reading === undefined || reading.kind === 'unavailable') return undefined
    if (reading.kind !== 'not_found') return one
    unasked.delete(one.reference)
    return undefined
  })
  const known = (await Promise.all(asking)).find((one) => one !== undefined)
  if (known !== undefined) throw isBehind(known)
  const [silent] = unasked.keys()
  if (silent !== undefined)
    throw new Unavailable(
      'bank_unavailable',
      `the bank has not answered about ${silent}; ${unasked.size - 1} more payments must be queried before the payer pays`,
    )
}

const isBehind = ({ reference }: Taken): Unavailable =>
  new Unavailable(
    'journal_behind',
    `a bank accepted ${reference}, which is not in the journal: the journal is an old copy`,
  )

/** Returns the holder of an account, from the first vendor of the mode that answers. */
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
