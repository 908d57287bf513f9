import type { ProvenBalance } from '../src/shared/balances/prove-balances.ts'
import type { AllocationFacts, EntryFacts } from '../src/shared/money/facts.ts'

/** A balance whose causes cover every debit, the one of `TRANSACTION` included. */
export const proven = (): ProvenBalance => ({ minor: 0n, uncausedMinor: 0n, debits: new Set([TRANSACTION]) })
export const TRANSACTION = '01a1dee6-1366-7ab8-a780-7f2d4afdd653'
/** Any hash. These tests do not read the operators file. */
export const ROOT = '0'.repeat(64)

export const BUSINESS = '01990000-0000-7000-8000-00000000000b'

/** A ledger entry in test mode. */
export function entry(transactionId: string | null, ...postings: readonly string[]): EntryFacts {
  return {
    mode: 'test',
    transaction_id: transactionId,
    is_reversed: false,
    postings: postings.map((posting) => `test ${posting}`),
  }
}

/** ₦100 of a bank credit of ₦100, allocated to the transaction by matching. */
export const allocation: AllocationFacts = {
  id: 'allocation-1',
  mode: 'test',
  business_id: BUSINESS,
  amount_minor: '10000',
  is_by_people: false,
  entry: entry(TRANSACTION, `suspense: / held:${TRANSACTION} NGN 10000`),
  line: {
    id: 'line-1',
    mode: 'test',
    direction: 'credit',
    kind: 'payment',
    gross_minor: '10000',
    settled_minor: '9990',
    session_id: null,
    entry: entry(null, 'bank:account-1 / suspense: NGN 9990', 'expense:bank / suspense: NGN 10'),
    late_fee_minor: null,
    late_fee: null,
    is_taken_back: false,
    has_lien: false,
    used_minor: '10000',
    account: {
      id: 'account-1',
      mode: 'test',
      bank_code: '000013',
      account_number: '0123456789',
      state: 'active',
    },
    paid_numbers: [],
    number_owners: [],
    readings: [
      { source: 'feed', external_id: 'a', account_id: 'account-1', direction: 'credit', session_id: null },
    ],
  },
}

const OTHER_BUSINESS = 'not_funded: the allocation belongs to another business or mode'
const NOT_GIVEN = 'not_funded: the allocation is not in the ledger'
const NO_LINE = 'not_funded: the allocation has no bank line'
const OTHER_ACCOUNT = 'not_funded: the credit was paid into another account than the one that the buy names'
const NOT_BOOKED = 'not_funded: the bank line is not in the ledger'
const NO_FEE = 'not_funded: the fee of the bank line is not in the ledger'
const TOO_MUCH = 'not_funded: more was allocated from the bank line than it has'
const NOBODY_TOLD = 'credit_doubtful: no bank report supports the bank line'

/** The credit arrived on a pool, which no buy names. */
const inPool = {
  'line.account.id': 'pool-1',
  'line.entry': entry(null, 'bank:pool-1 / suspense: NGN 9990', 'expense:bank / suspense: NGN 10'),
  'line.readings': [
    { source: 'feed', external_id: 'a', account_id: 'pool-1', direction: 'credit', session_id: null },
  ],
}
/** The numbers that the bank reports as paid, and the transactions that had them at that time. */
const pooled: readonly (readonly [
  numbers: readonly string[],
  owners: readonly (string | null)[],
  refusal: string,
])[] = [
  [['9900000001'], [TRANSACTION], 'allowed'],
  [[], [], OTHER_ACCOUNT],
  [['9900000001'], [], OTHER_ACCOUNT],
  [['9900000001'], ['another'], OTHER_ACCOUNT],
  [['9900000001'], [null], OTHER_ACCOUNT],
  [['9900000001'], [TRANSACTION, null], OTHER_ACCOUNT],
  [['9900000001'], [TRANSACTION, 'another'], OTHER_ACCOUNT],
  [['9900000001', '9900000002'], [TRANSACTION], OTHER_ACCOUNT],
]

/** Errors in the allocation above, by path, and the refusal that both the signer and the payer return. */
export const creditRows: readonly (readonly [changes: Readonly<Record<string, unknown>>, refusal: string])[] =
  [
    [{ mode: 'live' }, OTHER_BUSINESS],
    [{ business_id: 'another' }, OTHER_BUSINESS],
    [{ entry: null }, NOT_GIVEN],
    [{ 'entry.is_reversed': true }, NOT_GIVEN],
    [{ 'entry.mode': 'live' }, NOT_GIVEN],
    [{ 'entry.transaction_id': 'another' }, NOT_GIVEN],
    [{ 'entry.postings': [`test suspense: / held:${TRANSACTION} NGN 9999`] }, NOT_GIVEN],
    [{ 'entry.postings': [] }, NOT_GIVEN],
    [{ 'line.account': null }, NO_LINE],
    [{ 'line.mode': 'live' }, OTHER_ACCOUNT],
    [{ 'line.account.mode': 'live' }, OTHER_ACCOUNT],
    [{ 'line.account.id': 'account-2' }, OTHER_ACCOUNT],
    ...pooled.map(([numbers, owners, refusal]): readonly [Readonly<Record<string, unknown>>, string] => [
      { ...inPool, 'line.paid_numbers': numbers, 'line.number_owners': owners },
      refusal,
    ]),
    [{ ...inPool, is_by_people: true }, OTHER_ACCOUNT],
    [
      { 'line.kind': 'reversal' },
      'credit_doubtful: the bank line is of kind reversal, and matching may allocate only payments',
    ],
    [{ 'line.kind': 'reversal', is_by_people: true }, 'allowed'],
    [{ 'line.account.state': 'frozen' }, 'frozen: the account that the naira was paid into is frozen'],
    [{ 'line.is_taken_back': true }, 'credit_taken_back: the bank recalled the naira'],
    [{ 'line.has_lien': true }, 'credit_under_lien: the naira is under a lien'],
    [{ 'line.direction': 'debit' }, NOT_BOOKED],
    [{ 'line.entry': null }, NOT_BOOKED],
    [{ 'line.gross_minor': '10001' }, NOT_BOOKED],
    [{ 'line.settled_minor': '10000' }, NOT_BOOKED],
    [{ 'line.late_fee_minor': '50' }, NO_FEE],
    [
      {
        'line.late_fee_minor': '50',
        'line.late_fee': entry(null, 'expense:bank / suspense: NGN 50'),
        'line.used_minor': '10050',
      },
      'allowed',
    ],
    [{ 'line.used_minor': '10001' }, TOO_MUCH],
    [{ 'line.readings': [] }, NOBODY_TOLD],
    [{ 'line.readings.0.account_id': 'account-2' }, NOBODY_TOLD],
    [{ 'line.readings.0.direction': 'debit' }, NOBODY_TOLD],
    [{ 'line.session_id': '000013261116130000000000000001' }, NOBODY_TOLD],
  ]
