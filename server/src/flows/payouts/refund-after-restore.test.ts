import { afterAll, expect, test } from 'vitest'
import { masked, type WorldAccount } from '../../../test/matching-world.ts'
import { createReturnWorld } from '../../../test/return-world.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { declineCase } from '../cases/case-steps.ts'

const world = await createReturnWorld()
const { owner, clock } = world
afterAll(world.close)

/** Records that tokens were sent for the buy before a restore, on a lock that no transfer of the restored database has. */
async function rememberSent(id: string): Promise<void> {
  const laneId = newId()
  await owner.query(`select open_lane($1, 'test', 'Polygon', $2, $3, 1, $4)`, [
    laneId,
    Math.floor(Math.random() * 1_000_000) + 1,
    `0x${newId().replaceAll('-', '').padStart(40, '0')}`,
    clock.now(),
  ])
  await owner.query(
    `insert into adopted_lock (lane_id, lock, right_key, transfer_id, right_id, transaction_id, address, tokens_minor, attempts, credits,
       case_id, state, proposed_at, adopted_at)
     select $2, 0, format('%s/%s/%s/delivery/1', t.business_id, t.mode, t.reference), $3, $3, $3, 'a wallet', 100, '[]', '[]', $3,
       'waiting', $4, $4 from transaction t where t.id = $1`,
    [id, laneId, newId(), clock.now()],
  )
}

test('no decision refunds a buy whose tokens were sent before a restore', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000)
  await rememberSent(id)
  await expect(world.giveBack(id)).rejects.toThrow(/before the database was restored/)
  expect(await world.legsOf(id)).toEqual([])
})

test('a refund decided before the lock was known is not paid either, and a case is opened', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000)
  await world.giveBack(id)
  await owner.query(`delete from payout_order where transaction_id = $1`, [id])
  await rememberSent(id)
  await world.look(id)
  const { rows } = await owner.query(`select from payout_order where transaction_id = $1`, [id])
  expect(rows).toEqual([])
  expect(await world.caseOf(id, 'restored')).toBeDefined()
})

/** A buy that was paid in part. After the restore its bank shows only a part of the payer's account number. */
async function maskedBuy(): Promise<
  Readonly<{ id: string; from: WorldAccount; payer: WorldAccount['payer'] }>
> {
  const from = await world.openCollection()
  const id = await world.partPaid(from, 5_000)
  await world.superuser.query(
    `set session_replication_role = replica; update afara.bank_line_reading set payer_account_number = null, payer_account_mask = '${masked(from.payer).accountMask}' where vendor_account_id = '${from.id}'`,
  )
  return { id, from, payer: from.payer }
}

/** The payer paid a leg of the refund before the restore. The comparison finds it, and two operators lift the freeze. */
async function paidBefore(
  id: string,
  { account, leg = 1, to }: Readonly<{ account: string; leg?: number; to: string }>,
): Promise<void> {
  const { rows } = await owner.query<{ reference: string; right_key: string }>(
    `select payout_reference(business_id, mode, reference, 'refund', $2, 1) as reference,
       payout_right_key(business_id, mode, reference, 'refund', $2) as right_key from transaction where id = $1`,
    [id, leg],
  )
  world.payer.sentBefore({
    payoutId: newId(),
    accountId: account,
    reference: rows[0]?.reference ?? '',
    rightKey: rows[0]?.right_key ?? '',
    attempt: 1,
    transactionId: id,
    bankCode: '000013',
    accountNumber: to,
    amountMinor: 5_000_00n,
    state: 'sending',
  })
  await owner.query('update payout_account set checked_start = null where id = $1', [account])
  await world.round(account)
  await owner.query(
    `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = $1 where lifted_at is null`,
    [clock.now()],
  )
}

async function settle(id: string, account: string): Promise<void> {
  for (let time = 0; time < 4; time += 1) {
    clock.advance(61_000)
    await world.look(id)
    await world.round(account)
    world.payer.settle('success')
  }
}

