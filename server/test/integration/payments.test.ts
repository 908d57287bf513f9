import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { advancePaymentOrder, createPaymentSells } from '../../src/flows/payments/pay-items.ts'
import { formatId, newId, parseId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { business, capital, posting } from '../../src/records/ledger/account.ts'
import { postEntry, readBalance } from '../../src/records/ledger/ledger-store.ts'
import { acceptPaymentSells } from '../../src/records/transactions/accepting/sell-store.ts'
import { assertionOf, createPeopleWorld, type TestPerson } from '../people-world.ts'
import { createSellingWorld } from '../selling-world.ts'

const database = await createTestDatabase()
const names = {
  ask: async ({ accountNumber }: Readonly<{ accountNumber: string }>) => {
    if (accountNumber.startsWith('99')) return undefined
    if (accountNumber.startsWith('98')) return { outcome: 'not_found' } as const
    return { outcome: 'found', accountName: `PERSON ${accountNumber}` } as const
  },
}
const people = await createPeopleWorld(database, names)
const world = await createSellingWorld(database)
const { owner, worker, clock } = world
await world.openPayoutAccount('main', 1_000_000)
const sells = createPaymentSells({ pool: worker, clock })
const failures: unknown[] = []
const paying = {
  pool: worker,
  clock,
  sells,
  nudge: async () => {},
  onFailure: (_id: string, error: unknown) => failures.push(error),
}
afterAll(async () => {
  await people.stop()
  await world.close()
})

/** A business with a balance, an owner, a finance member and a viewer. */
async function open(naira = 1_000_000) {
  const id = await world.openBusiness()
  await fund(id, naira)
  const member = async (role: 'owner' | 'finance' | 'viewer' | 'developer') => {
    const person = await people.addMember([[id, role]])
    return { person, token: await people.tokenOf(person) }
  }
  return { id, ngozi: await member('owner'), tunde: await member('finance'), member }
}

async function fund(id: string, naira: number): Promise<void> {
  const amount = money('NGNC', BigInt(naira) * 100n)
  const postings = [posting(capital, business(id), amount)]
  const at = clock.now()
  await postEntry(owner, { id: newId(), mode: 'test', transactionId: null, step: 'test', at, postings })
}

type Member = Readonly<{ person: TestPerson; token: string }>
type Order = Readonly<{
  payment_order_id: string
  state: string
  text: string
  challenge: string
  people: number
  items: ReadonlyArray<
    Readonly<{ status: string | null; refusal: { code: string } | null; account_name: string }>
  >
}>

const pathOf = (id: string, path: string) => `/account/v1/businesses/${formatId('business', id)}/test${path}`

const rows = (count: number, prefix: string, amount = '1000') =>
  Array.from({ length: count }, (_none, place) => ({
    bank: 'GTBank',
    account_number: String(1_000_000_000 + place),
    amount,
    reference: `${prefix}-${place + 1}`,
    note: 'a test',
  }))

async function propose(id: string, { token }: Member, reference: string, payments: readonly object[]) {
  const answer = await people.ask('POST', pathOf(id, '/payment-orders'), {
    token,
    body: { reference, payments },
  })
  return { verdict: answer.verdict, order: answer.body['payment_order'] as Order, body: answer.body }
}

async function sign(id: string, { token, person }: Member, order: Order, challenge = order.challenge) {
  const answer = await people.ask('POST', pathOf(id, `/payment-orders/${order.payment_order_id}/sign`), {
    token,
    body: { credential: assertionOf(person.passkey, challenge) },
  })
  return { verdict: answer.verdict, order: answer.body['payment_order'] as Order }
}

async function read(id: string, { token }: Member, order: Order): Promise<Order> {
  const { body } = await people.ask('GET', pathOf(id, `/payment-orders/${order.payment_order_id}`), { token })
  return body['payment_order'] as Order
}

const uuidOf = ({ payment_order_id: id }: Order) => parseId('paymentOrder', id) ?? ''
const pay = async (order: Order) => advancePaymentOrder(paying, uuidOf(order))
const balanceOf = async (id: string) => (await readBalance(owner, 'test', business(id), 'NGNC')).minor
const sellsOf = async (order: Order) => {
  const { rows: found } = await owner.query<{ number: number; reference: string }>(
    `select s.number, t.reference from payment_sell s join transaction t on t.id = s.transaction_id where s.order_id = $1 order by 1`,
    [uuidOf(order)],
  )
  return found
}

test('two members sign an order, and each payment becomes one sell, also if two workers do it at once', async () => {
  const shop = await open()
  const { order } = await propose(shop.id, shop.ngozi, 'salaries', rows(60, 'pay'))
  expect([order.state, order.people, order.items[0]?.account_name]).toEqual([
    'unsigned',
    2,
    'PERSON 1000000000',
  ])
  expect((await sign(shop.id, shop.ngozi, order)).order.state).toBe('proposed')
  await pay(order)
  expect(await sellsOf(order)).toEqual([])
  expect((await sign(shop.id, shop.tunde, order)).order.state).toBe('approved')
  await Promise.all([pay(order), pay(order), pay(order)])
  await pay(order)
  const found = await sellsOf(order)
  expect(found.map(({ reference }) => reference)).toEqual(rows(60, 'pay').map(({ reference }) => reference))
  expect(await balanceOf(shop.id)).toBe(940_000_00n)
  expect((await read(shop.id, shop.tunde, order)).items.every(({ status }) => status !== null)).toBe(true)
  const { rowCount } = await owner.query('select from wake where subject_id = $1', [uuidOf(order)])
  expect(rowCount).toBe(0)
  expect(failures).toEqual([])
})

test('one member cannot approve their own order, and nobody can sign for another or another text', async () => {
  const shop = await open()
  const { order } = await propose(shop.id, shop.ngozi, 'own', rows(1, 'own'))
  expect((await sign(shop.id, shop.tunde, order)).verdict).toBe('404 payment_order_unknown')
  await sign(shop.id, shop.ngozi, order)
  expect((await sign(shop.id, shop.ngozi, order)).order.state).toBe('proposed')
  const forged = Buffer.alloc(32, 1).toString('base64url')
  expect((await sign(shop.id, shop.tunde, order, forged)).verdict).toBe('403 signature_invalid')
  const stolen = { person: shop.ngozi.person, token: shop.tunde.token }
  expect((await sign(shop.id, stolen, order)).verdict).toBe('403 signature_invalid')
  const developer = await shop.member('developer')
  expect((await sign(shop.id, developer, order)).verdict).toBe('403 role_missing')
  const { order: another } = await propose(shop.id, shop.ngozi, 'another', rows(1, 'another'))
  await sign(shop.id, shop.ngozi, another)
  expect((await sign(shop.id, shop.tunde, order, another.challenge)).verdict).toBe('403 signature_invalid')
  expect((await read(shop.id, shop.tunde, order)).state).toBe('proposed')
})

test('of two members who approve at once, one does, and it is paid once', async () => {
  const shop = await open()
  const third = await shop.member('finance')
  const { order } = await propose(shop.id, shop.ngozi, 'race', rows(3, 'race'))
  await sign(shop.id, shop.ngozi, order)
  const both = await Promise.all([sign(shop.id, shop.tunde, order), sign(shop.id, third, order)])
  expect(both.map(({ verdict }) => verdict).toSorted()).toEqual(['200', '409 payment_order_over'])
  await Promise.all([pay(order), pay(order)])
  expect(await balanceOf(shop.id)).toBe(997_000_00n)
})

test('an order that was withdrawn or refused is never paid', async () => {
  const shop = await open()
  for (const [who, outcome] of [
    [shop.ngozi, 'withdrawn'],
    [shop.tunde, 'refused'],
  ] as const) {
    // The references of an order that is over are free again.
    const { order } = await propose(shop.id, shop.ngozi, `over-${outcome}`, rows(1, 'over'))
    await sign(shop.id, shop.ngozi, order)
    const path = pathOf(shop.id, `/payment-orders/${order.payment_order_id}/end`)
    const ended = await people.ask('POST', path, { token: who.token })
    expect(ended.body['payment_order']).toMatchObject({ state: outcome })
    expect((await sign(shop.id, shop.tunde, order)).verdict).toBe('409 payment_order_over')
    await pay(order)
    expect(await sellsOf(order)).toEqual([])
  }
  expect(await balanceOf(shop.id)).toBe(1_000_000_00n)
})

test('a payment that the balance does not cover is shown, and is tried again under the same reference', async () => {
  const shop = await open(1_500)
  const { order } = await propose(shop.id, shop.ngozi, 'short', rows(2, 'short'))
  await sign(shop.id, shop.ngozi, order)
  await sign(shop.id, shop.tunde, order)
  await pay(order)
  const refused = (await read(shop.id, shop.ngozi, order)).items.filter(({ refusal }) => refusal !== null)
  expect(refused.map(({ refusal }) => refusal?.code)).toEqual(['insufficient_balance'])
  await fund(shop.id, 10_000)
  await pay(order)
  expect(await sellsOf(order)).toHaveLength(1)
  const retry = pathOf(shop.id, `/payment-orders/${order.payment_order_id}/retry`)
  const answers = await Promise.all(
    [shop.ngozi, shop.tunde].map(async ({ token }) => people.ask('POST', retry, { token })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await Promise.all([pay(order), pay(order)])
  expect((await sellsOf(order)).map(({ reference }) => reference)).toEqual(['short-1', 'short-2'])
  expect(await balanceOf(shop.id)).toBe(9_500_00n)
})

test('a repeated proposal finds the first order, and a reference is paid once', async () => {
  const shop = await open()
  const all = await Promise.all(
    Array.from({ length: 4 }, async () => propose(shop.id, shop.ngozi, 'twice', rows(2, 'twice'))),
  )
  expect(new Set(all.map(({ order }) => order.payment_order_id)).size).toBe(1)
  const changed = await propose(shop.id, shop.ngozi, 'twice', rows(2, 'twice', '2000'))
  expect(changed.verdict).toBe('409 reference_conflict')
  // The same file under another name.
  const again = await propose(shop.id, shop.tunde, 'twice-again', rows(2, 'twice'))
  expect(again.verdict).toBe('409 reference_conflict')
  expect(String(again.body['message'])).toContain('twice-1, twice-2')
})

test('an owner lets one member pay alone, up to an amount in 24 hours, to accounts that are not new', async () => {
  const shop = await open()
  const settled = async (number: string) =>
    owner.query(
      `insert into beneficiary (id, business_id, mode, bank_code, account_number, account_name, added_by, created_at, settled_at)
       values ($1, $2, 'test', '000013', $3, 'SETTLED PERSON', $4, now() - interval '2 days', now() - interval '1 day')`,
      [newId(), shop.id, number, shop.ngozi.person.id],
    )
  await settled('3000000001')
  const to = (reference: string, amount: string, account_number = '3000000001') => [
    { bank: 'GTBank', account_number, amount, reference },
  ]
  const setLimit = async (member: Member, amount: string, signedAmount = amount) => {
    const draft = async (text: string) =>
      people.ask('POST', pathOf(shop.id, '/payment-limit/draft'), {
        token: shop.ngozi.token,
        body: { amount: text },
      })
    const { body } = await draft(signedAmount)
    const answer = await people.ask('POST', pathOf(shop.id, '/payment-limit'), {
      token: member.token,
      body: {
        amount,
        version: body['version'],
        credential: assertionOf(member.person.passkey, String(body['challenge'])),
      },
    })
    return answer.verdict
  }
  const alone = async (reference: string, payments: readonly object[]) => {
    const { order } = await propose(shop.id, shop.tunde, reference, payments)
    return (await sign(shop.id, shop.tunde, order)).order.state
  }
  expect(await alone('before', to('before', '1000'))).toBe('proposed')
  expect(await setLimit(shop.tunde, '5000')).toBe('403 role_missing')
  expect(await setLimit(shop.ngozi, '50000', '5000')).toBe('403 signature_invalid')
  expect(await setLimit(shop.ngozi, '5000')).toBe('200')
  expect(await alone('above', to('above', '5001'))).toBe('proposed')
  expect(await alone('new', to('new', '1000', '3000000002'))).toBe('proposed')
  expect(await alone('within', to('within', '3000'))).toBe('approved')
  // The two together are above the limit.
  expect(await alone('sum', to('sum', '2001'))).toBe('proposed')
  expect(await alone('rest', to('rest', '2000'))).toBe('approved')
})

test('every row of a file gets its own answer, and a wrong row stops the proposal', async () => {
  const shop = await open()
  const good = rows(1, 'good')[0] ?? {}
  const payments = [
    good,
    { ...good, reference: 'good-1' },
    { ...good, reference: 'a', bank: 'Bank of Nowhere' },
    { ...good, reference: 'b', account_number: '12345' },
    { ...good, reference: 'c', account_number: '9900000000' },
    { ...good, reference: 'd', account_number: '9800000000' },
    { ...good, reference: 'e', amount: '1,000' },
    { ...good, reference: 'f', amount: '99' },
    { ...good, reference: 'g', amount: '1000.005' },
    { ...good, reference: 'h h' },
    { ...good, reference: 'i', note: 'x'.repeat(101) },
    { ...good, reference: 'j', amount: '-5', bank: '', account_number: '\u0000' },
  ]
  const { body } = await people.ask('POST', pathOf(shop.id, '/payments/check'), {
    token: shop.ngozi.token,
    body: { payments },
  })
  const checked = body['payments'] as ReadonlyArray<{ problems: ReadonlyArray<{ code: string }> }>
  expect(checked.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    [],
    ['reference_conflict'],
    ['bank_unknown'],
    ['account_number_invalid'],
    ['unavailable'],
    ['account_unknown'],
    ['amount_malformed'],
    ['amount_below_minimum'],
    ['amount_too_fine'],
    ['field_invalid'],
    ['field_invalid'],
    ['bank_unknown', 'account_number_invalid', 'amount_malformed'],
  ])
  expect((await propose(shop.id, shop.ngozi, 'wrong', payments)).verdict).toBe('422 payments_invalid')
})

test('a viewer reads, and a member of another business sees nothing', async () => {
  const [shop, other] = [await open(), await open()]
  const { order } = await propose(shop.id, shop.ngozi, 'seen', rows(1, 'seen'))
  const viewer = await shop.member('viewer')
  // Nobody but its proposer sees an order that nobody signed.
  expect(await read(shop.id, viewer, order)).toBeUndefined()
  await sign(shop.id, shop.ngozi, order)
  expect((await read(shop.id, viewer, order)).state).toBe('proposed')
  expect((await sign(shop.id, viewer, order)).verdict).toBe('403 role_missing')
  const path = pathOf(other.id, `/payment-orders/${order.payment_order_id}`)
  expect((await people.ask('GET', path, { token: other.ngozi.token })).verdict).toBe(
    '404 payment_order_unknown',
  )
})

test('a removed beneficiary cannot be paid by a new order', async () => {
  const shop = await open()
  const added = await people.ask('POST', pathOf(shop.id, '/beneficiaries'), {
    token: shop.tunde.token,
    body: { bank: 'GTBank', account_number: '4000000001' },
  })
  const { beneficiary_id: id, account_name: name } = added.body['beneficiary'] as Record<string, string>
  expect(name).toBe('PERSON 4000000001')
  const end = pathOf(shop.id, `/beneficiaries/${id}/end`)
  expect((await people.ask('POST', end, { token: shop.tunde.token })).verdict).toBe('200')
  expect((await people.ask('POST', end, { token: shop.tunde.token })).verdict).toBe('404 beneficiary_unknown')
  await expect(owner.query('delete from beneficiary')).rejects.toThrow(/append-only/)
  await expect(owner.query(`update beneficiary set account_name = 'X'`)).rejects.toMatchObject({
    code: 'AF002',
  })
})

test('the worker can accept no sell that is not exactly an item of an approved order', async () => {
  const shop = await open()
  const { order } = await propose(shop.id, shop.ngozi, 'exact', rows(1, 'exact'))
  await sign(shop.id, shop.ngozi, order)
  const sell = {
    id: newId(),
    businessId: shop.id,
    mode: 'test',
    reference: 'exact-1',
    idempotencyKey: null,
    amount: money('NGNC', 1_000_00n),
    fee: money('NGNC', 0n),
    payee: {
      bankCode: '000013',
      bankName: 'GTBank',
      accountNumber: '1000000000',
      accountName: 'PERSON 1000000000',
    },
    wallet: null,
    depositAddress: null,
    createdAt: clock.now(),
    expiresAt: undefined,
    guardSince: undefined,
    meaning: Buffer.alloc(32),
  } as const
  const accept = async (change: Partial<typeof sell>, number = 1) =>
    acceptPaymentSells(worker, [{ orderId: uuidOf(order), number, sell: { ...sell, ...change } }])
  const refused = { code: 'AF504' }
  await expect(accept({})).rejects.toMatchObject(refused)
  await sign(shop.id, shop.tunde, order)
  const other = { ...sell.payee, accountNumber: '1000000001' }
  const wrong: readonly object[] = [
    { amount: money('NGNC', 1_000_01n) },
    { payee: other },
    { reference: 'exact-2' },
    { businessId: newId() },
  ]
  for (const change of wrong) await expect(accept(change)).rejects.toMatchObject(refused)
  await expect(accept({}, 2)).rejects.toMatchObject(refused)
  await expect(worker.query(`select * from accept_sells('[]')`)).rejects.toThrow(/permission denied/)
  expect(await accept({})).toMatchObject([{ outcome: 'accepted' }])
  expect(await balanceOf(shop.id)).toBe(999_000_00n)
})
