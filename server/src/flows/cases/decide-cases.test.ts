import { afterAll, expect, test } from 'vitest'
import { createDecidingWorld } from '../../../test/deciding-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { declineCase, noteCase } from './case-steps.ts'

const world = await createDecidingWorld()
const { owner: pool, clock } = world
const HOUR = 3_600_000

afterAll(world.close)

const stranger = { accountNumber: '9999999999', bankCode: '000014', name: 'EMEKA OKAFOR' } as const

let payers = 0
/** Returns a payer that no business knows yet, as the bank and as a buy name it. */
function newPayer() {
  payers += 1
  const payer = {
    accountNumber: String(2_000_000_000 + payers),
    bankCode: '000013',
    name: 'ADAEZE NGOZI OBI',
  }
  const claimed = { payer: { ...payer, bankName: 'GTBank', accountName: 'Adaeze Obi' } }
  return { payer, claimed }
}

/** Returns a day-old credit that matches no buy, with its case. */
async function unmatched(naira: number, payer: Parameters<typeof world.pay>[2] = stranger) {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const line = await world.pay(account, naira, payer)
  clock.advance(25 * HOUR)
  await world.match(account)
  return { shop, account, line, caseId: await world.caseOf(line, 'unmatched') }
}

test('operators give an unmatched credit to its buy, and the buy continues', async () => {
  const { shop, account, line, caseId } = await unmatched(50_000)
  const buy = await world.claim(shop, account, 50_000)
  await world.propose(caseId, { action: 'allocate', transaction_id: buy })
  expect(await world.statusOf(buy)).toBe('pending_payment')
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('payment_received')
  expect(await world.leftOf(line)).toBeUndefined()
  expect(await world.heldBy(buy)).toBe('5000000')
  const { rows } = await pool.query(
    `select actor, approved_by, reason from audit where action = 'case.resolved' and subject = $1`,
    [caseId],
  )
  expect(rows).toEqual([{ actor: world.bisi, approved_by: world.chidi, reason: 'the payer called' }])
})

test('a case that is replaced by another case names that case', async () => {
  const { shop, account, line, caseId } = await unmatched(51_000)
  await world.claim(shop, account, 51_000)
  await world.match(account)
  expect(await world.casesOf(line)).toEqual(['third_party'])
  const { rows } = await pool.query<{ reason: string }>(
    `select s.reason from case_step s where 'cas_' || replace(s.case_id::text, '-', '') = $1 and s.action = 'closed_itself'`,
    [caseId],
  )
  expect(rows).toEqual([{ reason: 'replaced by another case: third_party' }])
})

test('a credit is divided between two buys, never exceeding its amount', async () => {
  const { shop, account, line, caseId } = await unmatched(50_000)
  const [one, other] = [await world.claim(shop, account, 30_000), await world.claim(shop, account, 30_000)]
  await expect(
    world.propose(caseId, { action: 'allocate', transaction_id: one, amount_minor: '3000001' }),
  ).rejects.toMatchObject({ code: 'insufficient_funds' })
  await world.propose(caseId, { action: 'allocate', transaction_id: one })
  await world.approve(caseId)
  expect(await world.leftOf(line)).toEqual({ left: '2000000', blocked: false })
  const second = await world.ask(account, line, 'overpaid')
  await world.propose(second, { action: 'allocate', transaction_id: other })
  await world.approve(second)
  expect(await world.statusOf(other)).toBe('part_paid')
  expect(await world.leftOf(line)).toBeUndefined()
})

test('a manual allocation leaves the buy part paid, and the last one completes it', async () => {
  const { shop, account, caseId } = await unmatched(10_000)
  const buy = await world.claim(shop, account, 30_000)
  await world.propose(caseId, { action: 'allocate', transaction_id: buy })
  await world.approve(caseId)
  for (const status of ['part_paid', 'payment_received']) {
    const line = await world.pay(account, 10_000, stranger)
    const next = await world.ask(account, line, 'unmatched')
    await world.propose(next, { action: 'allocate', transaction_id: buy })
    await world.approve(next)
    expect(await world.statusOf(buy)).toBe(status)
  }
  expect(await world.heldBy(buy)).toBe('3000000')
})

test('a credit that is given to an expired buy opens a case at once, which asks whether the buy continues', async () => {
  const { shop, account, line, caseId } = await unmatched(20_000)
  const buy = await world.claim(shop, account, 20_000)
  await pool.query(`select move_transaction($1, 1, 'window_closed', '{}', $2, null)`, [buy, clock.now()])
  await world.propose(caseId, { action: 'allocate', transaction_id: buy })
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('action_required')
  const late = await world.caseOf(line, 'late_credit')
  await world.propose(late)
  await world.approve(late)
  expect(await world.statusOf(buy)).toBe('payment_received')
})