const paidFor = (id: string) =>
  world.payer.payments.filter(({ transactionId }) => transactionId === id).map((one) => one.accountNumber)
const refundFindings = async () =>
  (await world.findings()).filter((one) => /^check_(refund|payout)/.test(one))
const to = (payer: WorldAccount['payer']) => ({
  action: 'redirect',
  account_number: payer.accountNumber,
  bank: '000013',
  account_name: payer.name,
  evidence: 'a letter of the bank',
})

test('a refund that was paid before a restore completes its buy, although the bank no longer shows the whole number', async () => {
  const account = await world.openAccount()
  const { id, payer } = await maskedBuy()
  await paidBefore(id, { account, to: payer.accountNumber })
  await world.giveBack(id)
  expect([await world.legsOf(id), await world.casesOf(id)]).toEqual([['queued'], []])
  await settle(id, account)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(paidFor(id)).toEqual([payer.accountNumber])
  expect(await refundFindings()).toEqual([])
})

test('if a refund was redirected before its earlier payment was known, it continues with the account that was paid', async () => {
  const account = await world.openAccount()
  const { id, payer } = await maskedBuy()
  await world.giveBack(id)
  const caseId = await world.caseOf(id, 'refund_due')
  await world.propose(caseId, to(payer))
  await world.approve(caseId)
  await paidBefore(id, { account, to: payer.accountNumber })
  await settle(id, account)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(paidFor(id)).toEqual([payer.accountNumber])
  expect(await refundFindings()).toEqual([])
})

test('a refund that two operators redirected before a restore can be redirected only to the same account', async () => {
  const account = await world.openAccount()
  const { id, payer } = await maskedBuy()
  await paidBefore(id, { account, leg: 1001, to: '0222222222' })
  await world.giveBack(id)
  expect([await world.legsOf(id), await world.casesOf(id)]).toEqual([['unknown'], ['refund_due']])
  const caseId = await world.caseOf(id, 'refund_due')
  await world.propose(caseId, to(payer))
  await expect(world.approve(caseId)).rejects.toThrow(
    'already sent to account 0222222222 at bank 000013 before the database was restored',
  )
  await declineCase({ pool: owner, clock }, { caseId, operatorId: world.chidi, reason: 'it went elsewhere' })
  await world.propose(caseId, { ...to(payer), account_number: '0222222222' })
  const { rows } = await owner.query<{ version: number }>(
    `select version from case_file where transaction_id = $1 and kind = 'refund_due'`,
    [id],
  )
  await world.approve(caseId, world.chidi, rows[0]?.version)
  await settle(id, account)
  expect(await world.statusOf(id)).toBe('refunded')
  expect(paidFor(id)).toEqual(['0222222222'])
  expect(await refundFindings()).toEqual([])
})

test('a refund that the payer may have paid before a restore is not paid manually', async () => {
  const account = await world.openAccount()
  const { id, from, payer } = await maskedBuy()
  await world.giveBack(id)
  const { rows } = await owner.query<{ id: string }>(
    'select id from credit_return where transaction_id = $1',
    [id],
  )
  // The database was restarted, and the payer's journal has not been read since.
  await owner.query(`update payout_account set checked_start = '2026-01-01' where id = $1`, [account])
  await expect(world.payByHand(rows[0]?.id ?? '', from)).rejects.toThrow(
    'when its journal was compared with the database',
  )
  await paidBefore(id, { account, to: payer.accountNumber })
  const { rows: asked } = await owner.query<{ id: string }>(
    `select id from case_file where facts ->> 'subject' = $1`,
    [`by-hand:${rows[0]?.id}`],
  )
  await expect(world.approve(formatId('case', asked[0]?.id ?? ''))).rejects.toThrow(
    'before the database was restored',
  )
  await settle(id, account)
  expect(paidFor(id)).toEqual([payer.accountNumber])
})
