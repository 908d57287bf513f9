import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertionOf, createPeopleWorld, ORIGIN, type PeopleWorld, type TestPerson } from '../people-world.ts'

const DEVICES = '/people/v1/devices'
const MINUTE = 60_000

let world: PeopleWorld
let bisi: TestPerson
let chidi: TestPerson
beforeAll(async () => {
  world = await createPeopleWorld()
  bisi = await world.addOperator(['operator'])
  chidi = await world.addOperator(['operator'], 'Chidi')
})
afterAll(async () => world.drop())

type Codes = Readonly<{ device_code: string; user_code: string }>

const begin = async (machine = 'bisi@laptop'): Promise<Codes> => {
  const { body, verdict } = await world.ask('POST', DEVICES, { body: { machine } })
  expect(verdict).toBe('200')
  return body as unknown as Codes
}

const poll = async ({ device_code }: Pick<Codes, 'device_code'>) =>
  world.ask('POST', `${DEVICES}/token`, { body: { device_code } })

/** Answers as the page does. Names another passkey or challenge to answer wrongly. */
const confirm = async (
  { user_code }: Pick<Codes, 'user_code'>,
  person: TestPerson,
  more: Readonly<{ passkey?: TestPerson['passkey']; challenge?: string; isVerified?: boolean }> = {},
) => {
  const token = await world.tokenOf(person)
  const asked = await world.ask('POST', `${DEVICES}/options`, { token, body: { user_code } })
  const { challenge } = (asked.body.options ?? { challenge: 'AAAA' }) as { challenge: string }
  const credential = assertionOf(more.passkey ?? person.passkey, more.challenge ?? challenge, {
    ...(more.isVerified !== undefined && { isVerified: more.isVerified }),
  })
  return world.ask('POST', `${DEVICES}/confirm`, { token, body: { user_code, credential } })
}

describe('a terminal', () => {
  test('is signed in once its person confirmed the code with a passkey', async () => {
    const codes = await begin()
    expect(codes).toMatchObject({
      device_code: expect.stringMatching(/^dvc_[\w-]{43}$/),
      verification_uri: `${ORIGIN}/device`,
      verification_uri_complete: `${ORIGIN}/device?code=${codes.user_code}`,
      expires_in: 600,
      interval: 2,
    })
    expect((await poll(codes)).verdict).toBe('400 authorization_pending')
    expect((await confirm(codes, bisi)).body).toMatchObject({
      message: 'bisi@laptop is signed in. Return to your terminal.',
    })
    const { body } = await poll(codes)
    expect(body).toMatchObject({
      person: { email: bisi.email },
      session: { client: 'terminal', user_agent: 'bisi@laptop' },
    })
    expect((await world.ask('GET', '/people/v1/me', { token: String(body.token) })).verdict).toBe('200')
  })

  test('enrols no passkey, because the holder of its code may be somebody else', async () => {
    const codes = await begin()
    await confirm(codes, bisi)
    const { body } = await poll(codes)
    const token = String(body.token)
    expect(body).toMatchObject({ session: { method: 'device' } })
    expect((await world.ask('POST', '/people/v1/passkeys/options', { token })).verdict).toBe(
      '403 session_not_fresh',
    )
  })

  test('gets one session: of two questions at once, one is answered, and later ones are refused', async () => {
    const codes = await begin()
    await confirm(codes, bisi)
    const both = await Promise.all([poll(codes), poll(codes)])
    expect(both.map(({ verdict }) => verdict).toSorted()).toEqual(['200', '400 expired_token'])
    expect((await poll(codes)).verdict).toBe('400 expired_token')
  })

  test('is told that it was refused, and cannot be confirmed then', async () => {
    const codes = await begin()
    const token = await world.tokenOf(bisi)
    const denied = await world.ask('POST', `${DEVICES}/deny`, { token, body: { user_code: codes.user_code } })
    expect(denied.verdict).toBe('200')
    expect((await poll(codes)).verdict).toBe('400 access_denied')
    expect((await confirm(codes, bisi)).verdict).toBe('404 user_code_unknown')
  })

  test('waits ten minutes for its person, and its person ten minutes for it', async () => {
    const [late, confirmed] = [await begin(), await begin()]
    world.clock.advance(9 * MINUTE)
    expect((await confirm(confirmed, bisi)).verdict).toBe('200')
    world.clock.advance(MINUTE)
    expect((await confirm(late, bisi)).verdict).toBe('404 user_code_unknown')
    expect((await poll(late)).verdict).toBe('400 expired_token')
    expect((await poll(confirmed)).verdict).toBe('400 expired_token')
  })

  test('gets no session for a person who was disabled since, or whose passkey was revoked', async () => {
    const leaver = await world.addOperator(['operator'])
    const codes = await begin()
    await confirm(codes, leaver)
    await world.owner.query(`update operator set status = 'suspended' where id = $1`, [leaver.id])
    // It stays so when the suspension ends.
    await world.owner.query(`update operator set status = 'active' where id = $1`, [leaver.id])
    expect((await poll(codes)).verdict).toBe('400 expired_token')

    const careful = await world.addOperator(['operator'])
    const others = await begin()
    await confirm(others, careful)
    await world.owner.query(`update passkey set revoked_at = now() + interval '1 day' where id = $1`, [
      careful.passkeyId,
    ])
    expect((await poll(others)).verdict).toBe('401 passkey_revoked')
  })
})

