import { afterAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { masked, type WorldAccount } from '../../../test/matching-world.ts'
import { deleteOldClaims } from '../../records/transactions/accepting/expected-payment-store.ts'
import { readWake } from '../../records/transactions/wake-store.ts'

const world = await createClearingWorld()
const { advance } = world
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

afterAll(world.close)

const claimsOf = async (id: string) => {
  const { rowCount } = await world.owner.query('select from claim where transaction_id = $1', [id])
  return rowCount
}
/** The bank shows only a part of the payer's number, so that nothing can be returned without a decision. */
const payInPart = async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const bought = await world.claim(shop, account, 50_000)
  await world.pay(account, 30_000, masked(account.payer))
  world.clock.advance(30 * MINUTE)
  await world.match(account)
  return { account, bought }
}

/** Lets the 48 hours for the rest of a payment pass, and reads the bank past them. */
const endWindow = async (account: WorldAccount) => {
  world.clock.advance(48 * HOUR)
  await world.readBank(account)
}

test('what arrived of a buy is returned to the account in the bank’s record after 48 hours, without a decision', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const bought = await world.claim(shop, account, 50_000)
  const line = await world.pay(account, 30_000)
  world.clock.advance(30 * MINUTE)
  await world.match(account)
  await endWindow(account)
  await Promise.all([advance(bought), advance(bought)])
  expect(await world.statusOf(bought)).toBe('refunding')
  const { rows } = await world.owner.query(
    'select amount_minor, account_number, bank_code, account_name, case_id from credit_return where line_id = $1',
    [line],
  )
  const { accountNumber, bankCode, name } = account.payer
  expect(rows).toEqual([
    {
      amount_minor: '3000000',
      account_number: accountNumber,
      bank_code: bankCode,
      account_name: name,
      case_id: null,
    },
  ])
  expect(await claimsOf(bought)).toBe(0)
})

test('what arrived of a buy stays if a sanctions list may name the payer, until two operators release it', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const payer = { ...account.payer, name: 'A LISTED PAYER' }
  const bought = await world.claim(shop, account, 50_000)
  await world.pay(account, 30_000, payer)
  world.clock.advance(30 * MINUTE)
  await world.match(account)
  await endWindow(account)
  world.listed.add(payer.name)
  await advance(bought)
  await advance(bought)
  expect([await world.statusOf(bought), await world.casesOf(bought)]).toEqual([
    'part_paid',
    ['screening_hit'],
  ])
  const caseId = await world.caseOf(bought, 'screening_hit')
  await world.propose(caseId, { action: 'release' })
  await world.approve(caseId)
  expect((await readWake(world.worker, bought))?.dueAt).toEqual(world.clock.now())
  await advance(bought)
  expect([await world.statusOf(bought), await world.findings()]).toEqual(['refunding', []])
})

test('nothing goes back while the bank was not read past the deadline, or its account is frozen', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const bought = await world.claim(shop, account, 50_000)
  await world.pay(account, 30_000)
  world.clock.advance(30 * MINUTE)
  await world.match(account)
  await world.readBank(account)
  world.clock.advance(48 * HOUR + 1_000)
  await advance(bought)
  expect([await world.statusOf(bought), await world.casesOf(bought)]).toEqual(['part_paid', []])
  const { rows } = await world.owner.query('select due_at, last_error from wake where subject_id = $1', [
    bought,
  ])
  expect(rows).toEqual([
    {
      due_at: new Date(world.clock.now().getTime() + MINUTE),
      last_error: 'waits: its bank was not read past the deadline',
    },
  ])
  await world.readBank(account)
  await world.owner.query(`select freeze_account($1, 'a test', $2)`, [account.id, world.clock.now()])
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('part_paid')
  // The rest had arrived in time, and the bank shows it late.
  await world.owner.query(`update vendor_account set state = 'active' where id = $1`, [account.id])
  await world.pay(account, 20_000)
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('part_paid')
  await world.match(account)
  expect(await world.statusOf(bought)).toBe('payment_received')
})

test('a part is not returned before its time or for an earlier version of the buy', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const bought = await world.claim(shop, account, 50_000)
  await world.pay(account, 30_000)
  world.clock.advance(30 * MINUTE)
  await world.match(account)
  const due = new Date(world.clock.now().getTime() + 48 * HOUR)
  world.clock.advance(47 * HOUR)
  await world.readBank(account)
  await advance(bought)
  expect([await world.statusOf(bought), (await readWake(world.worker, bought))?.dueAt]).toEqual([
    'part_paid',
    due,
  ])
  await endWindow(account)
  await world.owner.query(`select return_short_payment($1, 1, '{"subjects": [], "hits": []}', $2)`, [
    bought,
    world.clock.now(),
  ])
  expect(await world.statusOf(bought)).toBe('part_paid')
})