test('money is returned to the account number in the bank’s record, and is blocked for others meanwhile', async () => {
  const { shop, account, line, caseId } = await unmatched(40_000)
  await world.propose(caseId, { action: 'return' })
  await world.approve(caseId)
  expect(await world.returnsOf(caseId)).toEqual([
    { line_id: line, amount_minor: '4000000', account_number: stranger.accountNumber },
  ])
  expect(await world.leftOf(line)).toBeUndefined()
  const buy = await world.claim(shop, account, 40_000)
  await world.match(account)
  expect(await world.statusOf(buy)).toBe('pending_payment')
})

test('nothing is returned if the bank shows a partial account number and no claim matches it', async () => {
  const masked = { accountMask: '******9999', bankCode: '000014', name: 'EMEKA OKAFOR' } as const
  const { line, caseId } = await unmatched(35_000, masked)
  await expect(world.propose(caseId, { action: 'return' })).rejects.toMatchObject({
    code: 'return_destination_unproved',
  })
  await world.propose(caseId, { action: 'keep' })
  await world.approve(caseId)
  expect(await world.leftOf(line)).toEqual({ left: '3500000', blocked: true })
})

test('money is returned to the claimed account number if it matches the bank, the digits and the name that the bank shows', async () => {
  const { payer, claimed } = newPayer()
  const { accountNumber, ...shown } = payer
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, 30_000, claimed)
  const line = await world.pay(account, 12_345, { ...shown, accountMask: `******${accountNumber.slice(6)}` })
  const caseId = await world.ask(account, line, 'third_party', buy)
  await world.propose(caseId, { action: 'return' })
  await world.approve(caseId)
  expect(await world.returnsOf(caseId)).toMatchObject([{ account_number: accountNumber }])
})

test('a kept credit stays until operators decide again', async () => {
  const { payer, claimed } = newPayer()
  const { shop, account, line, caseId } = await unmatched(45_000, payer)
  await world.propose(caseId, { action: 'keep' })
  await world.approve(caseId)
  const buy = await world.claim(shop, account, 45_000, claimed)
  clock.advance(HOUR)
  expect(await world.match(account)).toMatchObject({ allocated: 0, opened: 0 })
  const again = await world.ask(account, line, 'request')
  await world.propose(again, { action: 'allocate', transaction_id: buy })
  await world.approve(again)
  expect(await world.statusOf(buy)).toBe('payment_received')
})

/** Returns a buy that was paid in part, after the time to pay the rest, with its case. */
async function underpaid() {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const { payer, claimed } = newPayer()
  const buy = await world.claim(shop, account, 60_000, claimed)
  const line = await world.pay(account, 55_000, payer)
  clock.advance(HOUR)
  await world.match(account)
  expect(await world.statusOf(buy)).toBe('part_paid')
  clock.advance(49 * HOUR)
  await pool.query(`select open_underpaid_case($1, $2, $3, $3)`, [newId(), buy, clock.now()])
  return { buy, line, payer, caseId: await world.caseOf(buy, 'underpaid') }
}

test('a short payment is accepted', async () => {
  const { buy, caseId } = await underpaid()
  await world.propose(caseId, { action: 'accept_short' })
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('payment_received')
  expect(await world.heldBy(buy)).toBe('5500000')
})

test('a short payment is returned to its payer, as suggested', async () => {
  const { buy, line, payer, caseId } = await underpaid()
  await world.propose(caseId)
  await world.approve(caseId)
  expect(await world.statusOf(buy)).toBe('refunding')
  expect(await world.returnsOf(caseId)).toEqual([
    { line_id: line, amount_minor: '5500000', account_number: payer.accountNumber },
  ])
  expect(await world.heldBy(buy)).toBe('5500000')
})

test('no operator decides alone', async () => {
  const { line, caseId } = await unmatched(11_000)
  await world.propose(caseId, { action: 'keep' })
  await expect(world.approve(caseId, world.bisi)).rejects.toMatchObject({ code: 'approval_by_same_person' })
  await expect(world.propose(caseId, { action: 'keep' }, world.chidi)).rejects.toMatchObject({
    code: 'proposal_waiting',
  })
  expect(await world.leftOf(line)).toMatchObject({ blocked: false })
})

