import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideCase, readCaseOfTransaction } from '../../src/flows/business-cases/business-cases.ts'
import { advancePaymentOrder, createPaymentSells } from '../../src/flows/payments/pay-items.ts'
import { createSellAcceptance } from '../../src/flows/sells/accept-sell.ts'
import { formatId, newId, parseId } from '../../src/kernel/ids/ids.ts'
import type { Mode } from '../../src/kernel/mode.ts'
import { money } from '../../src/kernel/money/money.ts'
import { asTenant, createPool, type Pool } from '../../src/kernel/postgres/pool.ts'
import { createPayoutRoom } from '../../src/movements/payouts/payout-room.ts'
import { selectTerms } from '../../src/records/businesses/business-store.ts'
import { business, capital, posting } from '../../src/records/ledger/account.ts'
import { postEntry, readBalance } from '../../src/records/ledger/ledger-store.ts'
import { writeMail } from '../../src/records/people/mail/mail-text.ts'
import { acceptSells, maySellTo, type NewSell } from '../../src/records/transactions/accepting/sell-store.ts'
import { assertionOf, createPeopleWorld, type TestPerson } from '../people-world.ts'
import { createSellingWorld } from '../selling-world.ts'

const database = await createTestDatabase()
const people = await createPeopleWorld(database, {
  ask: async () => ({ outcome: 'found', accountName: 'ADA OBI' }) as const,
})
const world = await createSellingWorld(database)
const { owner, worker, api, clock } = world
const role = createPool(database.url('afara_people'), { max: 2, applicationName: 'test' })

beforeAll(async () => {
  await world.openPayoutAccount('main', 1_000_000)
})
afterAll(async () => {
  await role.end()
  await people.stop()
  await world.close()
})

const KEPT = '0123456789'
const STRANGE = '0999999999'
const NOT_ENROLLED = [{ outcome: 'beneficiary_not_enrolled' }]
const ACCEPTED = [{ outcome: 'accepted' }]

type Member = Readonly<{ person: TestPerson; token: string }>
type Shop = Awaited<ReturnType<typeof open>>

/** A business with a balance, an owner, a finance member, and one beneficiary that has settled. */
async function open() {
  const id = await world.openBusiness()
  const member = async (as: 'owner' | 'finance' | 'viewer'): Promise<Member> => {
    const person = await people.addMember([[id, as]])
    return { person, token: await people.tokenOf(person) }
  }
  const postings = [posting(capital, business(id), money('NGNC', 1_000_000_00n))]
  const at = clock.now()
  await postEntry(owner, { id: newId(), mode: 'test', transactionId: null, step: 'test', at, postings })
  const shop = { id, ngozi: await member('owner'), tunde: await member('finance'), member }
  await keep(shop, KEPT)
  return shop
}

/** Adds a beneficiary this long ago. */
async function keep(shop: Shop, number: string, ago = '2 days'): Promise<string> {
  const id = newId()
  await owner.query(
    `insert into beneficiary (id, business_id, mode, bank_code, account_number, account_name, added_by, created_at, settled_at)
     values ($1, $2, 'test', '000013', $3, 'ADA OBI', $4, now() - $5::interval, now() - $5::interval + interval '1 minute')`,
    [id, shop.id, number, shop.ngozi.person.id, ago],
  )
  return id
}

const pathOf = ({ id }: Shop, path: string) =>
  `/account/v1/businesses/${formatId('business', id)}/test${path}`

async function draft(shop: Shop, isOn: boolean) {
  const body = { is_on: isOn }
  const answer = await people.ask('POST', pathOf(shop, '/payee-restriction/draft'), {
    token: shop.ngozi.token,
    body,
  })
  return answer.body as Readonly<{ version: number; challenge: string; text: string }>
}

async function restrict(shop: Shop, isOn: boolean, { person, token } = shop.ngozi, signed = isOn) {
  const { version, challenge } = await draft(shop, signed)
  return people.ask('POST', pathOf(shop, '/payee-restriction'), {
    token,
    body: { is_on: isOn, version, credential: assertionOf(person.passkey, challenge) },
  })
}

