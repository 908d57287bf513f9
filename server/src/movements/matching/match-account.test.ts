import { afterAll, expect, test } from 'vitest'
import { claimed as claimedBy, createMatchingWorld, masked } from '../../../test/matching-world.ts'
import { acceptBuys } from '../../records/transactions/accepting/buy-store.ts'

const world = await createMatchingWorld()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

afterAll(world.close)

test('a payment by the claimed number pays for the buy, whichever of the two comes first', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const early = await world.claim(shop, account, 20_000)
  const paid = await world.pay(account, 20_000)
  expect(await world.match(account)).toEqual({
    allocated: 1,
    nudges: [expect.objectContaining({ subjectId: early })],
    opened: 0,
    hasMore: false,
    nextLookAt: undefined,
  })
  expect(await world.statusOf(early)).toBe('payment_received')
  expect(await world.allocationsOf(paid)).toEqual([
    { transaction_id: early, amount_minor: '2000000', evidence: 'number', ground: 'within_cap' },
  ])

  await world.pay(account, 30_000)
  expect(await world.match(account)).toMatchObject({ allocated: 0, opened: 0, hasMore: false })
  world.clock.advance(5 * MINUTE)
  const late = await world.claim(shop, account, 30_000)
  expect(await world.match(account)).toMatchObject({ allocated: 1 })
  expect(await world.statusOf(late)).toBe('payment_received')
})

test('equal claims of one business are paid in the order of their arrival', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const claims: string[] = []
  for (let count = 0; count < 3; count += 1) {
    claims.push(await world.claim(shop, account, 20_000))
    world.clock.advance(1_000)
  }
  await world.pay(account, 20_000)
  await world.pay(account, 20_000)
  expect(await world.match(account)).toMatchObject({ allocated: 2, hasMore: false })
  expect(await Promise.all(claims.map(world.statusOf))).toEqual([
    'payment_received',
    'payment_received',
    'pending_payment',
  ])
})

test('a payment that two businesses claim with evidence is not allocated until an operator has decided', async () => {
  const account = await world.openAccount()
  const claims = [
    await world.claim(await world.openBusiness(), account, 20_000),
    await world.claim(await world.openBusiness(), account, 20_000),
  ]
  const paid = await world.pay(account, 20_000)
  expect(await world.match(account)).toMatchObject({ allocated: 0, opened: 1 })
  expect(await world.casesOf(paid)).toEqual(['contested'])
  expect(await world.match(account)).toMatchObject({ allocated: 0, opened: 0, nextLookAt: undefined })
  expect(await Promise.all(claims.map(world.statusOf))).toEqual(['pending_payment', 'pending_payment'])
})

test('one business’s flood of claims does not hide another’s', async () => {
  const account = await world.openAccount()
  const [thief, victim] = [await world.openBusiness(), await world.openBusiness()]
  await acceptBuys(
    world.api,
    Array.from({ length: 60 }, () => world.draft(thief, account, 20_000)),
  )
  world.clock.advance(1_000)
  await world.claim(victim, account, 20_000)
  const paid = await world.pay(account, 20_000)
  expect(await world.match(account)).toMatchObject({ allocated: 0, opened: 1 })
  expect(await world.casesOf(paid)).toEqual(['contested'])
})

test('many equal payments for many equal claims are all allocated, though only some claims are read at a time', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const fifty = Array.from({ length: 50 })
  await acceptBuys(
    world.api,
    fifty.map(() => world.draft(shop, account, 20_000)),
  )
  await world.record(
    account,
    fifty.map(() => world.paymentOf(account, 20_000_00n, account.payer)),
  )
  let allocated = 0
  for (let rounds = 0; rounds < 10; rounds += 1) {
    const round = await world.match(account)
    allocated += round.allocated
    if (!round.hasMore) break
  }
  expect(allocated).toBe(50)
})

test('masked digits count only with the bank and the name', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const claimed = await world.claim(shop, account, 20_000)
  const doubtful = await world.pay(account, 20_000, { ...masked(account.payer), name: 'OKONKWO' })
  expect(await world.match(account)).toMatchObject({ allocated: 0, opened: 1 })
  expect(await world.casesOf(doubtful)).toEqual(['weak_evidence'])
  const sure = await world.pay(account, 20_000, masked(account.payer))
  expect(await world.match(account)).toMatchObject({ allocated: 1 })
  expect(await world.allocationsOf(sure)).toMatchObject([{ transaction_id: claimed, evidence: 'mask' }])
})

