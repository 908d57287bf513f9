import { expect, test } from 'vitest'
import type { Intent } from './intent.ts'
import { judgeRecord } from './judge-record.ts'
import type { Party } from './party.ts'
import type { Recorded, TransactionRecord } from './read-record.ts'
import { openWitness } from './witness.ts'

const party: Party = {
  uuid: 'b1',
  businessId: 'biz_1',
  linkTag: 'obi-traders',
  key: 'svc_test_1',
  balanceMinor: 1_000_00n,
  feePlan: { flatMinor: 0n, bps: 0n, capMinor: 0n },
}
const sell: Intent = {
  number: 7,
  kind: 'sell',
  party,
  amountMinor: 100_07n,
  reference: 'order-7',
  idempotencyKey: null,
  bank: { name: 'GTBank', code: '000013' },
  accountNumber: '0123456789',
  accountName: null,
  wallet: null,
  vendor: null,
  isPatient: true,
  habit: 'once',
  isWrong: false,
}
const row = {
  id: 'a-b',
  business_id: 'b1',
  mode: 'test',
  type: 'sell',
  status: 'deposit_received',
  version: '1',
  amount_minor: '10007',
  reference: 'order-7',
  created_at: '2026-11-15T09:30:00.000Z',
}
const tenant = { business_id: 'b1', mode: 'test' }
const whole: Recorded = {
  row,
  buys: [],
  sells: [
    {
      mode: 'test',
      bank_code: '000013',
      bank_name: 'GTBank',
      account_number: '0123456789',
      account_name: null,
      network: null,
      wallet_address: null,
      fee_minor: '0',
      needs: '',
    },
  ],
  events: [
    {
      ...tenant,
      type: 'sell',
      sequence: '1',
      event: 'accepted_from_balance',
      from_status: '',
      to_status: 'deposit_received',
      amount_minor: '10007',
      fee_minor: '0',
      reference: 'order-7',
    },
  ],
  keys: [{ ...tenant, key: 'r:order-7' }],
  wakes: [{ type: 'sell' }],
  postings: [
    {
      step: 'taken_from_balance',
      mode: 'test',
      debit_kind: 'business',
      debit_owner: 'b1',
      credit_kind: 'held',
      credit_owner: 'a-b',
      asset: 'NGNC',
      amount_minor: '10007',
    },
  ],
}
const reply = (id: string, isReplay = false) => ({
  status: 200,
  isReplay,
  text: JSON.stringify({
    transaction: {
      transaction_id: id,
      type: 'Sell',
      reference: 'order-7',
      amount: 100.07,
      fee: 0,
      link_tag: 'obi-traders',
      account_number: '0123456789',
      bank_name: 'GTBank',
      network: '',
      wallet_address: '',
      status: 'deposit_received',
      created_at: row.created_at,
    },
  }),
})

function verdictOn(recorded: readonly Recorded[], replies = [reply('txn_ab')], left = 899_93n) {
  const witness = { ...openWitness(sell), acknowledgements: replies }
  const record: TransactionRecord = {
    transactions: new Map(recorded.map((one) => [String(one.row.id), one])),
    orphans: [],
    balances: new Map([['b1', left]]),
  }
  const { lost, doubled, altered } = judgeRecord([witness], [party], record)
  return { lost: lost.length, doubled: doubled.length, altered: altered.length }
}

test('an acknowledged transaction that is recorded completely and exactly is good', () => {
  expect(verdictOn([whole])).toEqual({ lost: 0, doubled: 0, altered: 0 })
  expect(verdictOn([whole], [reply('txn_ab'), reply('txn_ab', true)])).toEqual({
    lost: 0,
    doubled: 0,
    altered: 0,
  })
})

test('an acknowledged transaction that is not recorded is lost', () => {
  expect(verdictOn([], undefined, 1_000_00n)).toMatchObject({ lost: 1 })
})

test('a transaction that is recorded twice, is called new twice, or has two ids counts as doubled', () => {
  const twin = { ...whole, row: { ...row, id: 'c-d' } }
  expect(verdictOn([whole, twin])).toMatchObject({ doubled: 1 })
  expect(verdictOn([whole], [reply('txn_ab'), reply('txn_ab')])).toMatchObject({ doubled: 1 })
  expect(verdictOn([whole], [reply('txn_ab'), reply('txn_cd', true)])).toMatchObject({ doubled: 1 })
})

test.each([
  ['a kobo more', { row: { ...row, amount_minor: '10008' } }],
  ['another business', { row: { ...row, business_id: 'b2' } }],
  ['a missing first event', { events: [] }],
  ['a missing key', { keys: [] }],
  ['missing details', { sells: [] }],
  ['tokens that are taken twice', { postings: [...whole.postings, ...whole.postings] }],
])('%s is noticed', (_, change) => {
  const { lost, doubled, altered } = verdictOn([{ ...whole, ...change }])
  expect(lost + doubled + altered).toBeGreaterThan(0)
})

test('a balance that is one kobo off is noticed', () => {
  expect(verdictOn([whole], undefined, 899_92n)).toMatchObject({ altered: 1 })
})
