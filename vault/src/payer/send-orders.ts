import { rightKey } from '../shared/money/facts.ts'
import { fromDatabase, onJournal, requireAlive, requireAlone } from '../shared/unavailable.ts'
import { Refused, refuseUnless, type SendAnswer, type SendOrder } from './answers.ts'
import { requireArrived } from './chains/require-arrived.ts'
import { inParallel } from './in-parallel.ts'
import type { PayerJournal } from './journal/payer-journal.ts'
import type { Heard } from './journal/payer-record.ts'
import type { Former } from './journal/require-unsent.ts'
import { type Judged, type JudgementContext, judgeOrder } from './judge-order.ts'
import type { FundedPayout } from './money/judge-payout.ts'
import { type PayoutFacts, readPayoutFacts } from './money/payout-facts.ts'
import { readDead, readUnpaid } from './money/read-payouts.ts'
import type { PayerDeps } from './payer-deps.ts'
import type { PayoutAccount } from './payout-accounts.ts'
import { BankUnavailable, type Sent } from './rails/bank-rail.ts'
import { requerySent } from './requery-payouts.ts'
import { isSameHolder } from './same-holder.ts'

type Seen = Readonly<{ facts: ReadonlyMap<string, PayoutFacts>; former: Former; atMs: number }>

type Step = SendAnswer | Readonly<{ order: SendOrder; sendOnce: SendOnce }>

type Written = SendAnswer | Readonly<{ payoutId: string; number: number; sendOnce: SendOnce }>

/** Asks the vendor to pay, once. */
type SendOnce = (signal: AbortSignal) => Promise<Sent>

const MOST_QUESTIONS = 50
// All at once: what is written down must not wait behind a bank that hangs.
const MOST_SENDS = 200
// Together less than whoever asks us waits for an answer.
const PREPARE_TIMEOUT_MS = 10_000
const SEND_TIMEOUT_MS = 15_000

/** What was read longer ago than this is read again before anything is written down. */
const FACTS_TTL_MS = 1_000

/**
 * Judges each order, asks its bank what must be asked before, judges it again with everything that was written down meanwhile, writes down
 * what it is about to do, and does it: one call for each, never a second.
 */
export async function sendOrders(deps: PayerDeps, orders: readonly SendOrder[]): Promise<SendAnswer[]> {
  requireAlive(deps)
  const seen = await readSeen(deps, orders)
  await askAboutFormer(deps, seen)
  const signal = AbortSignal.timeout(PREPARE_TIMEOUT_MS)
  const steps = await inParallel(orders, MOST_QUESTIONS, async (order) => prepare(deps, order, seen, signal))
  const again = deps.nowMs() - seen.atMs > FACTS_TTL_MS ? await readSeen(deps, orders) : seen
  await requireAlone(deps)
  requireAlive(deps)
  const written = onJournal(() => {
    const all = steps.map((step) => ('order' in step ? writeDown(deps, step, again) : step))
    deps.journal.commit()
    return all
  })
  const sending = AbortSignal.timeout(SEND_TIMEOUT_MS)
  const answers = await inParallel(written, MOST_SENDS, async (one) => sendOne(one, sending))
  onJournal(() => deps.journal.hear(heardOf(written, answers, deps.nowMs())))
  return answers
}

async function readSeen({ pool, journal, nowMs }: PayerDeps, orders: readonly SendOrder[]): Promise<Seen> {
  return fromDatabase(async () => {
    const atMs = nowMs()
    const facts = await readPayoutFacts(
      pool,
      orders.map(({ payoutId }) => payoutId),
    )
    const former = [...facts.values()].flatMap((one) => formerOf(journal, one))
    const sent = former.map(({ intent }) => intent)
    const transactions =
      sent.length === 0 ? [] : [...facts.values()].flatMap(({ right }) => right?.transaction_id ?? [])
    return {
      facts,
      former: { dead: await readDead(pool, sent), unpaid: await readUnpaid(pool, transactions) },
      atMs,
    }
  })
}

/** What was sent before for the same, under other references. */
function formerOf(journal: PayerJournal, { mode, right, reference }: PayoutFacts) {
  return right === null
    ? []
    : journal.ofDebt(rightKey(mode, right)).filter(({ intent }) => intent.reference !== reference)
}

/** Before the same is paid under another reference, its banks are asked once more what became of the former ones. */
async function askAboutFormer(deps: PayerDeps, { facts }: Seen): Promise<void> {
  const former = [...facts.values()]
    .filter(({ reference }) => deps.journal.ofReference(reference) === undefined)
    .flatMap((one) => formerOf(deps.journal, one))
  await requerySent(deps, former)
}