test('a payment whose payer the bank does not show is allocated on a dedicated account and not on a shared one', async () => {
  const shop = await world.openBusiness()
  const [own, shared] = [await world.openAccount(shop), await world.openAccount()]
  const [onOwn, onShared] = [await world.claim(shop, own, 20_000), await world.claim(shop, shared, 20_000)]
  const paid = [await world.pay(own, 20_000, {}), await world.pay(shared, 20_000, {})] as const
  await world.match(own)
  await world.match(shared)
  expect(await world.statusOf(onOwn)).toBe('pending_payment')
  world.clock.advance(31 * MINUTE)
  await world.match(own)
  expect(await world.allocationsOf(paid[0])).toMatchObject([{ evidence: 'account', ground: 'dedicated' }])
  expect(await world.statusOf(onOwn)).toBe('payment_received')
  expect(await world.statusOf(onShared)).toBe('pending_payment')
  expect(await world.casesOf(paid[1])).toEqual(['weak_evidence'])
})

test('later information from a bank about the payer is matched at once', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const claimed = await world.claim(shop, account, 20_000)
  const line = world.paymentOf(account, 20_000_00n, {})
  const [paid = ''] = await world.record(account, [line])
  await world.match(account)
  expect(await world.casesOf(paid)).toEqual(['weak_evidence'])
  const known = { ...line, payer: account.payer }
  expect(await world.record(account, [known])).toEqual([paid])
  expect(await world.match(account)).toMatchObject({ allocated: 1 })
  expect(await world.statusOf(claimed)).toBe('payment_received')
  expect(await world.casesOf(paid)).toEqual([])
})

test('less than was claimed is a part, and the remainder completes the buy', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const claimed = await world.claim(shop, account, 50_000)
  await world.pay(account, 30_000)
  const first = await world.match(account)
  expect(first).toMatchObject({ allocated: 0, opened: 0 })
  expect(first.nextLookAt).toEqual(new Date(world.clock.now().getTime() + 8 * MINUTE))
  world.clock.advance(8 * MINUTE)
  expect(await world.match(account)).toMatchObject({ allocated: 0, opened: 0 })
  world.clock.advance(22 * MINUTE)
  expect(await world.match(account)).toMatchObject({ allocated: 1, nextLookAt: undefined })
  expect(await world.statusOf(claimed)).toBe('part_paid')
  world.clock.advance(HOUR)
  await world.pay(account, 20_000)
  expect(await world.match(account)).toMatchObject({ allocated: 1 })
  expect(await world.statusOf(claimed)).toBe('payment_received')
})

test('a stranger’s payment does not complete a buy', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const claimed = await world.claim(shop, account, 50_000)
  await world.pay(account, 30_000)
  world.clock.advance(31 * MINUTE)
  await world.match(account)
  const stranger = { ...account.payer, accountNumber: '9999999999', name: 'MUSA BELLO' }
  await world.pay(account, 20_000, stranger)
  expect(await world.match(account)).toMatchObject({ allocated: 0 })
  expect(await world.statusOf(claimed)).toBe('part_paid')
})

test('more than was claimed on a dedicated account: the remainder is returned, or operators decide about it', async () => {
  const shop = await world.openBusiness()
  for (const hides of [false, true]) {
    const account = await world.openAccount(shop)
    const claimed = await world.claim(shop, account, 20_000)
    const paid = await world.pay(account, 25_000, hides ? masked(account.payer) : account.payer)
    await world.match(account)
    world.clock.advance(30 * MINUTE)
    const opened = hides ? 1 : 0
    expect(await world.match(account)).toMatchObject({ allocated: 1, opened, nextLookAt: undefined })
    expect(await world.statusOf(claimed)).toBe('payment_received')
    expect(await world.casesOf(paid)).toEqual(hides ? ['overpaid'] : [])
    const { rows } = await world.owner.query(
      'select left_minor, blocked_by is not null as is_blocked from credit_fund where line_id = $1',
      [paid],
    )
    expect(rows).toEqual(hides ? [{ left_minor: '500000', is_blocked: true }] : [])
  }
})

test('a payment that arrives after the buy had ended is kept for it, and operators decide', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const claimed = await world.claim(shop, account, 20_000)
  world.clock.advance(7 * DAY)
  await world.owner.query(`select move_transaction($1, 1, 'window_closed', '{}', $2, null)`, [
    claimed,
    world.clock.now(),
  ])
  world.clock.advance(HOUR)
  const paid = await world.pay(account, 20_000)
  await world.match(account)
  world.clock.advance(31 * MINUTE)
  await world.match(account)
  expect(await world.statusOf(claimed)).toBe('action_required')
  expect(await world.allocationsOf(paid)).toMatchObject([{ transaction_id: claimed }])
  expect([...(await world.casesOf(paid)), ...(await world.casesOf(claimed))]).toContain('late_credit')
})

