import type { ProvenBalances } from '../shared/balances/prove-balances.ts'
import { createDecisions } from '../shared/decisions/decisions.ts'
import { readDecisions } from '../shared/decisions/read-decisions.ts'
import { withStanding } from '../shared/decisions/read-standing.ts'
import { rightKey } from '../shared/money/facts.ts'
import type { Executed } from '../shared/requests/signed-request.ts'
import { fromDatabase, onJournal, requireAlive, requireAlone } from '../shared/unavailable.ts'
import { Refused, refuseUnless, type SendAnswer, type SendOrder } from './answers.ts'
import { createGathering, inParallel, withTimeout } from './bank-calls.ts'
import { mustArrive, requireArrived } from './chains/require-arrived.ts'
import type { PayerJournal } from './journal/payer-journal.ts'
import type { Heard } from './journal/payer-record.ts'
import type { Former } from './journal/require-unsent.ts'
import { type Judged, type JudgementContext, judgeOrder } from './judge-order.ts'
import type { FundedPayout } from './money/judge-payout.ts'
import { type PayoutFacts, readPayoutFacts } from './money/payout-facts.ts'
import { readDead, readGone } from './money/read-payouts.ts'
import { decisionsAbout } from './money/require-decided.ts'
import type { PayerDeps } from './payer-deps.ts'
import { ordersOf, type PaymentOrders } from './payments/require-ordered.ts'
import type { PayoutAccount } from './payout-accounts.ts'
import { BankUnavailable, type Sent } from './rails/bank-rail.ts'
import { requerySent } from './requery-payouts.ts'
import { isSameHolder } from './same-holder.ts'

type Seen = Readonly<{
  facts: ReadonlyMap<string, PayoutFacts>
  former: Former
  orders: PaymentOrders
  balances: ProvenBalances
  unsigned: ReadonlyMap<string, string>
  atMs: number
}>

/** `isShown`: our own node showed the tokens. */
type Prepared = Readonly<{ order: SendOrder; sendOnce: SendOnce; isShown: boolean }>

type Written = SendAnswer | Readonly<{ payoutId: string; number: number; sendOnce: SendOnce }>

/** Orders the payment from the vendor, once. */
type SendOnce = (signal: AbortSignal) => Promise<Sent>

const MOST_AT_ONCE = 200
const PREPARE_TIMEOUT_MS = 10_000
const SEND_TIMEOUT_MS = 15_000

/** Facts that are older than this are read again before an intent is recorded. */
const FACTS_TTL_MS = 1_000

/**
 * Judges each order and makes the requests to its bank that must precede the payment. Then judges the order again, because other orders may
 * have been recorded meanwhile. Records the intent, and sends the payment with a single call. No order waits for the bank of another.
 */
export function beginOrders(deps: PayerDeps, orders: readonly SendOrder[]): readonly Promise<SendAnswer>[] {
  requireAlive(deps)
  const reading = readSeen(deps, orders)
  const write = createGathering(async (prepared: readonly Prepared[]) =>
    writeTogether(deps, prepared, await reading),
  )
  const hear = createGathering(async (heard: readonly Heard[]) => {
    onJournal(() => deps.journal.hear(heard))
    return heard
  })
  return inParallel(orders, MOST_AT_ONCE, async (order) => {
    const step = await prepare(deps, order, await reading)
    if ('outcome' in step) return step
    const written = await write(step)
    if ('outcome' in written) return written
    const { payoutId, number, sendOnce } = written
    const sent = await withTimeout(SEND_TIMEOUT_MS, sendOnce)
    await hear(heardOf(number, sent, deps.nowMs()))
    return { payoutId, ...sent }
  })
}

/** Records all orders that are ready, and waits until they are on the disk. */
async function writeTogether(deps: PayerDeps, prepared: readonly Prepared[], seen: Seen): Promise<Written[]> {
  const orders = prepared.map(({ order }) => order)
  const again = deps.nowMs() - seen.atMs > FACTS_TTL_MS ? await readSeen(deps, orders) : seen
  await requireAlone(deps)
  requireAlive(deps)
  return onJournal(() => {
    const all = prepared.map((step) => writeDown(deps, step, again))
    deps.journal.commit()
    return all
  })
}

async function readSeen(deps: PayerDeps, orders: readonly SendOrder[]): Promise<Seen> {
  const { pool, journal, operators, freezes, watch, payments, requests, nowMs } = deps
  const seen = await fromDatabase(async () => {
    const atMs = nowMs()
    const facts = await readPayoutFacts(
      pool,
      orders.map(({ payoutId }) => payoutId),
      freezes,
      journal,
    )
    const former = [...facts.values()].flatMap((one) => formerOf(journal, one))
    const sent = former.map(({ intent }) => intent)
    const about = decisionsAbout([...facts.values()], (one) => formerOf(journal, one).length > 0)
    return {
      facts,
      former: {
        dead: await readDead(pool, sent),
        gone: await readGone(pool, sent),
        decisions: createDecisions(operators, await withStanding(pool, await readDecisions(pool, about)), {
          nowMs: atMs,
          journal,
        }),
      },
      atMs,
    }
  })
  // Every decision that made these facts is older than them, so this look verifies all of them.
  await watch.look()
  const sold = [...seen.facts.values()].flatMap(({ mode, sell, transaction }) =>
    sell?.network === null && transaction !== null
      ? [{ mode, businessId: transaction.business_id ?? '' }]
      : [],
  )
  const tenure = await requireAlone(deps)
  const balances = await deps.proveBalances(sold, tenure)
  const unsigned = await requests.verify(soldBy(seen.facts.values()))
  return { ...seen, balances, unsigned, orders: await payments.verify(ordersOf([...seen.facts.values()])) }
}

