import { hash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { testBank } from '../../src/records/banks/vendor-account.ts'
import { insertVendorAccount } from '../../src/records/banks/vendor-account-store.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { assertionOf, createPeopleWorld, type PeopleWorld, type TestPerson } from '../people-world.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const deps = wireTestApi(database)
const api = createApp(deps)
const names = { business_id: '', link_tag: 'ada-look' }
let world: PeopleWorld
let path = ''
let key = ''
let owner: TestPerson
let viewer: TestPerson
let developer: TestPerson
beforeAll(async () => {
  world = await createPeopleWorld(database)
  const id = await world.addBusiness(names.link_tag)
  names.business_id = formatId('business', id)
  path = `/account/v1/businesses/${names.business_id}`
  owner = await world.addMember([[id, 'owner']])
  viewer = await world.addMember([[id, 'viewer']])
  developer = await world.addMember([[id, 'developer']])
  const why = { actor: 'system:test', reason: 'a test' }
  key = (
    await issueKey({ pool: world.owner, ...testKeys }, { business: names.link_tag, mode: 'test', ...why })
  ).secret
  await insertVendorAccount(world.owner, {
    id: newId(),
    mode: 'test',
    businessId: null,
    name: 'TEST ONLY: Afara',
    accountNumber: '0000000001',
    bankCode: testBank.key,
    bankName: testBank.name,
    feed: null,
  })
})
afterAll(async () => {
  await api.close()
  await deps.stop()
  await world.stop()
  await database.drop()
})

/** A square PNG of one colour. */
function png(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const number = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')
    return Buffer.concat([number(data.length), body, number(crc32(body))])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from('Comment\0where it was taken')),
    chunk('IDAT', deflateSync(Buffer.alloc((size * 4 + 1) * size, 3))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const ask = async (person: TestPerson, route: string, body?: unknown) =>
  world.ask(body === undefined ? 'GET' : 'POST', `${path}${route}`, {
    token: await world.tokenOf(person),
    body,
  })

async function openPayPage() {
  const made = await api.inject({
    method: 'POST',
    url: '/pay-links/v1',
    headers: { 'svc-sec-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ ...names, amount: 20_000 }),
  })
  const { pathname } = new URL(made.json().pay_link.url)
  const page = await api.inject({ url: pathname })
  return { page, logo: await api.inject({ url: `${pathname}/logo.png` }) }
}

test('the pay page shows our look until the business chooses its own', async () => {
  const { page, logo } = await openPayPage()
  expect(page.body).not.toContain('<img src="/pay')
  expect(logo.statusCode).toBe(404)
  expect((await ask(viewer, '/settings')).body.settings).toEqual({
    colour: null,
    has_logo: false,
    test_wallet: null,
    live_wallet: null,
    test_tolerance: '1',
    live_tolerance: '1',
  })
})

test('the pay page shows the colour and the logo, and its policy allows exactly these styles', async () => {
  expect((await ask(developer, '/look', { colour: '#1D4FB8' })).verdict).toBe('200')
  expect((await ask(owner, '/look', { logo: png(64).toString('base64') })).verdict).toBe('200')
  expect((await ask(viewer, '/settings')).body.settings).toMatchObject({ colour: '#1d4fb8', has_logo: true })
  const { page, logo } = await openPayPage()
  expect(page.body).toContain('--own: light-dark(#1d4fb8, ')
  expect(page.body).toMatch(/<img src="\/pay\/[\w-]{22}\/logo\.png"/)
  const policy = String(page.headers['content-security-policy'])
  const styles = [...page.body.matchAll(/<style>([^<]*)<\/style>/g)].map(([, text = '']) => text)
  expect(styles).toHaveLength(2)
  for (const style of styles) expect(policy).toContain(`'sha256-${hash('sha256', style, 'base64')}'`)
  expect(policy).not.toContain('unsafe')
  expect(logo.headers['content-type']).toBe('image/png')
  expect(logo.rawPayload.toString('latin1')).not.toContain('where it was taken')
  // Null returns to ours; what is left out stays.
  expect((await ask(owner, '/look', { colour: null })).verdict).toBe('200')
  expect((await ask(viewer, '/settings')).body.settings).toMatchObject({ colour: null, has_logo: true })
})

test('a colour and a logo that two people set at the same time are both kept', async () => {
  expect((await ask(owner, '/look', { colour: null, logo: null })).verdict).toBe('200')
  const holder = await world.owner.connect()
  await holder.query('begin')
  await holder.query('select from business_look for update')
  const both = Promise.all([
    ask(developer, '/look', { colour: '#1d4fb8' }),
    ask(owner, '/look', { logo: png(64).toString('base64') }),
  ])
  await expect
    .poll(
      async () =>
        (
          await world.owner.query(
            `select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
          )
        ).rowCount,
    )
    .toBe(2)
  await holder.query('commit')
  holder.release()
  expect((await both).map(({ verdict }) => verdict)).toEqual(['200', '200'])
  expect((await ask(viewer, '/settings')).body.settings).toMatchObject({ colour: '#1d4fb8', has_logo: true })
})

test('colours that nobody can read, pictures that are no PNG, and people without the role are refused', async () => {
  expect((await ask(owner, '/look', { colour: '#ffd400' })).verdict).toBe('422 colour_invalid')
  expect((await ask(owner, '/look', { colour: 'red;}' })).verdict).toBe('422 colour_invalid')
  const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
  expect((await ask(owner, '/look', { logo: svg })).verdict).toBe('422 logo_invalid')
  expect((await ask(owner, '/look', { logo: png(600).toString('base64') })).verdict).toBe('422 logo_invalid')
  expect((await ask(viewer, '/look', { colour: '#1d4fb8' })).verdict).toBe('403 role_missing')
  const forged = world.owner.query(`select set_look($1, $2, '#1d4fb8', null, '{}', now())`, [
    (await world.owner.query<{ id: string }>('select id from business')).rows[0]?.id,
    viewer.id,
  ])
  await expect(forged).rejects.toMatchObject({ code: 'AF499' })
})

test('the preview is the real page in another colour, and only our own pages may frame it', async () => {
  const preview = await ask(viewer, '/pay-page?colour=%237a1fa2&scheme=dark')
  expect(preview.text).toContain('--badge: #7a1fa2; --own: light-dark(#7a1fa2, ')
  expect(preview.text).toContain('color-scheme: dark }</style>')
  expect(preview.text).toContain('data-poll="0"')
  const policy = String(preview.headers['content-security-policy'])
  expect(policy).toContain("frame-ancestors 'self'")
  for (const [, style = ''] of preview.text.matchAll(/<style>([^<]*)<\/style>/g))
    expect(policy).toContain(`'sha256-${hash('sha256', style, 'base64')}'`)
  expect((await ask(viewer, '/pay-page?colour=%23ffd400')).verdict).toBe('422 colour_invalid')
  expect((await ask(viewer, '/logo.png')).headers['content-type']).toBe('image/png')
})

const WALLET = { network: 'Polygon', wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7' }

/** Asks for the text of a wallet and sends it with a signature. */
async function setWallet(person: TestPerson, body: object, more: object = {}) {
  const token = await world.tokenOf(person)
  const asked = await world.ask('POST', `${path}/wallet/options`, { token, body })
  if (asked.verdict !== '200') return asked
  const { challenge } = asked.body.options as { challenge: string }
  const credential = assertionOf(person.passkey, challenge)
  const signed = { ...body, change_id: asked.body.change_id, credential, ...more }
  return world.ask('POST', `${path}/wallet`, { token, body: signed })
}

test('the default wallet of test mode changes only as the passkey signed it', async () => {
  const other = { ...WALLET, wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
  expect((await setWallet(owner, WALLET, other)).verdict).toBe('401 challenge_invalid')
  expect((await setWallet(developer, WALLET)).verdict).toBe('403 role_missing')
  expect((await setWallet(owner, { network: 'Polygon' })).verdict).toBe('422 wallet_incomplete')
  expect((await setWallet(owner, { ...WALLET, wallet_address: '0x12' })).verdict).toBe(
    '422 wallet_address_invalid',
  )
  expect((await setWallet(owner, WALLET)).verdict).toBe('200')
  expect((await ask(viewer, '/settings')).body.settings).toMatchObject({
    test_wallet: WALLET,
    live_wallet: null,
  })
  const { rows } = await world.owner.query(
    `select details ->> 'after' as after from audit where action = 'business.wallet_set'`,
  )
  expect(rows).toHaveLength(1)
  expect((await setWallet(owner, {})).verdict).toBe('200')
  expect((await ask(viewer, '/settings')).body.settings).toMatchObject({ test_wallet: null })
})

test('the tolerance of payments changes only as the passkey signed it', async () => {
  const set = async (person: TestPerson, wanted: object, more: object = {}) => {
    const token = await world.tokenOf(person)
    const asked = await world.ask('POST', `${path}/tolerance/options`, { token, body: wanted })
    if (asked.verdict !== '200') return asked.verdict
    const { challenge } = asked.body.options as { challenge: string }
    const credential = assertionOf(person.passkey, challenge)
    const body = { ...wanted, change_id: asked.body.change_id, credential, ...more }
    return (await world.ask('POST', `${path}/tolerance`, { token, body })).verdict
  }
  const wanted = { mode: 'test', tolerance: '5.50' }
  expect(await set(owner, wanted, { tolerance: '999' })).toBe('401 challenge_invalid')
  expect(await set(owner, wanted, { mode: 'live' })).toBe('401 challenge_invalid')
  expect(await set(developer, wanted)).toBe('403 role_missing')
  for (const tolerance of ['-1', '1000.01', '1e3', '0.001', 1]) {
    expect(await set(owner, { ...wanted, tolerance })).toContain('422')
  }
  expect(await set(owner, wanted)).toBe('200')
  expect((await ask(viewer, '/settings')).body.settings).toMatchObject({
    test_tolerance: '5.5',
    live_tolerance: '1',
  })
  const { rows } = await world.owner.query(
    `select details ->> 'after' as after from audit where action = 'business.tolerance_set'`,
  )
  expect(rows).toEqual([{ after: '550' }])
})
