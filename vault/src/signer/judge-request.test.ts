import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allocation, BUSINESS, entry, proven, ROOT, TRANSACTION } from '../../test/credit-rows.ts'
import { decided, decisionsOf } from '../../test/passkeys.ts'
import { changed, IN_DOUBT, refusalOf, refusalsIn, unsigned, untested } from '../../test/refusals.ts'
import {
  type Bytes,
  buy,
  cancel,
  credit,
  laneLine,
  NOW_MS,
  OTHER_WALLET,
  payment,
  signedBefore,
  WALLET,
  withdrawal,
} from '../../test/transfer-rows.ts'
import type { ProvenBalance } from '../shared/balances/prove-balances.ts'
import type { SignRequest } from './answers.ts'
import type { BankWord } from './banks/ask-banks.ts'
import { type Journal, openJournal } from './journal/journal.ts'
import type { Intent } from './journal/journal-record.ts'
import type { Earlier } from './journal/require-free.ts'
import { judgeRequest, type Permitted } from './judge-request.ts'
import type { TransferFacts } from './money/transfer-facts.ts'
import { readPolicy } from './policy.ts'

let folder: string
let journal: Journal

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-judge-request-'))
  journal = await openJournal(join(folder, 'journal.jsonl'))
})

afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true })
})

type Asked = Readonly<{
  facts?: TransferFacts | undefined
  kind?: SignRequest['kind']
  balance?: ProvenBalance
  unsigned?: ReadonlyMap<string, string>
  strangers?: ReadonlyMap<string, string>
  /** What the bank says about every credit. */
  word?: BankWord
  bytes?: Bytes
  policy?: Readonly<Record<string, unknown>>
  earlier?: Earlier
  /** Intents that are already in the journal. */
  before?: readonly Partial<Intent>[]
  /** Whether a decision in force is unsigned. */
  isInDoubt?: boolean
  atMs?: number
}>

const none: Earlier = { states: new Map(), decisions: decisionsOf() }

function judge(asked: Asked): Permitted {
  const { kind = 'pay', bytes = {}, policy = {}, earlier = none, before = [], atMs = NOW_MS } = asked

  for (const intent of before) journal.add({ ...signedBefore, ...intent })
  journal.commit()
  if (asked.isInDoubt) journal.noteDecisions(unsigned)
  return judgeRequest(
    { transferId: 'transfer-1', kind, unsigned: kind === 'cancel' ? cancel(bytes) : payment(bytes) },
    'facts' in asked ? asked.facts : buy,
    {
      policy: readPolicy(JSON.stringify({ operators_root: ROOT, lanes: [{ ...laneLine, ...policy }] })),
      journal,
      earlier,
      orders: new Map(),
      balances: new Map([[`test/${BUSINESS}`, asked.balance ?? proven()]]),
      unsigned: asked.unsigned ?? new Map(),
      strangers: asked.strangers ?? new Map(),
      words: { get: () => asked.word },
      atMs,
    },
  )
}

const asking = (payment: string, hour = '1000000') => ({
  ask_above_minor: payment,
  ask_above_hour_minor: hour,
})
const allocated = decided('allocate', {
  credit: 'line-1',
  'decision.transaction_id': TRANSACTION,
  'decision.amount_minor': '10000',
})
const onLock7 = { lock: { ...signedBefore.lock, lock: '7' }, transfer_id: 'transfer-1' }
const another = { right: 'another', credits: [] }
const lately = { ...another, at: minutesAgo(59) }
const dead: Earlier = {
  states: new Map([['transfer-0', 'final_failed']]),
  decisions: decisionsOf(decided('retry_send', { transaction: TRANSACTION })),
}

const LOCK_USED = 'lock_used: the lock was signed before with other values'
const OTHER_MEANING = 'right_used: the right was signed before with other values'
const CREDIT_USED = 'credit_used: transfers worth ₦100.00 of the credit of ₦100.00 were already signed'

type Row = readonly [what: string, asked: Asked, refusal: string]