test('a decision without approval is not carried out, and no decision is carried out twice', async () => {
  const { caseId } = await unmatched(12_000)
  const id = caseId.slice(4)
  await world.propose(caseId, { action: 'return' })
  await expect(
    pool.query(`select carry_out_return($1::uuid, gen_random_uuid(), now())`, [id]),
  ).rejects.toMatchObject({ code: 'AF032' })
  await world.approve(caseId)
  await expect(
    pool.query(`select carry_out_return($1::uuid, gen_random_uuid(), now())`, [id]),
  ).rejects.toMatchObject({ code: 'AF032' })
})

test('a proposal is not approved after the money has moved', async () => {
  const { payer, claimed } = newPayer()
  const { shop, account, line, caseId } = await unmatched(70_000, payer)
  await world.propose(caseId, { action: 'return' })
  // A buy is claimed and matched with the credit, which resolves the case.
  const buy = await world.claim(shop, account, 70_000, claimed)
  await world.match(account)
  expect(await world.statusOf(buy)).toBe('payment_received')
  await expect(world.approve(caseId)).rejects.toMatchObject({ code: 'case_resolved' })
  expect(await world.leftOf(line)).toBeUndefined()

  const other = await unmatched(80_000)
  const target = await world.claim(other.shop, other.account, 80_000)
  await world.propose(other.caseId, { action: 'allocate', transaction_id: target })
  await pool.query(`select move_transaction($1, 1, 'window_closed', '{}', $2, null)`, [target, clock.now()])
  await expect(world.approve(other.caseId)).rejects.toMatchObject({ code: 'proposal_stale' })
  expect(await world.statusOf(target)).toBe('expired')
})

test('two concurrent approvals carry out a decision once', async () => {
  const { shop, account, line, caseId } = await unmatched(90_000)
  const ngozi = await world.hire('Ngozi')
  const buy = await world.claim(shop, account, 90_000)
  await world.propose(caseId, { action: 'allocate', transaction_id: buy })
  const outcomes = await Promise.allSettled([world.approve(caseId), world.approve(caseId, ngozi)])
  expect(outcomes.map(({ status }) => status).sort((a, b) => a.localeCompare(b))).toEqual([
    'fulfilled',
    'rejected',
  ])
  expect(await world.allocationsOf(line)).toHaveLength(1)
})

test('concurrent operators and matching give a credit once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { payer, claimed } = newPayer()
    const { shop, account, line, caseId } = await unmatched(21_000, payer)
    const elsewhere = await world.claim(shop, account, 21_000)
    await world.propose(caseId, { action: 'allocate', transaction_id: elsewhere })
    const buy = await world.claim(shop, account, 21_000, claimed)
    await Promise.allSettled([world.approve(caseId), world.match(account)])
    await world.match(account)
    expect(await world.allocationsOf(line)).toHaveLength(1)
    const got = [await world.heldBy(elsewhere), await world.heldBy(buy)]
    expect(got.filter((amount) => amount === '2100000')).toHaveLength(1)
  }
})

test('the approver of a second proposal must name its version', async () => {
  const { caseId } = await unmatched(13_000)
  await world.propose(caseId, { action: 'return' })
  await declineCase({ pool, clock }, { caseId, operatorId: world.chidi, reason: 'ask the payer first' })
  await noteCase({ pool, clock }, { caseId, operatorId: world.chidi, note: 'the payer wants it kept' })
  await world.propose(caseId, { action: 'keep' })
  await expect(world.approve(caseId)).rejects.toMatchObject({ code: 'case_moved' })
  await expect(world.approve(caseId, world.chidi, 2)).rejects.toMatchObject({ code: 'case_moved' })
  await world.approve(caseId, world.chidi, 5)
})

test('a credit is not given to a buy of another account, a paid buy or an unknown buy', async () => {
  const { shop, account, caseId } = await unmatched(14_000)
  const elsewhere = await world.claim(shop, await world.openAccount(), 14_000)
  await expect(
    world.propose(caseId, { action: 'allocate', transaction_id: elsewhere }),
  ).rejects.toMatchObject({ code: 'resolution_invalid' })
  const { payer, claimed } = newPayer()
  await world.pay(account, 15_000, payer)
  const paid = await world.claim(shop, account, 15_000, claimed)
  await world.match(account)
  await expect(world.propose(caseId, { action: 'allocate', transaction_id: paid })).rejects.toMatchObject({
    code: 'resolution_invalid',
  })
  await expect(world.propose(caseId, { action: 'allocate', transaction_id: newId() })).rejects.toMatchObject({
    code: 'transaction_unknown',
  })
  await expect(world.propose(caseId, { action: 'dismiss' })).rejects.toMatchObject({
    code: 'resolution_invalid',
  })
})

test('after all of this the checks find nothing', async () => {
  expect(await world.findings()).toEqual([])
})