test('a part of more than ₦200,000 is not returned without a decision', async () => {
  const [shop, account] = [await world.openBusiness(10_000_000), await world.openAccount()]
  const bought = await world.claim(shop, account, 300_000)
  await world.pay(account, 220_000)
  world.clock.advance(30 * MINUTE)
  await world.match(account)
  await endWindow(account)
  await advance(bought)
  expect([await world.statusOf(bought), await world.casesOf(bought)]).toEqual(['part_paid', ['underpaid']])
})

test('if no bank shows the payer’s account, a buy that was paid in part gets one case after 48 hours', async () => {
  const { account, bought } = await payInPart()
  const wake = await readWake(world.worker, bought)
  expect(wake?.dueAt).toEqual(new Date(world.clock.now().getTime() + 48 * HOUR))
  await endWindow(account)
  await advance(bought)
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('part_paid')
  expect(await world.casesOf(bought)).toEqual(['underpaid'])
  expect((await readWake(world.worker, bought))?.dueAt).toEqual(
    new Date(world.clock.now().getTime() + 24 * HOUR),
  )
})

test('a later payment of the rest closes the case, and the buy continues', async () => {
  const { account, bought } = await payInPart()
  await endWindow(account)
  await advance(bought)
  await world.pay(account, 20_000, masked(account.payer))
  await world.match(account)
  expect(await world.statusOf(bought)).toBe('payment_received')
  expect(await world.casesOf(bought)).toEqual([])
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('completed')
})

test('a smaller payment that operators accept is delivered less the whole fee', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const fee = { asset: 'NGN', minor: 500_00n } as const
  const bought = await world.claim(shop, account, 50_000, { fee })
  await world.pay(account, 30_000, masked(account.payer))
  world.clock.advance(30 * MINUTE)
  await world.match(account)
  await endWindow(account)
  await advance(bought)
  const asked = await world.caseOf(bought, 'underpaid')
  await world.propose(asked, { action: 'accept_short' })
  await world.approve(asked)
  expect((await readWake(world.worker, bought))?.dueAt).toEqual(world.clock.now())
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('completed')
  const { rows } = await world.owner.query('select amount_minor from balance where owner = $1', [shop])
  expect(rows).toEqual([{ amount_minor: '2950000' }])
})

test('a late payment continues when operators accept it', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const bought = await world.claim(shop, account, 50_000)
  world.clock.advance(7 * DAY)
  await advance(bought)
  world.clock.advance(HOUR)
  await world.pay(account, 50_000)
  await world.match(account)
  world.clock.advance(31 * MINUTE)
  await world.match(account)
  expect(await world.statusOf(bought)).toBe('action_required')
  const asked = await world.caseOf(bought, 'late_credit')
  await world.propose(asked, { action: 'accept_late' })
  await world.approve(asked)
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('completed')
})

test.each([
  ['goes back to the account in the bank’s record', false, 'refunding'],
  ['waits for people if the bank hides the account', true, 'action_required'],
] as const)('a late payment that nobody accepts in time %s', async (_, isHidden, status) => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount(undefined)]
  const bought = await world.claim(shop, account, 50_000)
  world.clock.advance(7 * DAY)
  await advance(bought)
  world.clock.advance(HOUR)
  const payer = isHidden ? masked(account.payer) : account.payer
  const [lineId = ''] = await world.record(account, [world.paymentOf(account, 50_000_00n, payer)])
  await world.match(account)
  world.clock.advance(31 * MINUTE)
  await world.match(account)
  expect(await world.statusOf(bought)).toBe('action_required')
  world.clock.advance(47 * HOUR)
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('action_required')
  world.clock.advance(2 * HOUR)
  await advance(bought)
  expect(await world.statusOf(bought)).toBe(status)
  const { rows } = await world.owner.query(
    'select case_id, account_number from credit_return where line_id = $1',
    [lineId],
  )
  expect(rows).toEqual(isHidden ? [] : [{ case_id: null, account_number: account.payer.accountNumber }])
  expect((await world.casesOf(bought)).includes('late_credit')).toBe(isHidden)
  expect(await world.findings()).toEqual([])
})

test('an unpaid buy expires, and its claim is kept for a month, because money can arrive late', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const [bought, waiting] = [
    await world.claim(shop, account, 20_000),
    await world.claim(shop, account, 30_000, { expiresAt: new Date(world.clock.now().getTime() + 60 * DAY) }),
  ]
  world.clock.advance(7 * DAY)
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('expired')
  world.clock.advance(30 * DAY)
  await deleteOldClaims(world.worker, world.clock.now())
  expect(await claimsOf(bought)).toBe(1)
  world.clock.advance(1)
  await deleteOldClaims(world.worker, world.clock.now())
  expect([await claimsOf(bought), await claimsOf(waiting)]).toEqual([0, 1])
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