const rows: readonly Row[] = [
  ['a valid buy', {}, 'allowed'],
  ['a valid buy while a decision is unsigned', { isInDoubt: true }, IN_DOUBT],
  [
    'a bump of it while a decision is unsigned',
    { isInDoubt: true, kind: 'bump', before: [onLock7] },
    'allowed',
  ],
  ['a cancel while a decision is unsigned', { isInDoubt: true, kind: 'cancel' }, 'allowed'],
  ['a withdrawal as it should be', { facts: withdrawal, bytes: { units: 100_000_000n } }, 'allowed'],
  [
    'a withdrawal of tokens that nothing caused',
    {
      facts: withdrawal,
      bytes: { units: 100_000_000n },
      balance: { ...proven(), minor: -10_000n, uncausedMinor: 10_000n },
    },
    'balance_unproven: 100.00 NGNC more was taken from the balance than its causes are worth; 100.00 NGNC was credited without a cause',
  ],
  [
    'a withdrawal that its business did not sign',
    {
      facts: withdrawal,
      bytes: { units: 100_000_000n },
      unsigned: new Map([[TRANSACTION, 'its withdrawal is not signed']]),
    },
    'request_unsigned: its withdrawal is not signed',
  ],
  [
    'a withdrawal to a wallet that no member enrolled',
    {
      facts: withdrawal,
      bytes: { units: 100_000_000n },
      strangers: new Map([[TRANSACTION, 'its wallet is not enrolled']]),
    },
    'wallet_not_enrolled: its wallet is not enrolled',
  ],
  [
    'a withdrawal whose debit was inserted among older ones',
    { facts: withdrawal, bytes: { units: 100_000_000n }, balance: { ...proven(), debits: new Set() } },
    'balance_unproven: the debit of the withdrawal is not among the new entries of the balance',
  ],
  [
    'a withdrawal that members ordered, whose order is not there',
    { facts: { ...withdrawal, order_id: 'order-1' }, bytes: { units: 100_000_000n } },
    'withdrawal_mismatch: the order behind the withdrawal does not exist',
  ],
  ['a transfer that nobody knows', { facts: undefined }, 'unknown_transfer: no transfer has this id'],
  [
    'a transfer that is final',
    { facts: changed(buy, { state: 'final_ok' }) },
    'transfer_over: the transfer is final_ok',
  ],
  [
    'bytes in the database that the journal does not have',
    { facts: changed(buy, { highest_signed: '7' }) },
    'journal_behind: the database has signed bytes of lock 7, but the journal ends before that lock: it is an old copy',
  ],
  [
    'bytes in the database that the journal has too',
    { facts: changed(buy, { highest_signed: '6' }), before: [another] },
    'allowed',
  ],
  [
    'bytes of another chain',
    { bytes: { chainId: 137 } },
    'wrong_chain: the transaction is for chain 137, which is not the chain of the lane',
  ],
  ['bytes with coin', { bytes: { value: 1n } }, 'wrong_call: the transaction sends the coin of the network'],
  [
    'bytes of another token',
    { bytes: { token: WALLET } },
    `wrong_call: the transaction calls ${WALLET}, which is not the token of the lane`,
  ],
  [
    'bytes with half a kobo',
    { bytes: { units: 99_005_000n } },
    'wrong_amount: the amount is not a whole number of kobo above zero',
  ],
  [
    'dear gas',
    { bytes: { fee: 101n } },
    'fee_too_high: gas 65000 at 101 is above the limit of the lane, or the priority fee is above the maximum fee',
  ],
  [
    'much gas',
    { bytes: { gas: 65_001n } },
    'fee_too_high: gas 65001 at 100 is above the limit of the lane, or the priority fee is above the maximum fee',
  ],
  [
    'bytes on another lock',
    { bytes: { nonce: 8 } },
    'wrong_lock: the bytes are not for lock 7, which the transfer is on',
  ],
  [
    'a lane that is halted',
    { facts: changed(buy, { 'lane.state': 'halted' }) },
    'lane_halted: the lane is halted',
  ],
  [
    'bytes that pay another wallet',
    { bytes: { to: OTHER_WALLET } },
    'wrong_destination: the bytes pay another wallet',
  ],
  [
    'a kobo more',
    { bytes: { units: 99_010_000n } },
    'wrong_amount: the bytes pay 99.01 NGNC, but 99.00 NGNC is due',
  ],
  [
    'a cancelled lock',
    { before: [{ ...onLock7, action: 'cancel' }] },
    'lock_cancelled: the lock was cancelled before',
  ],
  ...[
    { transfer_id: 'transfer-2' },
    { right: 'another' },
    { to: OTHER_WALLET },
    { tokens_minor: '9901' },
  ].map(
    (change): Row => [
      `a lock that was signed with ${JSON.stringify(change)}`,
      { before: [{ ...onLock7, ...change }] },
      LOCK_USED,
    ],
  ),
  ['the same payment on the same lock', { before: [onLock7] }, 'allowed'],
  [
    'a sixth lock',
    {
      before: ['1', '2', '3', '4', '5'].map((lock) => ({ lock: { ...signedBefore.lock, lock } })),
      earlier: dead,
    },
    'right_used: the right was already signed on 5 locks, the maximum',
  ],
  [
    'an earlier lock that may still be used',
    { before: [{}] },
    'right_used: lock 6 was already signed for this right, and its transfer (unknown to the database) may still be paid',
  ],
  [
    'an earlier lock that is signed',
    { before: [{}], earlier: { ...dead, states: new Map([['transfer-0', 'signed']]) } },
    'right_used: lock 6 was already signed for this right, and its transfer (signed) may still be paid',
  ],
  ...[{ to: OTHER_WALLET }, { tokens_minor: '9901' }, { lock: { ...signedBefore.lock, mode: 'live' } }].map(
    (change): Row => [
      `a right that was signed with ${JSON.stringify(change)}`,
      { before: [change], earlier: dead },
      OTHER_MEANING,
    ],
  ),
  [
    'a right with other source money',
    { before: [{ credits: [{ ...credit, names: ['feed:b'] }] }], earlier: dead },
    'right_used: the money behind the right differs from when it was first signed',
  ],
  [
    'a dead lock without a decision to send again',
    { before: [{}], earlier: { ...dead, decisions: decisionsOf() } },
    'retry_undecided: operators signed 0 of 1 decisions to send the tokens again: no signed decision says retry_send',
  ],
  ['a dead lock, and two people decided', { before: [{}], earlier: dead }, 'allowed'],
  ['a credit for which another buy was signed', { before: [{ right: 'another' }] }, CREDIT_USED],
  [
    'a credit that is counted twice',
    {
      facts: {
        ...changed(buy, { 'transaction.amount_minor': '20000', 'right.tokens_minor': '19900' }),
        allocations: [allocation, allocation],
        opening: entry(
          TRANSACTION,
          `held:${TRANSACTION} / committed:${TRANSACTION} NGN 20000`,
          'outgoing:Polygon / float:Polygon:1 NGNC 19900',
        ),
      },
      bytes: { units: 199_000_000n },
    },
    CREDIT_USED,
  ],
  ['a transfer at the limit per transfer', { policy: { per_transfer_minor: '9900' } }, 'allowed'],
  [
    'a transfer one kobo above that limit',
    { policy: { per_transfer_minor: '9899' } },
    'over_transfer_cap: above the limit of 98.99 NGNC per transfer',
  ],
  ['a transfer at the limit per hour', { policy: { per_hour_minor: '19800' }, before: [lately] }, 'allowed'],
  [
    'a transfer one kobo above that limit',
    { policy: { per_hour_minor: '19799' }, before: [lately] },
    'over_hour_cap: above the limit of 197.99 NGNC per hour',
  ],
  [
    'a transfer after the hour of another transfer',
    { policy: { per_hour_minor: '9900' }, before: [another] },
    'allowed',
  ],
  ['a transfer at the limit per day', { policy: { per_day_minor: '19800' }, before: [another] }, 'allowed'],
  [
    'a transfer one kobo above that limit',
    { policy: { per_day_minor: '19799' }, before: [another] },
    'over_day_cap: above the limit of 197.99 NGNC per day',
  ],
  [
    'a transfer at the limit for a new wallet',
    { policy: { first_seen_minor: '19800' }, before: [another] },
    'allowed',
  ],
  [
    'a transfer one kobo above that limit',
    { policy: { first_seen_minor: '19799' }, before: [another] },
    'over_first_day_cap: above the limit of 197.99 NGNC on the first day of a wallet',
  ],
  [
    'a wallet that was paid the day before',
    { policy: { first_seen_minor: '1' }, before: [{ ...another, at: minutesAgo(25 * 60) }] },
    'allowed',
  ],
  ['a buy at the limits up to which no bank is asked', { policy: asking('9900', '9900') }, 'allowed'],
  [
    'a buy above the limit that its bank confirms',
    { policy: asking('9899'), word: { says: 'yes' } },
    'allowed',
  ],
  [
    'a buy above the limit that its bank does not know',
    { policy: asking('9899'), word: { says: 'no', why: 'it knows no payment' } },
    'credit_unconfirmed: the bank does not confirm the credit: it knows no payment',
  ],
  [
    'a buy above the limit while its bank is silent',
    { policy: asking('9899'), word: { says: 'nothing', why: 'it does not answer' } },
    'bank_unavailable: the bank must confirm the credit: it does not answer',
  ],
  [
    'a small buy in an hour above the limit',
    { policy: asking('9900', '19799'), before: [lately] },
    'bank_unavailable: the bank must confirm the credit: no bank was asked',
  ],
  [
    'a credit that operators allocated, above the limit',
    {
      policy: asking('0', '0'),
      facts: changed(buy, { 'allocations.0.is_by_people': true }),
      earlier: { ...none, decisions: decisionsOf(allocated) },
    },
    'allowed',
  ],
  ['a cancel', { kind: 'cancel' }, 'allowed'],
  [
    'a cancel of a transfer that is over',
    { kind: 'cancel', facts: changed(buy, { state: 'final_void' }) },
    'transfer_over: the transfer is final_void',
  ],
  ['a cancel of nothing', { kind: 'cancel', facts: undefined }, 'unknown_transfer: no transfer has this id'],
  [
    'a cancel of what only the journal has',
    { kind: 'cancel', facts: undefined, before: [onLock7] },
    'allowed',
  ],
  [
    'a cancel in a lane that the policy does not name',
    {
      kind: 'cancel',
      facts: undefined,
      before: [{ ...onLock7, lock: { ...onLock7.lock, address: OTHER_WALLET } }],
    },
    'unknown_lane: the policy has no entry for this lane',
  ],
  [
    'a cancel that pays',
    { kind: 'cancel', bytes: { to: WALLET } },
    'wrong_call: a cancel must be an empty transaction from the lane to itself',
  ],
  [
    'a cancel on another lock',
    { kind: 'cancel', bytes: { nonce: 6 } },
    'wrong_lock: the bytes are not for lock 7, which the transfer is on',
  ],
]

function minutesAgo(minutes: number): string {
  return new Date(NOW_MS - minutes * 60_000).toISOString()
}

test.each(rows)('the signer judges %s', (_what, asked, refusal) => {
  expect(refusalOf(() => judge(asked))).toBe(refusal)
})

test('every refusal before a signature is expected by one of these tests', () => {
  const files = [
    './judge-request.ts',
    './policy.ts',
    './journal/require-free.ts',
    './families/evm/read-order.ts',
  ]
  const refusals = refusalsIn(...files.map((file) => new URL(file, import.meta.url)))
  expect(
    untested(
      refusals,
      rows.map(([, , refusal]) => refusal),
    ),
  ).toEqual([])
})

test('a repeated payment request returns the bytes that were signed first, and only a bump creates others', () => {
  const first = judge({}).intent
  const n = journal.add(first)
  journal.keepSigned([{ of: n, raw: '0x01', tx_hash: '0x02' }])
  journal.commit()
  const dearer = { fee: 90n }
  expect(judge({ bytes: dearer }).past?.signed?.raw).toBe('0x01')
  expect(judge({ bytes: dearer, kind: 'bump' }).past).toBeUndefined()
  expect(judge({ kind: 'bump' }).past?.intent.digest).toBe(first.digest)
})