function sellTo(shop: Pick<Shop, 'id'>, accountNumber: string, more: Partial<NewSell> = {}): NewSell {
  const id = newId()
  return {
    id,
    businessId: shop.id,
    mode: 'test',
    reference: `ref-${id}`,
    idempotencyKey: null,
    amount: money('NGNC', 1_000_00n),
    fee: money('NGNC', 0n),
    payee: { bankCode: '000013', bankName: 'GTBank', accountNumber, accountName: null },
    wallet: null,
    depositAddress: more.wallet ? `address of ${id}` : null,
    createdAt: clock.now(),
    expiresAt: undefined,
    guardSince: undefined,
    meaning: randomBytes(32),
    ...more,
  }
}
const balanceOf = async ({ id }: Shop) => (await readBalance(owner, 'test', business(id), 'NGNC')).minor
const maySell = async ({ id }: Shop, mode: Mode, number: string) => {
  const { rows } = await owner.query<{ may: boolean }>(`select may_sell_to($1, $2, '000013', $3) as may`, [
    id,
    mode,
    number,
  ])
  return rows[0]?.may
}

/** Writes a version of the restriction as the database owner, this long ago, with the signature of the last one. */
async function write(shop: Shop, mode: Mode, isOn: boolean, ago: string): Promise<void> {
  await owner.query(
    `insert into payee_restriction
     select $1, $2, 1 + coalesce((select max(version) from payee_restriction where business_id = $1 and mode = $2), 0), $3, text, member_id,
       credential_id, authenticator_data, client_data, signature, now() - $4::interval
     from payee_restriction where business_id = $1 and mode = 'test' and version = 1`,
    [shop.id, mode, isOn, ago],
  )
}

test('PostgreSQL refuses the api a sell to an account that a restricted business does not keep', async () => {
  const [shop, other] = [await open(), await open()]
  expect(await acceptSells(api, [sellTo(shop, STRANGE)])).toMatchObject(ACCEPTED)
  expect((await restrict(shop, true)).verdict).toBe('200')
  const before = await balanceOf(shop)
  const refused = sellTo(shop, STRANGE, { idempotencyKey: 'k' })
  expect(await acceptSells(api, [refused])).toMatchObject(NOT_ENROLLED)
  const keys = await owner.query('select from request_key where transaction_id = $1', [refused.id])
  expect(keys.rowCount).toBe(0)
  expect(await balanceOf(shop)).toBe(before)
  // A sell from a wallet, the same number at another bank, and an account added a moment ago.
  const wallet = { network: 'Solana', address: 'abc' }
  expect(await acceptSells(api, [sellTo(shop, STRANGE, { wallet })])).toMatchObject(NOT_ENROLLED)
  const elsewhere = sellTo(shop, KEPT)
  const payee = { ...elsewhere.payee, bankCode: '000014' }
  expect(await acceptSells(api, [{ ...elsewhere, payee }])).toMatchObject(NOT_ENROLLED)
  await keep(shop, '0111111111', '10 seconds')
  expect(await acceptSells(api, [sellTo(shop, '0111111111')])).toMatchObject(NOT_ENROLLED)
  // A beneficiary counts until it is ended.
  const ended = await keep(shop, '0222222222')
  expect(await acceptSells(api, [sellTo(shop, '0222222222')])).toMatchObject(ACCEPTED)
  const end = pathOf(shop, `/beneficiaries/${formatId('beneficiary', ended)}/end`)
  expect((await people.ask('POST', end, { token: shop.tunde.token })).verdict).toBe('200')
  expect(await acceptSells(api, [sellTo(shop, '0222222222')])).toMatchObject(NOT_ENROLLED)
  expect(await acceptSells(api, [sellTo(shop, KEPT)])).toMatchObject(ACCEPTED)
  // Another business and the other mode are not affected.
  expect(await acceptSells(api, [sellTo(other, STRANGE)])).toMatchObject(ACCEPTED)
  expect([await maySell(shop, 'test', STRANGE), await maySell(shop, 'live', STRANGE)]).toEqual([false, true])
  // A preview asks the same.
  const payeeOf = (number: string) => sellTo(shop, number).payee
  const told = async (number: string) =>
    asTenant(api, { businessId: shop.id, mode: 'test' }, async (sql) => maySellTo(sql, payeeOf(number)))
  expect([await told(STRANGE), await told(KEPT)]).toEqual([false, true])
})

