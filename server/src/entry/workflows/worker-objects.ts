import { gatherNudges } from '../../flows/advance/send-nudges.ts'
import { advanceBatch, createBatchSells } from '../../flows/batches/advance-batch.ts'
import { advanceCustomerNumber } from '../../flows/collections/close-number.ts'
import { advanceAccount } from '../../flows/credits/advance-account.ts'
import { laneTimes } from '../../flows/deliveries/lane-deps.ts'
import { advanceLane } from '../../flows/deliveries/work-lane.ts'
import { advanceDeposits } from '../../flows/deposits/advance-deposits.ts'
import { watchTimes } from '../../flows/deposits/deposit-deps.ts'
import { advanceMail } from '../../flows/mail/send-mail.ts'
import { advanceWithdrawalOrder, createOrderedWithdrawals } from '../../flows/payments/make-withdrawals.ts'
import { advancePaymentOrder, createPaymentSells } from '../../flows/payments/pay-items.ts'
import { payoutTimes } from '../../flows/payouts/payout-deps.ts'
import { advancePayouts } from '../../flows/payouts/work-payouts.ts'
import { createRecentLines } from '../../movements/credits/recent-lines.ts'
import { createDurableObject } from './durable-objects.ts'
import { createTransactionObjects } from './transaction-objects.ts'
import { createWebhookObjects } from './webhook-objects.ts'
import { createCreditDeps, type WorkerDeps } from './worker-deps.ts'

/** Creates every durable object that a worker serves. */
export function createWorkerObjects(deps: WorkerDeps) {
  return [
    ...createTransactionObjects(deps),
    createAccountObject(deps),
    createLaneObject(deps),
    createDepositsObject(deps),
    createPayoutObject(deps),
    ...createWebhookObjects(deps),
    createMailObject(deps),
    createPaymentObject(deps),
    createWithdrawalOrderObject(deps),
    createBatchObject(deps),
    createCustomerNumberObject(deps),
  ]
}

const GAP_BETWEEN_PAID_MS = 300

/** Creates one durable object for each of our bank accounts. It runs one check at a time. */
function createAccountObject(deps: WorkerDeps) {
  const { clock, logger, banks, nudge } = deps
  const looking = {
    ...createCreditDeps(deps),
    pollMs: banks.pollMs,
    heard: createRecentLines(),
    // Buys that were paid on different accounts continue together.
    nudge: gatherNudges(nudge, GAP_BETWEEN_PAID_MS),
    onFailure: (accountId: string, error: unknown) =>
      logger.error({ accountId, err: error }, 'bank account check failed; retrying'),
  }
  return createDurableObject('bank-account', async (id) => advanceAccount(looking, id), clock)
}

/** Creates one durable object per watched network. It runs one check at a time. */
function createDepositsObject({ pool, clock, deposits, nudge, logger }: WorkerDeps) {
  const watching = {
    pool,
    clock,
    watched: deposits,
    times: watchTimes,
    nudge,
    onNotice: (network: string, words: string) =>
      logger.warn({ network, words }, 'deposits need operator attention; see docs/internals/deposits.md'),
    onFailure: (cursorId: string, error: unknown) =>
      logger.error({ cursorId, err: error }, 'network check failed; retrying'),
  }
  return createDurableObject('deposits', async (id) => advanceDeposits(watching, id), clock)
}

/** Creates one durable object per lane. One worker at a time holds the lease of a lane. */
function createLaneObject({ pool, clock, chains, signer, logger }: WorkerDeps) {
  const working = {
    pool,
    clock,
    chains,
    signer,
    times: laneTimes,
    onAnswers: (laneId: string, words: readonly string[]) =>
      logger.debug({ laneId, words }, 'chain response to a sent transaction'),
    onNotice: (laneId: string, words: string) =>
      logger.warn({ laneId, words }, 'lane needs operator attention; see docs/internals/transfers.md'),
    onFailure: (laneId: string, error: unknown) =>
      logger.error({ laneId, err: error }, 'lane check failed; retrying'),
  }
  return createDurableObject('lane', async (id) => advanceLane(working, id), clock)
}

/** Creates one durable object per payout account. One worker at a time holds the lease of a payout account. */
function createPayoutObject({ pool, clock, payer, payoutPace, logger }: WorkerDeps) {
  const working = {
    pool,
    clock,
    payer,
    times: { ...payoutTimes, ...payoutPace },
    onNotice: (accountId: string, words: string) =>
      logger.warn(
        { accountId, words },
        'payout account needs operator attention; see docs/internals/payouts.md',
      ),
    onFailure: (accountId: string, error: unknown) =>
      logger.error({ accountId, err: error }, 'payout account check failed; retrying'),
  }
  return createDurableObject('payout-account', async (id) => advancePayouts(working, id), clock)
}

/** Creates one durable object per mail. */
function createMailObject({ pool, clock, mail, caseHook, webhooks, logger }: WorkerDeps) {
  const sending = {
    pool,
    clock,
    sending: mail,
    caseHook: caseHook && { ...caseHook, sender: webhooks.sender },
    onFailure: (mailId: string, error: unknown) =>
      logger.warn({ mailId, err: error }, 'mail cannot be sent; retrying'),
    onGivenUp: (mailId: string) =>
      logger.error({ mailId }, 'mail was not sent in time; see docs/internals/people.md'),
  }
  return createDurableObject('mail', async (id) => advanceMail(sending, id), clock)
}

/** Creates one durable object per payment order of a business. */
function createPaymentObject({ pool, clock, nudge, logger }: WorkerDeps) {
  const paying = {
    pool,
    clock,
    nudge,
    sells: createPaymentSells({ pool, clock }),
    onFailure: (orderId: string, error: unknown) =>
      logger.warn({ orderId, err: error }, 'payment order cannot be paid now; retrying'),
  }
  return createDurableObject('payment-order', async (id) => advancePaymentOrder(paying, id), clock)
}

/** Creates one durable object per withdrawal that members ordered. */
function createWithdrawalOrderObject({ pool, clock, nudge, logger }: WorkerDeps) {
  const making = {
    pool,
    clock,
    nudge,
    withdrawals: createOrderedWithdrawals({ pool, clock }),
    onFailure: (orderId: string, error: unknown) =>
      logger.warn({ orderId, err: error }, 'withdrawal order cannot be made now; retrying'),
  }
  return createDurableObject('withdrawal-order', async (id) => advanceWithdrawalOrder(making, id), clock)
}

/** Creates one durable object per batch of payouts. */
function createBatchObject({ pool, clock, nudge, names, logger }: WorkerDeps) {
  const working = {
    pool,
    clock,
    nudge,
    names,
    sells: createBatchSells({ pool, clock }),
    onFailure: (batchId: string, error: unknown) =>
      logger.warn({ batchId, err: error }, 'batch of payouts cannot continue now; retrying'),
  }
  return createDurableObject('payout-batch', async (id) => advanceBatch(working, id), clock)
}

/** Creates one durable object per standing number that has ended. */
function createCustomerNumberObject({ pool, clock, banks, logger }: WorkerDeps) {
  const closing = {
    pool,
    clock,
    rails: banks.rails,
    onFailure: (customerNumberId: string, error: unknown) =>
      logger.warn({ customerNumberId, err: error }, 'standing number is not closed at its vendor; retrying'),
  }
  return createDurableObject('customer-number', async (id) => advanceCustomerNumber(closing, id), clock)
}