test('a payment of more than 72 hours before the claim is for a person', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const paid = await world.pay(account, 20_000)
  world.clock.advance(73 * HOUR)
  await world.match(account)
  expect(await world.casesOf(paid)).toEqual(['unmatched'])
  await world.claim(shop, account, 20_000)
  expect(await world.match(account)).toMatchObject({ allocated: 0, opened: 1 })
  expect(await world.casesOf(paid)).toEqual(['stale_credit'])
})

test('a payment by another payer waits for its own claim, then opens a case, and still goes to a claim that arrives', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  await world.claim(shop, account, 20_000)
  const friend = { accountNumber: '8888888888', bankCode: '000014', name: 'MUSA BELLO' }
  const paid = await world.pay(account, 20_000, friend)
  expect(await world.match(account)).toMatchObject({ opened: 0 })
  world.clock.advance(30 * MINUTE)
  expect(await world.match(account)).toMatchObject({ opened: 1 })
  expect(await world.casesOf(paid)).toEqual(['third_party'])
  world.clock.advance(HOUR)
  const own = await world.claim(shop, account, 20_000, {
    payer: claimedBy(friend),
  })
  expect(await world.match(account)).toMatchObject({ allocated: 1 })
  expect(await world.statusOf(own)).toBe('payment_received')
  expect(await world.casesOf(paid)).toEqual([])
})

test('a claim is noticed however long some other transaction has been running', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const other = await world.owner.connect()
  await other.query('begin')
  await other.query('select pg_current_xact_id()')
  await world.pay(account, 20_000)
  await world.match(account)
  for (const naira of [20_000, 30_000]) {
    const claimed = await world.claim(shop, account, naira)
    if (naira === 30_000) await world.pay(account, naira)
    expect(await world.match(account)).toMatchObject({ allocated: 1 })
    expect(await world.statusOf(claimed)).toBe('payment_received')
  }
  await other.query('rollback')
  other.release()
})

test('unusual names and narrations do no harm', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const odd = `O"BRIEN\\ ',"],[ \t\r\n 😀`
  const payer = { ...account.payer, name: odd, bankCode: odd }
  const bought = await world.claim(shop, account, 20_000, { payer: claimedBy(payer) })
  await world.pay(account, 20_000, payer, odd)
  await world.pay(account, 25_000, { accountMask: '"\\*]' }, odd)
  expect(await world.match(account)).toMatchObject({ allocated: 1 })
  expect(await world.statusOf(bought)).toBe('payment_received')
})

test('an unclaimed payment opens a case after a day, and a payment made twice is recognised', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  await world.claim(shop, account, 20_000)
  await world.pay(account, 20_000)
  const [twice, other] = [await world.pay(account, 20_000), await world.pay(account, 77_000)]
  const first = await world.match(account)
  expect(first).toMatchObject({ allocated: 1, opened: 0 })
  world.clock.advance(24 * HOUR)
  expect(await world.match(account)).toMatchObject({ allocated: 0, opened: 2 })
  expect(await world.casesOf(twice)).toEqual(['duplicate'])
  expect(await world.casesOf(other)).toEqual(['unmatched'])
})

test('nothing happens on a frozen account, and nothing automatic for a suspended business', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const claimed = await world.claim(shop, account, 20_000)
  await world.pay(account, 20_000)
  await world.owner.query(`update vendor_account set state = 'frozen' where id = $1`, [account.id])
  expect(await world.match(account)).toEqual({
    allocated: 0,
    nudges: [],
    opened: 0,
    hasMore: false,
    nextLookAt: undefined,
  })
  await world.owner.query(`update vendor_account set state = 'active' where id = $1`, [account.id])
  await world.owner.query(
    `update business_mode set status = 'suspended' where business_id = $1 and mode = 'test'`,
    [shop],
  )
  expect(await world.match(account)).toMatchObject({ allocated: 0 })
  expect(await world.statusOf(claimed)).toBe('pending_payment')
})

test('hundreds of payments are allocated in a few commits, and the ledger has every kobo', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const naira = Array.from({ length: 510 }, (_, count) => 20_000 + count)
  await acceptBuys(
    world.api,
    naira.map((amount) => world.draft(shop, account, amount)),
  )
  const payments = naira.map((amount) => world.paymentOf(account, BigInt(amount) * 100n, account.payer))
  await world.record(account, payments)
  expect(await world.match(account)).toMatchObject({ allocated: 500, hasMore: true })
  expect(await world.match(account)).toMatchObject({ allocated: 10, hasMore: false })
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
