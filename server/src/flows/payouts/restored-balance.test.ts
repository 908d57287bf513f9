import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { requestWithdrawal } from '../../../test/request-withdrawal.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { selectForgottenPayouts } from '../../movements/payouts/forgotten-payout-store.ts'
import { createBusiness } from '../../records/businesses/manage-business.ts'
import type { PayoutWriteOff } from '../../records/cases/resolution.ts'
import { business, capital, posting } from '../../records/ledger/account.ts'
import { postEntry } from '../../records/ledger/ledger-store.ts'
import { createOperator } from '../../records/operators/manage-operators.ts'
import { approveCase } from '../cases/approve-case.ts'
import { proposeResolution, requestChange } from '../cases/propose-resolution.ts'

const world = await createPayoutWorld()
const { payer, clock, owner } = world
let account = ''
let shop = ''

const hire = async (name: string) => {
  const by = { actor: 'system:test', reason: 'a test' }
  return (await createOperator(owner, { email: `${name}@afara.test`, name, ...by })).id
}
const [bisi, chidi] = [await hire('bisi'), await hire('chidi')]

beforeEach(async () => {
  await world.retireAccounts()
  account = await world.openAccount()
  const tag = `s${newId().slice(-8)}`
  shop = (await createBusiness(owner, { name: 'Shop', linkTag: tag, actor: 'system:test', reason: 'a test' }))
    .id
})
afterEach(world.requireSound)
afterAll(world.close)

async function give(naira: bigint): Promise<void> {
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test',
    at: clock.now(),
    postings: [posting(capital, business(shop), money('NGNC', naira * 100n))],
  })
}

/** The payer has paid a sell of 1,000 from the balance; the restored rows have neither it nor what it took. */
async function paidBeforeRestore(reference: string, from = account) {
  const { rows } = await owner.query<{ reference: string; right_key: string }>(
    `select payout_reference($1, 'test', $2, 'payout', 1, 1) as reference, payout_right_key($1, 'test', $2, 'payout', 1) as right_key`,
    [shop, reference],
  )
  payer.sentBefore({
    payoutId: newId(),
    accountId: from,
    reference: rows[0]?.reference ?? '',
    rightKey: rows[0]?.right_key ?? '',
    attempt: 1,
    transactionId: newId(),
    bankCode: world.bank,
    accountNumber: '0123456789',
    amountMinor: 999_00n,
    balanceMinor: 1_000_00n,
    state: 'sending',
  })
  payer.settle('success')
  return rows[0]?.reference ?? ''
}

async function roundsAfterRestore(): Promise<void> {
  await world.round(account)
  clock.advance(60_000)
  await world.round(account)
  await world.lift()
}

async function payAll(): Promise<void> {
  clock.advance(61_000)
  await world.round(account)
  payer.settle('success')
  clock.advance(5_000)
  await world.round(account)
}

const paidFor = () => payer.payments.filter(({ rightKey }) => rightKey.startsWith(shop)).length

/** What the business is told, by its own key: what it can dispose of and what is held. */
async function told(): Promise<[string, string]> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(
      `select set_config('afara.business_id', $1, true), set_config('afara.mode', 'test', true)`,
      [shop],
    )
    const { rows } = await client.query<{ available_minor: string; held_minor: string }>(
      'select * from own_balance()',
    )
    await client.query('rollback')
    return [rows[0]?.available_minor ?? '', rows[0]?.held_minor ?? '']
  } finally {
    client.release()
  }
}

