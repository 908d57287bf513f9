import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
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
import { approveCase } from '../cases/approve-case.ts'
import { proposeResolution, requestChange } from '../cases/propose-resolution.ts'

const world = await createPayoutWorld()
const { payer, clock, owner } = world
let account = ''
let shop = ''

const hire = async (name: string) => {
  const by = { actor: 'system:test', reason: 'a test' }
  return (await hireOperator(owner, { email: `${name}@afara.test`, name, ...by })).id
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

/** The payer paid a sell of 1,000 from the balance. The restored rows lack the sell and its debit. */
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

/** Returns what the business sees with its own key: the available and the held balance. */
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

/** Two operators return the tokens of a sell on hold to the balance. */
async function reject(sell: string): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where transaction_id = $1 and kind = 'cannot_deliver' and state <> 'resolved'`,
    [sell],
  )
  const caseId = formatId('case', rows[0]?.id ?? '')
  const wanted = { action: 'reject' }
  await proposeResolution(
    { pool: owner, clock, signing: softwareSigning() },
    { caseId, operatorId: bisi, wanted, reason: 'a test' },
  )
  await approveCase({ pool: owner, clock, signing: softwareSigning() }, { caseId, operatorId: chidi })
  const at = clock.now()
  await owner.query('select look_at_sell(id, version, $2) from transaction where id = $1', [sell, at])
}

test('after a restore a business cannot sell the same balance again under another reference', async () => {
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

test('a sell accepted before the loss was known is returned, and the sell that was paid can be repeated', async () => {
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

test('nothing is paid from a balance before every account was compared with the payer', async () => {
  await give(1_000n)
  const other = await world.openAccount('monnify')
  await world.round(other)
  await paidBeforeRestore('old-3', other)
  // Simulates another start of the database server.
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

/** Two operators decide what a lost payout was. */
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
  const { caseId } = await requestChange(
    { pool: owner, clock, signing: softwareSigning() },
    {
      change: { mode: found.mode, facts, summary: 'a test', resolution },
      operatorId: bisi,
      reason: 'the shop keeps no requests',
    },
  )
  await approveCase({ pool: owner, clock, signing: softwareSigning() }, { caseId, operatorId: chidi })
}

test('two operators book a sell that is never repeated against the balance, and the business continues', async () => {
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

  // The sell is repeated after all: the bank is queried, nothing is paid twice, and the write-off is reversed.
  await give(1_000n)
  const [late = ''] = await world.clear(1, 1_000, { seller: shop, reference: 'old-4' })
  await payAll()
  expect(await world.statusOf(late)).toBe('completed')
  expect(paidFor()).toBe(2)
  expect(await told()).toEqual(['100000', '0'])
})

test('a payout that the bank returned blocks nothing once two operators have recorded it', async () => {
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

test('a lost payout is not written off as never paid while a matching debit is unexplained', async () => {
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
  await expect(writeOff(reference, 'nobody')).rejects.toThrow('Explain the debit first')
})

test('a withdrawal cannot spend the balance that was paid out for a lost sell', async () => {
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
  // With enough balance for the lost sell and the withdrawal, the withdrawal continues. The lost payout stays unexplained: the sell with
  // the same reference is another request.
  await give(1_000n)
  await requestWithdrawal(owner, asked)
  expect(await told()).toEqual(['0', '200000'])
})
