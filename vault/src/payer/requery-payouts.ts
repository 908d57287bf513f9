import { fromDatabase, onJournal } from '../shared/unavailable.ts'
import type { PayoutReading } from './answers.ts'
import { createGathering, inParallel, withTimeout } from './bank-calls.ts'
import type { PayerJournal, SentReference } from './journal/payer-journal.ts'
import type { Heard } from './journal/payer-record.ts'
import { type KnownPayout, readKnownPayouts } from './money/read-payouts.ts'
import type { PayerDeps } from './payer-deps.ts'
import type { PayoutAccount } from './payout-accounts.ts'
import type { Reading } from './rails/bank-rail.ts'

const MOST_AT_ONCE = 50
const REQUERY_TIMEOUT_MS = 20_000
// A repeated "not found" is recorded at this interval. It shows for how long a bank has not found a payment, and keeps the journal short.
const NOT_FOUND_KEPT_EVERY_MS = 60_000

/** Queries the bank about the outcome of each payout. Runs even during a freeze or a kill switch, because a query moves no money. */
export function beginRequeries(deps: PayerDeps, ids: readonly string[]): readonly Promise<PayoutReading>[] {
  const reading = fromDatabase(async () => readKnownPayouts(deps.pool, ids))
  const hear = hearTogether(deps)
  return inParallel(ids, MOST_AT_ONCE, async (payoutId): Promise<PayoutReading> => {
    const payout = (await reading).get(payoutId)
    const account = payout === undefined ? undefined : deps.accounts.get(payout.account_id)
    if (payout === undefined || account === undefined)
      return { payoutId, at: new Date(deps.nowMs()), kind: 'unavailable', code: 'unknown_payout' }
    const said = await withTimeout(REQUERY_TIMEOUT_MS, async (signal) => ask(account, payout, signal))
    const at = new Date(deps.nowMs())
    const sent = deps.journal.ofReference(payout.reference)
    if (sent !== undefined) await hear(newsOf(deps, sent, said, at))
    return { payoutId, at, ...said }
  })
}

/** Queries the banks about references that were sent before, and records the answers. */
export async function requerySent(deps: PayerDeps, sent: readonly SentReference[]): Promise<void> {
  const hear = hearTogether(deps)
  const heard = inParallel(sent, MOST_AT_ONCE, async (one) => {
    const account = deps.accounts.get(one.intent.account)
    if (account === undefined) return
    const said = await withTimeout(REQUERY_TIMEOUT_MS, async (signal) =>
      account.rail.requery(one.intent.reference, signal),
    )
    await hear(newsOf(deps, one, said, new Date(deps.nowMs())))
  })
  await Promise.all(heard)
}

function hearTogether({ journal }: PayerDeps): (heard: readonly Heard[]) => Promise<void> {
  const together = createGathering(async (all: ReadonlyArray<readonly Heard[]>) => {
    onJournal(() => journal.hear(all.flat()))
    return all
  })
  return async (heard) => {
    if (heard.length > 0) await together(heard)
  }
}

/** Returns the reading with our own key for the bank, so that it can be compared with the order. */
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

/** Returns only answers that are new. For an order that the bank refused, "not found" is not new. */
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