/** Two people give the tokens of a sell that is on hold back to its balance. */
async function reject(sell: string): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where transaction_id = $1 and kind = 'cannot_deliver' and state <> 'resolved'`,
    [sell],
  )
  const caseId = formatId('case', rows[0]?.id ?? '')
  const wanted = { action: 'reject' }
  await proposeResolution({ pool: owner, clock }, { caseId, operatorId: bisi, wanted, reason: 'a test' })
  await approveCase({ pool: owner, clock }, { caseId, operatorId: chidi })
  const at = clock.now()
  await owner.query('select look_at_sell(id, version, $2) from transaction where id = $1', [sell, at])
}

test('after a restore a business does not sell again, under another reference, what was paid out of its balance', async () => {
  await give(1_000n)
  await paidBeforeRestore('old-1')
  await roundsAfterRestore()
  await expect(world.clear(1, 1_000, { seller: shop, reference: 'new-1' })).rejects.toThrow(
    'insufficient_balance',
  )
  expect(await told()).toEqual(['0', '100000'])

  const [sell = ''] = await world.clear(1, 1_000, { seller: shop, reference: 'old-1' })
  await payAll()
  expect(await world.statusOf(sell)).toBe('completed')
  expect(paidFor()).toBe(1)
  expect(await told()).toEqual(['0', '0'])
})

test('a sell that was accepted before anybody knew what was forgotten is given back, and the one that was paid comes back', async () => {
  await give(1_000n)
  await paidBeforeRestore('old-2')
  const [sell = ''] = await world.clear(1, 1_000, { seller: shop, reference: 'new-2' })
  await roundsAfterRestore()
  await payAll()
  expect(await world.payoutsOf(sell)).toEqual([])
  expect(paidFor()).toBe(1)
  expect(await world.statusOf(sell)).toBe('on_hold')
  await expect(world.clear(1, 1_000, { seller: shop, reference: 'old-2' })).rejects.toThrow(
    'insufficient_balance',
  )

  await reject(sell)
  expect(await world.statusOf(sell)).toBe('refunded')
  const [old = ''] = await world.clear(1, 1_000, { seller: shop, reference: 'old-2' })
  await payAll()
  expect(await world.statusOf(old)).toBe('completed')
  expect(paidFor()).toBe(1)
  expect(await told()).toEqual(['0', '0'])
})

test('nothing is paid out of a balance before every account was compared with the payer', async () => {
  await give(1_000n)
  const other = await world.openAccount('monnify')
  await world.round(other)
  await paidBeforeRestore('old-3', other)
  // Another start of the database server.
  await owner.query(
    `update payout_account set state = 'draining', checked_start = '2026-01-01' where id = $1`,
    [other],
  )
  const [sell = ''] = await world.clear(1, 1_000, { seller: shop, reference: 'new-3' })
  await payAll()
  expect(await world.payoutsOf(sell)).toEqual([])

  await world.round(other)
  await world.lift()
  await payAll()
  expect(await world.payoutsOf(sell)).toEqual([])
  expect(paidFor()).toBe(1)
})

/** Two operators say what a forgotten payout was. */
async function writeOff(reference: string, bears: PayoutWriteOff['bears']): Promise<void> {
  const found = (await selectForgottenPayouts(owner)).find((one) => one.reference === reference)
  if (found === undefined) throw new Error('it is not forgotten')
  const resolution = {
    action: 'write_off_payout' as const,
    account_id: found.accountId,
    reference,
    right_key: found.rightKey,
    business_id: found.businessId,
    amount_minor: found.amountMinor.toString(),
    balance_minor: found.balanceMinor?.toString() ?? null,
    bears,
  }
  const facts = { subject: `write-off:${reference}:${bears}` }
  const caseId = await requestChange(
    { pool: owner, clock },
    {
      change: { mode: found.mode, facts, summary: 'a test', resolution },
      operatorId: bisi,
      reason: 'the shop keeps no requests',
    },
  )
  await approveCase({ pool: owner, clock }, { caseId, operatorId: chidi })
}

test('a sell that never comes back is taken from the balance by two people, and the business goes on', async () => {
  await give(1_500n)
  const reference = await paidBeforeRestore('old-4')
  await roundsAfterRestore()
  await expect(world.clear(1, 1_000, { seller: shop, reference: 'new-4' })).rejects.toThrow(
    'insufficient_balance',
  )
  await expect(writeOff(reference, 'nobody')).rejects.toMatchObject({ code: 'AF420' })
  await writeOff(reference, 'business')
  expect(await told()).toEqual(['50000', '0'])
  expect(await world.casesAbout(account)).toEqual([])
  const [sell = ''] = await world.clear(1, 500, { seller: shop, reference: 'new-4' })
  await payAll()
  expect(await world.statusOf(sell)).toBe('completed')

  // It comes after all: the bank is asked, nothing is paid twice, and the write-off is undone.
  await give(1_000n)
  const [late = ''] = await world.clear(1, 1_000, { seller: shop, reference: 'old-4' })
  await payAll()
  expect(await world.statusOf(late)).toBe('completed')
  expect(paidFor()).toBe(2)
  expect(await told()).toEqual(['100000', '0'])
})

test('a payout that the bank gave back holds nothing once two people have said so', async () => {
  await give(1_000n)
  const reference = await paidBeforeRestore('old-5')
  const payment = payer.payments.find((one) => one.reference === reference)
  if (payment !== undefined) payer.giveBack(payment)
  await roundsAfterRestore()
  clock.advance(600_000)
  await world.round(account)
  await expect(writeOff(reference, 'loss')).rejects.toMatchObject({ code: 'AF420' })
  await writeOff(reference, 'nobody')
  expect(await told()).toEqual(['100000', '0'])
})

test('a forgotten payout is not written off as never paid while a debit that may be it is unexplained', async () => {
  await give(1_000n)
  const reference = await paidBeforeRestore('old-7')
  const payment = payer.payments.find((one) => one.reference === reference)
  if (payment === undefined) throw new Error('nothing was paid')
  payer.giveBack(payment)
  payer.book(account, {
    direction: 'debit',
    amountMinor: payment.amountMinor,
    reference: null,
    kind: 'payment',
  })
  await roundsAfterRestore()
  clock.advance(600_000)
  await world.round(account)
  await expect(writeOff(reference, 'nobody')).rejects.toThrow('Explain it first')
})

test('a withdrawal does not take what was paid out of the balance for a sell', async () => {
  await owner.query(`select open_lane($1, 'test', 'Polygon', 9, $2, 0, now())`, [
    newId(),
    `0x${'9'.repeat(40)}`,
  ])
  await give(1_000n)
  await paidBeforeRestore('old-6')
  await roundsAfterRestore()
  const wallet = { network: 'Polygon', address: `0x${'a'.repeat(40)}` }
  const amount = money('NGNC', 1_000_00n)
  const asked = { businessId: shop, amount, wallet, at: clock.now(), reference: 'old-6' }
  await expect(requestWithdrawal(owner, asked)).rejects.toThrow('insufficient_balance')
  // With enough for both it goes on, and explains nothing: the sell of the same name is another request.
  await give(1_000n)
  await requestWithdrawal(owner, asked)
  expect(await told()).toEqual(['0', '200000'])
})
