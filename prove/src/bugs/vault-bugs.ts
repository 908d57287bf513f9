import type { MoneyBug } from './money-bug.ts'

const SIGNER = 'vault/src/signer/judge-request.test.ts'
const RIGHTS = 'vault/src/signer/money/judge-right.test.ts'
const PAYER = 'vault/src/payer/judge-order.test.ts'
const PAYOUTS = 'vault/src/payer/money/judge-payout.test.ts'

/** Bugs in the refusals of the signer and the payer process. */
export const vaultBugs: readonly MoneyBug[] = [
  {
    name: 'the signer pays into one of our own wallets',
    file: 'vault/src/signer/money/judge-right.ts',
    find: ' && !policy.isOurs(holder) && !policy.isOurs(to)',
    replace: '',
    watcher: RIGHTS,
  },
  {
    name: 'every limit of the signer is a million naira too high',
    file: 'vault/src/signer/policy.ts',
    find: 'sum + tokensMinor <= most',
    replace: 'sum + tokensMinor <= most + 100_000_000n',
    watcher: SIGNER,
  },
  {
    name: 'the signer signs twice for one bank credit',
    file: 'vault/src/signer/judge-request.ts',
    find: 'requireUnusedCredits(journal, lock.mode, right)',
    replace: 'undefined',
    watcher: SIGNER,
  },
  {
    name: 'the signer signs again while the first transfer may still succeed',
    file: 'vault/src/signer/journal/require-free.ts',
    find: "state === 'final_failed' || state === 'final_void'",
    replace: "state !== 'final_ok'",
    watcher: SIGNER,
  },
  {
    name: 'the payer sends a second attempt while the first may be paid',
    file: 'vault/src/payer/journal/require-unsent.ts',
    find: "known.said !== 'success' && dead.has(intent.reference)",
    replace: "known.said !== 'success'",
    watcher: PAYER,
  },
  {
    name: 'the payer refunds a buy whose tokens were sent',
    file: 'vault/src/payer/money/judge-refund.ts',
    find: '!refund.is_delivered',
    replace: 'true',
    watcher: PAYOUTS,
  },
  {
    name: 'the payer refunds to an account that the credit did not come from',
    file: 'vault/src/payer/money/judge-refund.ts',
    find: 'isSaid(numbers, number) && ',
    replace: '',
    watcher: PAYOUTS,
  },
  {
    name: 'the payer accepts tokens at an address that does not belong to the sell',
    file: 'vault/src/payer/money/judge-sell.ts',
    find: 'ownAddresses(facts, token).includes(address)',
    replace: 'true',
    watcher: PAYOUTS,
  },
  {
    name: 'a 5xx answer of a bank counts as a rejection',
    file: 'vault/src/payer/rails/paystack/paystack-payment.ts',
    find: 'status >= 500 || isDone !== false',
    replace: 'isDone !== false',
    watcher: 'vault/src/payer/rails/codes.test.ts',
  },
]
