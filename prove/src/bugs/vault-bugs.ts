import type { MoneyBug } from './money-bug.ts'

const SIGNER = 'vault/src/signer/judge-request.test.ts'
const RIGHTS = 'vault/src/signer/money/judge-right.test.ts'
const PAYER = 'vault/src/payer/judge-order.test.ts'
const APPROVALS = 'server/test/integration/payer-approvals.test.ts'
const PAYOUTS = 'vault/src/payer/money/judge-payout.test.ts'
const DECISIONS = 'vault/src/shared/decisions/decisions.test.ts'
const WATCH = 'vault/src/shared/decisions/watch-decisions.test.ts'
const OPERATORS = 'vault/src/shared/operators/operators-file.test.ts'

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
    name: 'the signer sends withdrawals of members that nobody signed',
    file: 'vault/src/signer/judge-request.ts',
    find: '    requireOrdered(facts, context.orders)\n',
    replace: '',
    watcher: 'server/src/flows/payments/signer-verifies.test.ts',
  },
  {
    name: 'a wallet that one member enrolled counts at once',
    file: 'vault/src/signer/withdrawals/judge-withdrawal.ts',
    find: 'count >= PEOPLE || ageMs >= walletWaitMs(mode)',
    replace: 'count >= 1',
    watcher: 'vault/src/signer/withdrawals/judge-withdrawal.test.ts',
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
    name: 'the payer approves a transfer that it never sent',
    file: 'vault/src/payer/approve-transfers.ts',
    find: "return 'the payer never sent it'",
    replace: 'return undefined',
    watcher: APPROVALS,
  },
  {
    name: 'the payer approves another amount than it sent',
    file: 'vault/src/payer/approve-transfers.ts',
    find: 'intent.amount_minor !== String(amountMinor)',
    replace: 'intent.amount_minor === undefined',
    watcher: APPROVALS,
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
  {
    name: 'the vault believes a standing decision that one person signed',
    file: 'vault/src/shared/decisions/judge-standing.ts',
    find: 'if (unsigned === undefined && terms !== undefined) return terms',
    replace: 'if (terms !== undefined) return terms',
    watcher: 'vault/src/shared/decisions/judge-standing.test.ts',
  },
  {
    name: 'a signature counts although the device did not verify the person',
    file: 'vault/src/shared/operators/assertion.ts',
    find: '(flags & USER_VERIFIED) === 0',
    replace: '(flags & USER_VERIFIED) < 0',
    watcher: DECISIONS,
  },
  {
    name: 'two passkeys of one person count as two people',
    file: 'vault/src/shared/operators/signed-by.ts',
    find: 'people.add(operator.id)',
    replace: 'people.add(id)',
    watcher: DECISIONS,
  },
  {
    name: 'one person decides about live money',
    file: 'vault/src/shared/operators/signed-by.ts',
    find: "mode === 'test' ? statement.people.test : statement.people.live",
    replace: 'statement.people.test',
    watcher: DECISIONS,
  },
  {
    name: 'an older copy of the operators file brings back a person who left',
    file: 'vault/src/shared/operators/operators-file.ts',
    find: 'next[last]?.hash !== statements[last]?.hash',
    replace: 'next.length < 1',
    watcher: OPERATORS,
  },
  {
    name: 'the signer sends a released buy to another wallet than was signed',
    file: 'vault/src/signer/money/require-decided.ts',
    find: "        'decision.address': facts.right?.address,\n",
    replace: '',
    watcher: 'vault/src/signer/money/require-decided.test.ts',
  },
  {
    name: 'the payer pays a redirected refund that nobody signed',
    file: 'vault/src/payer/money/require-decided.ts',
    find: 'if (redirect === 0) return',
    replace: 'if (redirect >= 0) return',
    watcher: 'vault/src/payer/money/require-decided.test.ts',
  },
  {
    name: 'a decision counts although the database carried out another one',
    file: 'vault/src/shared/decisions/watch-decisions.ts',
    find: 'difference(text, stored) ?? signedProblem(judged, statement, context)',
    replace: 'signedProblem(judged, statement, context)',
    watcher: WATCH,
  },
  {
    name: 'nobody verifies a decision on which no payment rests',
    file: 'vault/src/shared/decisions/watch-decisions.ts',
    find: 'keys.filter((key) => !journal.isVerified(key))',
    replace: 'keys.filter((key) => journal.isVerified(key))',
    watcher: WATCH,
  },
  {
    name: 'people who left can still add decisions',
    file: 'vault/src/shared/decisions/watch-decisions.ts',
    find: ': verify(one, statements.current,',
    replace: ': verify(one, statements.all,',
    watcher: WATCH,
  },
  {
    name: 'a decision about test money lifts a freeze of live money',
    file: 'vault/src/shared/decisions/lifted-freezes.ts',
    find: "subject.startsWith('test:') ? 'test' : 'live'",
    replace: "'test'",
    watcher: WATCH,
  },
  {
    name: 'the signer delivers to a buy that never had the number that was paid',
    file: 'vault/src/shared/money/judge-credit.ts',
    find: ' && number_owners[0] === transactionId',
    replace: '',
    watcher: 'vault/src/signer/money/judge-right.test.ts',
  },
]