test('a sell that was accepted before answers a repeated request as before', async () => {
  const shop = await open()
  const tenant = { businessId: shop.id, mode: 'test' } as const
  const terms = await selectTerms(owner, shop.id, 'test')
  if (terms === undefined) throw new Error('the business has no terms')
  const asking = { id: newId(), tenant, terms, scopes: ['sell', 'payouts'], hasNames: true } as const
  const sells = createSellAcceptance({
    pool: api,
    clock,
    onGroup: () => {},
    nameEnquiry: { ask: async () => undefined },
    depositTargets: { isOpen: () => false, of: () => undefined },
    payoutRoom: createPayoutRoom({ pool: api, clock }),
  })
  const { payee } = sellTo(shop, STRANGE)
  const request = {
    reference: 'once',
    idempotencyKey: null,
    amount: money('NGNC', 1_000_00n),
    payee,
    wallet: null,
  }
  const { sell } = await sells.accept(asking, request)
  await restrict(shop, true)
  expect(await sells.accept(asking, request)).toMatchObject({ isReplay: true, sell: { id: sell.id } })
  await expect(sells.accept(asking, { ...request, reference: 'twice' })).rejects.toMatchObject({
    code: 'beneficiary_not_enrolled',
  })
})

test('a payment that members approved is refused too, and is shown as refused', async () => {
  const shop = await open()
  await restrict(shop, true)
  const payments = [KEPT, STRANGE].map((account_number) => ({
    bank: 'GTBank',
    account_number,
    amount: '1000',
    reference: `to-${account_number}`,
  }))
  const proposed = await people.ask('POST', pathOf(shop, '/payment-orders'), {
    token: shop.ngozi.token,
    body: { reference: 'both', payments },
  })
  const order = proposed.body['payment_order'] as { payment_order_id: string; challenge: string }
  const path = pathOf(shop, `/payment-orders/${order.payment_order_id}`)
  for (const { person, token } of [shop.ngozi, shop.tunde])
    await people.ask('POST', `${path}/sign`, {
      token,
      body: { credential: assertionOf(person.passkey, order.challenge) },
    })
  const paying = {
    pool: worker,
    clock,
    sells: createPaymentSells({ pool: worker, clock }),
    nudge: async () => {},
    onFailure: () => {},
  }
  await advancePaymentOrder(paying, parseId('paymentOrder', order.payment_order_id) ?? '')
  const { body } = await people.ask('GET', path, { token: shop.tunde.token })
  const { items } = body['payment_order'] as {
    items: ReadonlyArray<{ transaction_id: string | null; refusal: { code: string } | null }>
  }
  expect(items.map((item) => item.refusal?.code ?? item.transaction_id?.slice(0, 4))).toEqual([
    'txn_',
    'beneficiary_not_enrolled',
  ])
  expect(await balanceOf(shop)).toBe(999_000_00n)
})

test('a key cannot have an accepted sell paid to another account that the business does not keep', async () => {
  const shop = await open()
  await restrict(shop, true)
  const { sell } = await world.sell(2_000, { businessId: shop.id })
  world.bank.answer = { outcome: 'not_found' }
  await world.advance(sell)
  const tenant = { businessId: shop.id, mode: 'test' } as const
  const { id } = await readCaseOfTransaction(api, tenant, sell)
  const name = async (account_number: string) =>
    decideCase({ pool: api, clock }, tenant, id, {
      choice: 'beneficiary',
      given: { bank_code: '000013', bank_name: 'GTBank', account_number, account_name: 'ADA OBI' },
      by: 'key:key_01a1dcc33c477feca0d6d2cee34c8ce8',
    })
  await expect(name(STRANGE)).rejects.toMatchObject({ code: 'beneficiary_not_enrolled' })
  await keep(shop, '0333333333')
  expect((await name('0333333333')).isReplay).toBe(false)
})

test('only an owner turns it on or off, with a passkey, and one change comes after another', async () => {
  const shop = await open()
  expect((await restrict(shop, false)).verdict).toBe('409 payee_restriction_moved')
  expect((await restrict(shop, true, shop.tunde)).verdict).toBe('403 role_missing')
  expect((await restrict(shop, true, shop.ngozi, false)).verdict).toBe('403 signature_invalid')
  const { text } = await draft(shop, true)
  expect(text).toBe(
    `Afara payee restriction 1\nmode: "test"\nbusiness: "${shop.id}"\nversion: 1\nsells_to: "beneficiaries"`,
  )
  expect((await restrict(shop, true)).verdict).toBe('200')
  expect((await restrict(shop, true)).verdict).toBe('409 payee_restriction_moved')
  const off = await restrict(shop, false)
  expect(off.body['restriction']).toMatchObject({ version: 2, is_on: false })
  expect((await restrict(shop, true)).body['restriction']).toMatchObject({ version: 3, ends_at: null })
  const listed = await people.ask('GET', pathOf(shop, '/beneficiaries'), { token: shop.tunde.token })
  expect(listed.body['restriction']).toEqual({ version: 3, is_on: true, ends_at: null })
  await expect(owner.query('update payee_restriction set is_on = false')).rejects.toThrow(/append-only/)
})

