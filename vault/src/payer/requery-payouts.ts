import { fromDatabase, onJournal } from '../shared/unavailable.ts'
import type { PayoutReading } from './answers.ts'
import { inParallel } from './in-parallel.ts'
import type { PayerJournal, SentReference } from './journal/payer-journal.ts'
import type { Heard } from './journal/payer-record.ts'
import { type KnownPayout, readKnownPayouts } from './money/read-payouts.ts'
import type { PayerDeps } from './payer-deps.ts'
import type { PayoutAccount } from './payout-accounts.ts'
import type { Reading } from './rails/bank-rail.ts'

const MOST_AT_ONCE = 50
const REQUERY_TIMEOUT_MS = 20_000
// Often enough to tell a bank that knows nothing from one that has not looked yet, seldom enough to keep the journal short.
const NOT_FOUND_KEPT_EVERY_MS = 60_000

/** Asks each bank what became of a payout. Passes while everything is frozen or killed: to ask moves nothing. */
export async function requeryPayouts(deps: PayerDeps, ids: readonly string[]): Promise<PayoutReading[]> {
  const known = await fromDatabase(async () => readKnownPayouts(deps.pool, ids))
  const signal = AbortSignal.timeout(REQUERY_TIMEOUT_MS)
  const readings = await inParallel(ids, MOST_AT_ONCE, async (payoutId): Promise<PayoutReading> => {
    const payout = known.get(payoutId)
    const account = payout === undefined ? undefined : deps.accounts.get(payout.account_id)
    const reading: Reading =
      payout === undefined || account === undefined
        ? { kind: 'unavailable', code: 'unknown_payout' }
        : await ask(account, payout, signal)
    return { payoutId, at: new Date(deps.nowMs()), ...reading }
  })
  const heard = readings.flatMap((reading) => {
    const payout = known.get(reading.payoutId)
    const sent = payout === undefined ? undefined : deps.journal.ofReference(payout.reference)
    return sent === undefined ? [] : newsOf(deps, sent, reading, reading.at)
  })
  onJournal(() => deps.journal.hear(heard))
  return readings
}

/** Asks about references that were sent before, and keeps what is said. */
export async function requerySent(deps: PayerDeps, sent: readonly SentReference[]): Promise<void> {
  if (sent.length === 0) return
  const signal = AbortSignal.timeout(REQUERY_TIMEOUT_MS)
  const heard = await inParallel(sent, MOST_AT_ONCE, async (one) => {
    const account = deps.accounts.get(one.intent.account)
    const reading = await account?.rail.requery(one.intent.reference, signal)
    return reading === undefined ? [] : newsOf(deps, one, reading, new Date(deps.nowMs()))
  })
  onJournal(() => deps.journal.hear(heard.flat()))
}

/** Our own word for the bank, so that it can be compared with the order. */
async function ask(
  { rail, directory }: PayoutAccount,
  payout: KnownPayout,
  signal: AbortSignal,
): Promise<Reading> {
  const reading = await rail.requery(payout.reference, signal)
  if (!('bankCode' in reading) || reading.bankCode === null) return reading
  const { bankCode } = reading
  const [ordered, named] = await Promise.all([
    directory.codeOf(payout.bank_code, signal).catch(() => undefined),
    directory.keyOf(bankCode, signal).catch(() => bankCode),
  ])
  return { ...reading, bankCode: bankCode === ordered ? payout.bank_code : named }
}

/** Only what was not said before is written down. That a refused order is not found is no news. */
function newsOf(
  { policy }: Pick<PayerDeps, 'policy'>,
  { intent, known }: ReturnType<PayerJournal['ofDebt']>[number],
  reading: Reading,
  at: Date,
): Heard[] {
  const { kind } = reading
  if (kind === 'unavailable') return []
  if (kind === 'not_found') {
    const { repeatAfterMs = NOT_FOUND_KEPT_EVERY_MS } = policy.find(intent.account) ?? {}
    const every = Math.min(NOT_FOUND_KEPT_EVERY_MS, repeatAfterMs)
    const isNews = known.said !== 'not_found' || at.getTime() - known.notFoundToMs >= every
    if (known.said === 'rejected' || !isNews) return []
  } else if (kind === known.said) return []
  const vendor_id = 'vendorId' in reading ? reading.vendorId : null
  return [{ of: intent.n, at: at.toISOString(), reading: kind, code: reading.code, vendor_id }]
}
