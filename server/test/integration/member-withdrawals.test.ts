import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import {
  advanceWithdrawalOrder,
  createOrderedWithdrawals,
} from '../../src/flows/payments/make-withdrawals.ts'
import { formatId, newId, parseId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { business, capital, posting } from '../../src/records/ledger/account.ts'
import { postEntry, readBalance } from '../../src/records/ledger/ledger-store.ts'
import { writeMail } from '../../src/records/people/mail/mail-text.ts'
import { acceptOrderedWithdrawals } from '../../src/records/transactions/accepting/withdrawal-store.ts'
import { createClearingWorld } from '../clearing-world.ts'
import { assertionOf, createPeopleWorld, type TestPerson } from '../people-world.ts'

const database = await createTestDatabase()
const people = await createPeopleWorld(database)
const world = await createClearingWorld(database)
const { owner, worker, clock } = world
await world.openLane(1)
const failures: unknown[] = []
const making = {
  pool: worker,
  clock,
  withdrawals: createOrderedWithdrawals({ pool: worker, clock }),
  nudge: async () => {},
  onFailure: (_id: string, error: unknown) => failures.push(error),
}
afterAll(async () => {
  await people.stop()
  await world.close()
})

type Member = Readonly<{ person: TestPerson; token: string }>
type Wallet = Readonly<{
  wallet_id: string
  challenge: string
  is_ready: boolean
  approved_by: string | null
  wallet_address: string
}>
type Order = Readonly<{
  withdrawal_order_id: string
  state: string
  challenge: string
  people: number
  status: string | null
  refusal: { code: string } | null
}>

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'

/** A business with a balance, an owner and a finance member. */
async function open(naira = 1_000_000) {
  const id = await world.openBusiness()
  const postings = [posting(capital, business(id), money('NGNC', BigInt(naira) * 100n))]
  const entry = { id: newId(), mode: 'test', transactionId: null, step: 'test', at: clock.now() } as const
  await postEntry(owner, { ...entry, postings })
  const member = async (role: 'owner' | 'finance' | 'viewer' | 'developer') => {
    const person = await people.addMember([[id, role]])
    return { person, token: await people.tokenOf(person) }
  }
  return { id, ngozi: await member('owner'), tunde: await member('finance'), member }
}

const pathOf = (id: string, path: string) => `/account/v1/businesses/${formatId('business', id)}/test${path}`

async function enrol(id: string, { token, person }: Member, address = ADDRESS) {
  const proposed = await people.ask('POST', pathOf(id, '/wallets'), {
    token,
    body: { network: 'Polygon', wallet_address: address, label: 'Treasury' },
  })
  const wallet = proposed.body['wallet'] as Wallet
  if (proposed.verdict !== '200') return { verdict: proposed.verdict, wallet }
  return signWallet(id, { token, person }, wallet)
}

async function signWallet(id: string, { token, person }: Member, { wallet_id, challenge }: Wallet) {
  const answer = await people.ask('POST', pathOf(id, `/wallets/${wallet_id}/sign`), {
    token,
    body: { credential: assertionOf(person.passkey, challenge) },
  })
  return { verdict: answer.verdict, wallet: answer.body['wallet'] as Wallet }
}

/** A wallet that two members signed. */
async function ready(shop: Awaited<ReturnType<typeof open>>): Promise<Wallet> {
  const { wallet } = await enrol(shop.id, shop.ngozi)
  return (await signWallet(shop.id, shop.tunde, wallet)).wallet
}

async function propose(id: string, { token }: Member, wallet: Wallet, reference: string, amount = '5000') {
  const body = { reference, wallet_id: wallet.wallet_id, amount }
  const answer = await people.ask('POST', pathOf(id, '/withdrawal-orders'), { token, body })
  return { verdict: answer.verdict, order: answer.body['withdrawal_order'] as Order }
}

async function sign(id: string, { token, person }: Member, order: Order, challenge = order.challenge) {
  const path = pathOf(id, `/withdrawal-orders/${order.withdrawal_order_id}/sign`)
  const body = { credential: assertionOf(person.passkey, challenge) }
  const answer = await people.ask('POST', path, { token, body })
  return { verdict: answer.verdict, order: answer.body['withdrawal_order'] as Order }
}

async function read(id: string, { token }: Member, order: Order): Promise<Order> {
  const path = pathOf(id, `/withdrawal-orders/${order.withdrawal_order_id}`)
  return (await people.ask('GET', path, { token })).body['withdrawal_order'] as Order
}

const uuidOf = ({ withdrawal_order_id: id }: Order) => parseId('withdrawalOrder', id) ?? ''
const make = async (order: Order) => advanceWithdrawalOrder(making, uuidOf(order))
const balanceOf = async (id: string) => (await readBalance(owner, 'test', business(id), 'NGNC')).minor
const madeOf = async (order: Order) => {
  const { rows } = await owner.query<{ reference: string; wallet_address: string; amount_minor: string }>(
    `select t.reference, w.wallet_address, t.amount_minor from ordered_withdrawal o join transaction t on t.id = o.transaction_id
     join withdrawal w on w.transaction_id = t.id where o.order_id = $1`,
    [uuidOf(order)],
  )
  return rows
}

test('two members enrol a wallet and withdraw to it once, also if several workers do it at once', async () => {
  const shop = await open()
  const { wallet } = await enrol(shop.id, shop.ngozi)
  expect([wallet.is_ready, wallet.wallet_address]).toEqual([false, ADDRESS])
  expect((await propose(shop.id, shop.ngozi, wallet, 'early')).verdict).toBe('409 wallet_cooling')
  expect((await signWallet(shop.id, shop.tunde, wallet)).wallet.is_ready).toBe(true)

  const { order } = await propose(shop.id, shop.ngozi, wallet, 'out')
  expect([order.state, order.people]).toEqual(['unsigned', 2])
  expect((await sign(shop.id, shop.tunde, order)).verdict).toBe('404 withdrawal_order_unknown')
  expect((await sign(shop.id, shop.ngozi, order)).order.state).toBe('proposed')
  await make(order)
  expect(await madeOf(order)).toEqual([])
  expect((await sign(shop.id, shop.ngozi, order)).order.state).toBe('proposed')
  expect((await sign(shop.id, shop.tunde, order)).order.state).toBe('approved')
  await Promise.all([make(order), make(order), make(order)])
  await make(order)
  expect(await madeOf(order)).toEqual([{ reference: 'out', wallet_address: ADDRESS, amount_minor: '500000' }])
  expect(await balanceOf(shop.id)).toBe(995_000_00n)
  expect((await read(shop.id, shop.tunde, order)).status).toBe('requested')
  const { rowCount } = await owner.query('select from wake where subject_id = $1', [uuidOf(order)])
  expect(rowCount).toBe(0)
  expect(failures).toEqual([])
})

test('a thief with a session and no passkey enrols nothing and withdraws nothing', async () => {
  const shop = await open()
  const wallet = await ready(shop)
  const { order } = await propose(shop.id, shop.ngozi, wallet, 'theft')
  await sign(shop.id, shop.ngozi, order)
  const thief = await people.addMember([])
  const stolen = { person: { ...thief }, token: shop.tunde.token }
  expect((await sign(shop.id, stolen, order)).verdict).toBe('403 signature_invalid')
  expect((await enrol(shop.id, stolen, OTHER)).verdict).toBe('403 signature_invalid')
  const { wallet: another } = await enrol(shop.id, shop.ngozi, OTHER)
  expect((await signWallet(shop.id, stolen, another)).verdict).toBe('403 signature_invalid')
  // A signature of another text, or of a wallet, is not one of the withdrawal.
  expect((await sign(shop.id, shop.tunde, order, another.challenge)).verdict).toBe('403 signature_invalid')
  const developer = await shop.member('developer')
  expect((await sign(shop.id, developer, order)).verdict).toBe('403 role_missing')
  expect((await enrol(shop.id, developer, OTHER)).verdict).toBe('403 role_missing')
  expect((await read(shop.id, shop.tunde, order)).state).toBe('proposed')
  expect(await balanceOf(shop.id)).toBe(1_000_000_00n)
})

test('an address that cannot be right is refused, and one address is enrolled once', async () => {
  const shop = await open()
  const wrong: readonly (readonly [address: string, verdict: string])[] = [
    // One letter has the wrong case.
    ['0x8Ba1f109551bD432803012645Ac136ddd64DBA72', '422 wallet_address_invalid'],
    ['GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7', '422 wallet_address_wrong_network'],
    [`0x${'1'.padStart(40, '0')}`, '422 wallet_address_forbidden'],
  ]
  for (const [address, verdict] of wrong)
    expect([address, (await enrol(shop.id, shop.ngozi, address)).verdict]).toEqual([address, verdict])
  expect((await enrol(shop.id, shop.ngozi)).verdict).toBe('200')
  expect((await enrol(shop.id, shop.tunde, ADDRESS.toLowerCase())).verdict).toBe('409 wallet_enrolled')
})

test('a wallet of one member is ready after its cooling-off, and a removed one never again', async () => {
  const shop = await open()
  const { wallet } = await enrol(shop.id, shop.ngozi)
  await owner.query(`alter table wallet_signature disable trigger user`)
  await owner.query(`update wallet_signature set at = at - interval '61 seconds' where wallet_id = $1`, [
    parseId('wallet', wallet.wallet_id),
  ])
  await owner.query(`alter table wallet_signature enable trigger user`)
  const { order } = await propose(shop.id, shop.ngozi, wallet, 'cooled')
  expect(order.state).toBe('unsigned')
  await sign(shop.id, shop.ngozi, order)
  const { order: approved } = await propose(shop.id, shop.ngozi, wallet, 'approved-before')
  await sign(shop.id, shop.ngozi, approved)
  await sign(shop.id, shop.tunde, approved)
  const end = pathOf(shop.id, `/wallets/${wallet.wallet_id}/end`)
  expect((await people.ask('POST', end, { token: shop.tunde.token })).verdict).toBe('200')
  expect((await people.ask('POST', end, { token: shop.tunde.token })).verdict).toBe('404 wallet_unknown')
  expect((await sign(shop.id, shop.tunde, order)).verdict).toBe('404 wallet_unknown')
  expect((await propose(shop.id, shop.ngozi, wallet, 'after')).verdict).toBe('404 wallet_unknown')
  await make(approved)
  expect((await read(shop.id, shop.ngozi, approved)).refusal?.code).toBe('wallet_unknown')
  expect(await balanceOf(shop.id)).toBe(1_000_000_00n)
  for (const table of ['enrolled_wallet', 'wallet_signature', 'wallet_end', 'withdrawal_order'])
    await expect(owner.query(`delete from ${table}`)).rejects.toThrow(/append-only/)
})

test('in live mode a new passkey signs no wallet and no withdrawal', async () => {
  const shop = await open()
  const path = pathOf(shop.id, '/wallets').replace('/test/', '/live/')
  const { token, person } = shop.ngozi
  const body = { network: 'Polygon', wallet_address: ADDRESS, label: 'Live' }
  const wallet = (await people.ask('POST', path, { token, body })).body['wallet'] as Wallet
  const signing = async () => {
    const credential = assertionOf(person.passkey, wallet.challenge)
    return people.ask('POST', `${path}/${wallet.wallet_id}/sign`, { token, body: { credential } })
  }
  expect((await signing()).verdict).toBe('403 signing_paused')
  await owner.query(
    `update membership set created_at = created_at - interval '2 days' where member_id = $1`,
    [person.id],
  )
  expect((await signing()).verdict).toBe('403 signing_paused')
  await owner.query(`alter table passkey disable trigger user`)
  await owner.query(`update passkey set created_at = created_at - interval '2 days' where member_id = $1`, [
    person.id,
  ])
  await owner.query(`alter table passkey enable trigger user`)
  expect((await signing()).verdict).toBe('200')
})

test('payments and withdrawals share what one member may do alone, also at the same time', async () => {
  const shop = await open()
  const wallet = await ready(shop)
  await owner.query(
    `insert into payment_limit select $1, 'test', 1, 1000000, E'Afara payment limit 1\\n', member_id, credential_id, authenticator_data,
       client_data, signature, now() from wallet_signature where wallet_id = $2 and part = 'proposed'`,
    [shop.id, parseId('wallet', wallet.wallet_id)],
  )
  const alone = async (reference: string, amount: string) => {
    const { order } = await propose(shop.id, shop.tunde, wallet, reference, amount)
    return (await sign(shop.id, shop.tunde, order)).order.state
  }
  expect(await alone('too-much', '10001')).toBe('proposed')
  const both = await Promise.all([alone('first', '6000'), alone('second', '6000')])
  expect(both.toSorted()).toEqual(['approved', 'proposed'])
  // A payment to a bank uses the rest.
  await owner.query(
    `insert into beneficiary (id, business_id, mode, bank_code, account_number, account_name, added_by, created_at, settled_at)
     values ($1, $2, 'test', '000013', '3000000001', 'SETTLED PERSON', $3, now() - interval '2 days', now() - interval '1 day')`,
    [newId(), shop.id, shop.ngozi.person.id],
  )
  const pay = async (reference: string, amount: string) => {
    const payments = [{ bank: 'GTBank', account_number: '3000000001', amount, reference }]
    const body = { reference, payments }
    const proposed = await people.ask('POST', pathOf(shop.id, '/payment-orders'), {
      token: shop.tunde.token,
      body,
    })
    const order = proposed.body['payment_order'] as { payment_order_id: string; challenge: string }
    const path = pathOf(shop.id, `/payment-orders/${order.payment_order_id}/sign`)
    const credential = assertionOf(shop.tunde.person.passkey, order.challenge)
    const signed = await people.ask('POST', path, { token: shop.tunde.token, body: { credential } })
    return (signed.body['payment_order'] as { state: string }).state
  }
  expect(await pay('bank-above', '4001')).toBe('proposed')
  expect(await pay('bank-rest', '4000')).toBe('approved')
  expect(await alone('nothing-left', '500')).toBe('proposed')
})

test('a withdrawal that the balance does not cover is refused with its reason, and one that is ended is never made', async () => {
  const shop = await open(1_000)
  const wallet = await ready(shop)
  const { order } = await propose(shop.id, shop.ngozi, wallet, 'short')
  await sign(shop.id, shop.ngozi, order)
  await sign(shop.id, shop.tunde, order)
  await make(order)
  await make(order)
  expect((await read(shop.id, shop.ngozi, order)).refusal?.code).toBe('insufficient_balance')
  for (const [who, outcome] of [
    [shop.ngozi, 'cancelled'],
    [shop.tunde, 'refused'],
  ] as const) {
    const { order: over } = await propose(shop.id, shop.ngozi, wallet, `over-${outcome}`, '500')
    await sign(shop.id, shop.ngozi, over)
    const path = pathOf(shop.id, `/withdrawal-orders/${over.withdrawal_order_id}/end`)
    const ended = await people.ask('POST', path, { token: who.token })
    expect(ended.body['withdrawal_order']).toMatchObject({ state: outcome })
    expect((await sign(shop.id, shop.tunde, over)).verdict).toBe('409 withdrawal_order_over')
    await make(over)
    expect(await madeOf(over)).toEqual([])
  }
  expect(await balanceOf(shop.id)).toBe(1_000_00n)
})

test('a repeated proposal finds the first withdrawal, and a reference is used once', async () => {
  const shop = await open()
  const wallet = await ready(shop)
  const all = await Promise.all(
    Array.from({ length: 4 }, async () => propose(shop.id, shop.ngozi, wallet, 'twice')),
  )
  expect(new Set(all.map(({ order }) => order.withdrawal_order_id)).size).toBe(1)
  expect((await propose(shop.id, shop.ngozi, wallet, 'twice', '6000')).verdict).toBe('409 reference_conflict')
  expect((await propose(shop.id, shop.tunde, wallet, 'twice')).verdict).toBe('409 reference_conflict')
})

test('the worker can accept no withdrawal that is not exactly an approved order', async () => {
  const shop = await open()
  const wallet = await ready(shop)
  const { order } = await propose(shop.id, shop.ngozi, wallet, 'exact')
  await sign(shop.id, shop.ngozi, order)
  const withdrawal = {
    id: newId(),
    businessId: shop.id,
    mode: 'test',
    reference: 'exact',
    idempotencyKey: null,
    amount: money('NGNC', 5_000_00n),
    wallet: { network: 'Polygon', address: ADDRESS },
    createdAt: clock.now(),
    guardSince: undefined,
    meaning: Buffer.alloc(32),
  } as const
  const accept = async (change: Partial<typeof withdrawal>) =>
    acceptOrderedWithdrawals(worker, [{ orderId: uuidOf(order), withdrawal: { ...withdrawal, ...change } }])
  const refused = { code: 'AF504' }
  await expect(accept({})).rejects.toMatchObject(refused)
  await sign(shop.id, shop.tunde, order)
  const wrong: readonly object[] = [
    { amount: money('NGNC', 5_000_01n) },
    { wallet: { network: 'Polygon', address: OTHER } },
    { wallet: { network: 'Avalanche', address: ADDRESS } },
    { reference: 'another' },
    { businessId: newId() },
  ]
  for (const change of wrong) await expect(accept(change)).rejects.toMatchObject(refused)
  await expect(worker.query(`select * from accept_withdrawals('[]')`)).rejects.toThrow(/permission denied/)
  expect(await accept({})).toMatchObject([{ outcome: 'accepted' }])
  expect(await balanceOf(shop.id)).toBe(995_000_00n)
})

test('everybody who may pay gets a mail about a wallet, also the member who enrolled it', async () => {
  const shop = await open()
  const viewer = await shop.member('viewer')
  await owner.query(`update member set email_confirmed_at = now() where id = any ($1)`, [
    [shop.ngozi, shop.tunde, viewer].map(({ person }) => person.id),
  ])
  const wallet = await ready(shop)
  await people.ask('POST', pathOf(shop.id, `/wallets/${wallet.wallet_id}/end`), { token: shop.tunde.token })
  const { rows } = await owner.query<{ member: string; action: string }>(
    `select member_id as member, details ->> 'action' as action from mail where kind = 'wallet_changed'
     and member_id = any ($1) order by id`,
    [[shop.ngozi, shop.tunde, viewer].map(({ person }) => person.id)],
  )
  const [ngozi, tunde] = [shop.ngozi.person.id, shop.tunde.person.id].toSorted()
  expect(rows).toEqual(
    ['enrolled', 'approved', 'removed'].flatMap((action) =>
      [ngozi, tunde].map((member) => ({ member, action })),
    ),
  )
  const mail = writeMail('Ngozi', {
    kind: 'wallet_changed',
    action: 'enrolled',
    business: 'Ada Foods',
    mode: 'live',
    by: 'Tunde',
    label: 'Treasury',
    network: 'Polygon',
    address: ADDRESS,
    readyAt: new Date('2026-11-18T08:30:00Z'),
    page: 'https://people.test/dashboard/ada/live/balance/wallets',
  })
  expect(mail.subject).toBe('Ada Foods: Tunde enrolled a wallet')
  expect(mail.text).toContain('from 18 November 2026, 08:30 UTC, or as soon as another member approves it')
})
