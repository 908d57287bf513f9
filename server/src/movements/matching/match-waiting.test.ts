import { afterAll, expect, test } from 'vitest'
import { claimed, createMatchingWorld, masked } from '../../../test/matching-world.ts'

const world = await createMatchingWorld()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const stranger = { accountNumber: '9999999999', name: 'MUSA BELLO', bankCode: '000013' }

afterAll(world.close)

test('a masked payment made twice is recognised by mask and name, not by the few digits alone', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  await world.claim(shop, account, 20_000)
  await world.pay(account, 20_000, masked(account.payer))
  expect(await world.match(account)).toMatchObject({ allocated: 1 })
  const again = await world.pay(account, 20_000, masked(account.payer))
  const other = await world.pay(account, 20_000, { ...masked(account.payer), name: 'MUSA BELLO' })
  world.clock.advance(DAY)
  await world.match(account)
  expect(await world.casesOf(again)).toEqual(['duplicate'])
  expect(await world.casesOf(other)).toEqual(['unmatched'])
})

test('an equal payment from more than a week ago is no repetition', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  await world.claim(shop, account, 20_000)
  await world.pay(account, 20_000)
  await world.match(account)
  world.clock.advance(8 * DAY)
  const later = await world.pay(account, 20_000)
  world.clock.advance(DAY)
  await world.match(account)
  expect(await world.casesOf(later)).toEqual(['unmatched'])
})

test('a credit with a case is read again for its own claim, not for claims of the same amount', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  await world.claim(shop, account, 20_000)
  const paid = await world.pay(account, 20_000, stranger)
  await world.match(account)
  world.clock.advance(31 * MINUTE)
  await world.match(account)
  expect(await world.casesOf(paid)).toEqual(['third_party'])

  const asked = await lookAt(paid)
  world.clock.advance(MINUTE)
  await world.claim(shop, account, 20_000)
  await world.match(account)
  expect(await lookAt(paid)).toEqual(asked)

  world.clock.advance(MINUTE)
  const own = await world.claim(shop, account, 20_000, { payer: claimed(stranger) })
  expect(await world.match(account)).toMatchObject({ allocated: 1, nudges: [{ subjectId: own }] })
  expect(await world.casesOf(paid)).toEqual([])
})

test('a claim of the same amount is shown to operators whose case says that nothing matches', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const paid = await world.pay(account, 20_000, stranger)
  world.clock.advance(DAY)
  await world.match(account)
  expect(await world.casesOf(paid)).toEqual(['unmatched'])
  await world.claim(shop, account, 20_000)
  await world.match(account)
  expect(await world.casesOf(paid)).toEqual(['third_party'])
})

test('a masked payment with a case goes to the claim that arrives with its digits', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  await world.claim(shop, account, 20_000, { payer: claimed(stranger) })
  const paid = await world.pay(account, 20_000, masked(account.payer))
  world.clock.advance(31 * MINUTE)
  await world.match(account)
  expect(await world.casesOf(paid)).toEqual(['third_party'])
  const own = await world.claim(shop, account, 20_000)
  expect(await world.match(account)).toMatchObject({ allocated: 1, nudges: [{ subjectId: own }] })
})

test('a payment without a payer on a dedicated account goes to the claim that arrives', async () => {
  const shop = await world.openBusiness()
  const account = await world.openAccount(shop)
  const paid = await world.pay(account, 20_000, {})
  world.clock.advance(DAY)
  await world.match(account)
  expect(await world.casesOf(paid)).toEqual(['unmatched'])
  const own = await world.claim(shop, account, 20_000)
  expect(await world.match(account)).toMatchObject({ allocated: 1, nudges: [{ subjectId: own }] })
})

test('a payment that matches nothing goes back after a day, if its bank was read past it', async () => {
  for (const isRead of [true, false]) {
    const account = await world.openAccount()
    const paid = await world.pay(account, 20_000, { ...stranger, accountNumber: '9999999996' })
    await world.match(account)
    if (!isRead) await poll(account)
    world.clock.advance(DAY)
    if (isRead) await poll(account)
    await world.match(account)
    expect(await world.casesOf(paid)).toEqual(isRead ? [] : ['unmatched'])
    expect(await returnsOf(paid)).toEqual(isRead ? [{ amount_minor: '2000000', case_id: null }] : [])
  }
})

test('more than goes back to one account in a day is left to people', async () => {
  const account = await world.openAccount()
  const payer = { ...stranger, accountNumber: '9999999998' }
  const paid = [await world.pay(account, 150_000, payer), await world.pay(account, 150_000, payer)]
  world.clock.advance(DAY)
  await poll(account)
  await world.match(account)
  const cases = await Promise.all(paid.map(async (one) => world.casesOf(one)))
  expect(cases.flat()).toEqual(['unmatched'])
})

test('an account remembers a claim that came more than eight minutes after its payment, also after the payment went back', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const payer = { ...stranger, accountNumber: '9999999995' }
  const claim = async () => {
    await world.claim(shop, account, 20_000, { payer: claimed(payer) })
    await world.match(account)
    return claimedLateAt(account)
  }
  await world.match(account)
  const first = await world.pay(account, 20_000, payer)
  await world.match(account)
  world.clock.advance(8 * MINUTE)
  expect(await claim()).toBeNull()
  expect(await world.allocationsOf(first)).toHaveLength(1)
  world.clock.advance(9 * MINUTE)
  // The buy that got the first payment is not the owner of another one.
  expect(await claim()).toBeNull()

  const other = { ...stranger, accountNumber: '9999999997' }
  const second = await world.pay(account, 30_000, other)
  world.clock.advance(DAY)
  await poll(account)
  await world.match(account)
  expect(await returnsOf(second)).toHaveLength(1)
  await world.claim(shop, account, 30_000, { payer: claimed(other) })
  await world.match(account)
  expect(await claimedLateAt(account)).toEqual(world.clock.now())
})

async function poll({ id }: { id: string }): Promise<void> {
  await world.owner.query(`update vendor_account set feed = 'monnify' where id = $1`, [id])
  await world.owner.query('select record_poll($1, $2, $2, null)', [id, world.clock.now()])
}

async function returnsOf(lineId: string): Promise<unknown> {
  const { rows } = await world.owner.query(
    'select amount_minor, case_id from credit_return where line_id = $1',
    [lineId],
  )
  return rows
}

async function claimedLateAt({ id }: { id: string }): Promise<unknown> {
  const { rows } = await world.owner.query(
    'select claimed_late_at from matching_cursor where vendor_account_id = $1',
    [id],
  )
  return rows[0]?.claimed_late_at
}

async function lookAt(lineId: string): Promise<unknown> {
  const { rows } = await world.owner.query('select look_at from credit_fund where line_id = $1', [lineId])
  return rows[0]?.look_at
}