test('turning it off waits, a day in live mode and a minute in test mode', async () => {
  const shop = await open()
  await restrict(shop, true)
  await restrict(shop, false)
  expect(await acceptSells(api, [sellTo(shop, STRANGE)])).toMatchObject(NOT_ENROLLED)
  await restrict(shop, true)
  await write(shop, 'test', false, '50 seconds')
  expect(await acceptSells(api, [sellTo(shop, STRANGE)])).toMatchObject(NOT_ENROLLED)
  await restrict(shop, true)
  await write(shop, 'test', false, '1 minute')
  expect(await acceptSells(api, [sellTo(shop, STRANGE)])).toMatchObject(ACCEPTED)
  await write(shop, 'live', true, '3 days')
  expect(await maySell(shop, 'live', STRANGE)).toBe(false)
  await write(shop, 'live', false, '23 hours')
  expect(await maySell(shop, 'live', STRANGE)).toBe(false)
  await write(shop, 'live', true, '2 days')
  await write(shop, 'live', false, '24 hours')
  expect(await maySell(shop, 'live', STRANGE)).toBe(true)
})

test('everybody who may pay gets a mail about each change, and the audit has it', async () => {
  const shop = await open()
  const viewer = await shop.member('viewer')
  const all = [shop.ngozi, shop.tunde, viewer].map(({ person }) => person.id)
  await owner.query(`update member set email_confirmed_at = now() where id = any ($1)`, [all])
  await restrict(shop, true)
  await restrict(shop, false)
  const { rows } = await owner.query<{ member: string; action: string }>(
    `select member_id as member, details ->> 'action' as action from mail where kind = 'payees_changed'
     and member_id = any ($1) order by id`,
    [all],
  )
  const told = all.slice(0, 2).toSorted()
  expect(rows).toEqual(
    ['restricted', 'opened'].flatMap((action) => told.map((member) => ({ member, action }))),
  )
  const audit = await owner.query<{ action: string; actor: string }>(
    `select action, actor from audit where action like 'payees.%' and actor = $1 order by at`,
    [shop.ngozi.person.id],
  )
  expect(audit.rows.map(({ action }) => action)).toEqual(['payees.restricted', 'payees.opened'])
  const mail = writeMail('Ngozi', {
    kind: 'payees_changed',
    action: 'opened',
    business: 'Ada Foods',
    mode: 'live',
    by: 'Tunde',
    endsAt: new Date('2026-11-18T08:30:00Z'),
    page: 'https://people.test/dashboard/ada/live/pay-out',
  })
  expect(mail.subject).toBe('Ada Foods: Tunde opened sells to any bank account')
  expect(mail.text).toContain('From 18 November 2026, 08:30 UTC, sells can go to any bank account.')
})

test('without a signature, the role of the people process opens it only after the wait; api and worker never', async () => {
  const shop = await open()
  await restrict(shop, true)
  const forge = async (pool: Pool) =>
    pool.query(
      `select set_payee_restriction($1, 'test', $2, 2, false, E'Afara payee restriction 1\\n', k.credential_id, repeat('x', 37)::bytea,
         'x', 'x') from (select $3::bytea as credential_id) k`,
      [shop.id, shop.ngozi.person.id, await credentialOf(shop.ngozi.person.id)],
    )
  for (const pool of [api, worker]) await expect(forge(pool)).rejects.toThrow(/permission denied/)
  for (const pool of [api, worker, role])
    await expect(pool.query('insert into payee_restriction select * from payee_restriction')).rejects.toThrow(
      /permission denied/,
    )
  await forge(role)
  expect(await acceptSells(api, [sellTo(shop, STRANGE)])).toMatchObject(NOT_ENROLLED)
})

async function credentialOf(member: string): Promise<Buffer | undefined> {
  const { rows } = await owner.query<{ id: Buffer }>(
    'select credential_id as id from passkey where member_id = $1',
    [member],
  )
  return rows[0]?.id
}