/** Names the sells that a key asked to pay from the balance. Members signed the others. */
function soldBy(facts: Iterable<PayoutFacts>): Executed[] {
  return [...facts].flatMap(({ right, transaction, sell, payment, mode }) =>
    right?.purpose !== 'payout' || transaction === null || sell?.network !== null || payment !== null
      ? []
      : [
          {
            transactionId: right.transaction_id,
            purpose: 'sell',
            business: transaction.business_id ?? '',
            mode,
            reference: transaction.reference,
            amountMinor: transaction.amount_minor,
            // Only operators change the account of a signed sell, by a decision that the payer verifies itself.
            destination: sell.payee?.is_by_business === true ? accountOf(sell.payee) : accountOf(sell),
          },
        ],
  )
}

function accountOf({ bank_code, account_number }: Readonly<{ bank_code: string; account_number: string }>) {
  return { bank_name: bank_code, account_number }
}

/** Returns earlier payments of the same debt under other references. */
function formerOf(journal: PayerJournal, { mode, right, reference }: PayoutFacts) {
  return right === null
    ? []
    : journal.ofDebt(rightKey(mode, right)).filter(({ intent }) => intent.reference !== reference)
}

async function prepare(deps: PayerDeps, order: SendOrder, seen: Seen): Promise<SendAnswer | Prepared> {
  const { payoutId } = order
  const facts = seen.facts.get(payoutId)
  // Before a debt is paid with a new reference, the banks are queried again about the earlier references of the debt.
  if (facts !== undefined && deps.journal.ofReference(facts.reference) === undefined)
    await requerySent(deps, formerOf(deps.journal, facts))
  return orRefused(payoutId, async () => {
    const judged = judgeOrder(order, facts, contextOf(deps, seen))
    if (judged.verdict !== 'send') return repeatAnswer(payoutId, judged.verdict)
    const account = deps.accounts.get(judged.payout.account.account)
    if (account === undefined) throw new Refused('unknown_account', 'the payout account has no credentials')
    return withTimeout(PREPARE_TIMEOUT_MS, async (signal) => {
      const isShown = await requireArrived(
        deps.nodes,
        judged.payout.arrived,
        hourOf(deps, judged.payout),
        signal,
      )
      return { order, isShown, sendOnce: await prepareOrder(account, judged.payout, signal) }
    })
  })
}

/** Returns the outcome of the earlier call, for a caller that lost the answer. */
function repeatAnswer(payoutId: string, outcome: 'exists' | 'rejected'): SendAnswer {
  if (outcome === 'exists') return { payoutId, outcome }
  return {
    payoutId,
    outcome,
    code: 'rejected_before',
    message: 'the vendor rejected this payout when it was sent',
  }
}

/** Adds an intent. It counts at once when the next order is judged. */
function writeDown(deps: PayerDeps, { order, sendOnce, isShown }: Prepared, seen: Seen): Written {
  const { payoutId } = order
  try {
    const judged: Judged = judgeOrder(order, seen.facts.get(payoutId), contextOf(deps, seen))
    if (judged.verdict !== 'send') return repeatAnswer(payoutId, judged.verdict)
    // Other orders were recorded since, so the next try must ask the node.
    refuseUnless(
      isShown || !mustArrive(judged.payout.arrived, hourOf(deps, judged.payout)),
      'chain_unavailable',
      'the hour is above the limit up to which no node is asked',
    )
    return { payoutId, number: deps.journal.add(judged.intent), sendOnce }
  } catch (error) {
    return toRefused(payoutId, error)
  }
}

/** Returns what was paid from the account in the last hour. */
function hourOf({ journal, nowMs }: PayerDeps, { account }: FundedPayout): bigint {
  return journal.spent(account.account, Math.max(nowMs(), journal.lastAtMs())).hour
}

function contextOf(
  { policy, journal, accounts, nowMs }: PayerDeps,
  { former, orders, balances, unsigned }: Seen,
): JudgementContext {
  return {
    policy,
    journal,
    former,
    orders,
    balances,
    unsigned,
    // A clock that was set back must not make earlier payments fall outside the time window of a cap.
    atMs: Math.max(nowMs(), journal.lastAtMs()),
    railOf: (account) => accounts.get(account)?.rail,
  }
}

function heardOf(number: number, sent: Sent, atMs: number): Heard {
  const code = 'code' in sent ? sent.code : null
  const vendor_id = 'vendorId' in sent ? sent.vendorId : null
  return { of: number, at: new Date(atMs).toISOString(), outcome: sent.outcome, code, vendor_id }
}

async function orRefused(
  payoutId: string,
  work: () => Promise<SendAnswer | Prepared>,
): Promise<SendAnswer | Prepared> {
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
 * Makes the requests to the bank that must precede the payment: the check that the account still has the same holder, and further requests
 * that the vendor needs. None of them moves money. Throws Refused.
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
      'the bank did not answer the name enquiry',
    )
    refuseUnless(enquiry.outcome === 'found', 'name_not_found', 'the bank no longer has this account')
    refuseUnless(
      isSameHolder(accountName, enquiry.accountName),
      'name_drift',
      'the name on the account differs from the name that was cleared',
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