describe('a person confirms', () => {
  test('only with a passkey of their own, unlocked, for this terminal', async () => {
    const [codes, others] = [await begin(), await begin()]
    expect((await confirm(codes, bisi, { passkey: chidi.passkey })).verdict).toBe('401 passkey_refused')
    expect((await confirm(codes, bisi, { isVerified: false })).verdict).toBe('401 passkey_refused')
    const { body } = await world.ask('POST', `${DEVICES}/options`, {
      token: await world.tokenOf(bisi),
      body: { user_code: others.user_code },
    })
    const { challenge } = body.options as { challenge: string }
    expect((await confirm(codes, bisi, { challenge })).verdict).toBe('401 challenge_invalid')
    expect((await poll(codes)).verdict).toBe('400 authorization_pending')
  })

  test('once: a second person finds no terminal', async () => {
    const codes = await begin()
    expect((await confirm(codes, bisi)).verdict).toBe('200')
    expect((await confirm(codes, chidi)).verdict).toBe('404 user_code_unknown')
    expect((await poll(codes)).body.person).toMatchObject({ email: bisi.email })
  })

  test('the code as they type it', async () => {
    const codes = await begin()
    const typed = ` ${codes.user_code.toLowerCase().replace('-', ' ')}`
    expect((await confirm({ user_code: typed }, bisi)).verdict).toBe('200')
  })
})

test('the database holds only hashes of the codes', async () => {
  const codes = await begin()
  const { rows } = await world.owner.query<{ text: string }>(
    `select string_agg(d::text, '') as text from device_login d`,
  )
  expect(rows[0]?.text).not.toContain(codes.user_code)
  expect(rows[0]?.text).not.toContain(Buffer.from(codes.device_code.slice(4), 'base64url').toString('hex'))
})

test('PostgreSQL refuses a terminal that waits longer, changes its person, or is confirmed twice', async () => {
  const { user_code } = await begin()
  await confirm({ user_code }, bisi)
  const change = async (set: string) =>
    world.owner.query(`update device_login set ${set} where confirmed_at is not null`)
  await expect(change(`passkey_id = '${chidi.passkeyId}'`)).rejects.toMatchObject({ code: 'AF002' })
  await expect(change(`denied_at = now()`)).rejects.toMatchObject({ code: 'AF002' })
  await expect(
    world.owner.query(`insert into device_login (id, device_hash, user_hash, machine, address, created_at, expires_at)
      select gen_random_uuid(), sha256('a'), sha256('b'), machine, address, created_at, created_at + interval '11 minutes'
      from device_login limit 1`),
  ).rejects.toMatchObject({ code: '23514', constraint: 'device_login_expires' })
})

test('an address that guesses codes has to wait', async () => {
  const token = await world.tokenOf(bisi)
  const guess = async () =>
    world.ask('POST', `${DEVICES}/deny`, { token, from: '10.99.0.1', body: { user_code: 'BBBB-BBBB' } })
  for (let count = 0; count < 10; count += 1) expect((await guess()).verdict).toBe('404 user_code_unknown')
  expect((await guess()).verdict).toBe('429 rate_limited')
})