async function prepare(deps: PayerDeps, order: SendOrder, seen: Seen, signal: AbortSignal): Promise<Step> {
  const { payoutId } = order
  return orRefused(payoutId, async () => {
    const judged = judgeOrder(order, seen.facts.get(payoutId), contextOf(deps, seen))
    if (judged.verdict !== 'send') return repeatAnswer(payoutId, judged.verdict)
    const account = deps.accounts.get(judged.payout.account.account)
    if (account === undefined) throw new Refused('unknown_account', 'there are no credentials of it')
    await requireArrived(deps.nodes, judged.payout.arrived, signal)
    return { order, sendOnce: await prepareOrder(account, judged.payout, signal) }
  })
}

/** What became of it when it was sent, to whoever did not hear it then. */
function repeatAnswer(payoutId: string, outcome: 'exists' | 'rejected'): SendAnswer {
  if (outcome === 'exists') return { payoutId, outcome }
  return { payoutId, outcome, code: 'rejected_before', message: 'its vendor refused it when it was sent' }
}

/** Counts at once: the next one in the batch is judged with it in mind. */
function writeDown(deps: PayerDeps, { order, sendOnce }: Exclude<Step, SendAnswer>, seen: Seen): Written {
  const { payoutId } = order
  try {
    const judged: Judged = judgeOrder(order, seen.facts.get(payoutId), contextOf(deps, seen))
    if (judged.verdict !== 'send') return repeatAnswer(payoutId, judged.verdict)
    return { payoutId, number: deps.journal.add(judged.intent), sendOnce }
  } catch (error) {
    return toRefused(payoutId, error)
  }
}

function contextOf({ policy, journal, accounts, nowMs }: PayerDeps, { former }: Seen): JudgementContext {
  return {
    policy,
    journal,
    former,
    // A clock that was set back opens no cap.
    atMs: Math.max(nowMs(), journal.lastAtMs()),
    railOf: (account) => accounts.get(account)?.rail,
  }
}

async function sendOne(one: Written, signal: AbortSignal): Promise<SendAnswer> {
  if (!('sendOnce' in one)) return one
  const sent: Sent = await one.sendOnce(signal)
  return { payoutId: one.payoutId, ...sent }
}

function heardOf(written: readonly Written[], answers: readonly SendAnswer[], atMs: number): Heard[] {
  return written.flatMap((one, place) => {
    const answer = answers[place]
    if (!('number' in one) || answer === undefined || answer.outcome === 'refused') return []
    const code = 'code' in answer ? answer.code : null
    const vendor_id = 'vendorId' in answer ? answer.vendorId : null
    return [{ of: one.number, at: new Date(atMs).toISOString(), outcome: answer.outcome, code, vendor_id }]
  })
}

async function orRefused(payoutId: string, work: () => Promise<Step>): Promise<Step> {
  try {
    return await work()
  } catch (error) {
    return toRefused(payoutId, error)
  }
}

function toRefused(payoutId: string, error: unknown): SendAnswer {
  if (!(error instanceof Refused)) throw error
  return { payoutId, outcome: 'refused', code: error.code, message: error.message }
}

/**
 * What has to be asked of the bank just before it is asked to pay: whether it still has the same holder for the account, and whatever its
 * vendor needs besides. Nothing of this moves money. Throws Refused.
 */
async function prepareOrder(
  { rail, directory }: PayoutAccount,
  payout: FundedPayout,
  signal: AbortSignal,
): Promise<SendOnce> {
  const { accountNumber, accountName, reference, amountMinor } = payout
  try {
    const bankCode = await directory.codeOf(payout.bankCode, signal)
    refuseUnless(bankCode !== undefined, 'unknown_bank', `${rail.vendor} has no bank ${payout.bankCode}`)
    const enquiry = await rail.enquire({ bankCode, accountNumber }, signal)
    refuseUnless(
      enquiry.outcome !== 'unavailable',
      'name_unavailable',
      'the bank does not say whose account it is',
    )
    refuseUnless(enquiry.outcome === 'found', 'name_not_found', 'the bank has no such account any more')
    refuseUnless(
      isSameHolder(accountName, enquiry.accountName),
      'name_drift',
      'the bank has another holder for the account than when the payout was cleared',
    )
    return await rail.prepare(
      { reference, amountMinor, bankCode, accountNumber, accountName: enquiry.accountName },
      signal,
    )
  } catch (error) {
    if (error instanceof BankUnavailable) throw new Refused('bank_unavailable', error.message)
    throw error
  }
}
