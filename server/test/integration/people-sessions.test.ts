import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSessionToken } from '../../src/records/people/secret-token.ts'
import { createPeopleWorld, ORIGIN, type PeopleWorld, type TestPerson } from '../people-world.ts'

const SESSIONS = '/people/v1/sessions'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: PeopleWorld
let bisi: TestPerson
beforeAll(async () => {
  world = await createPeopleWorld()
  bisi = await world.addOperator(['operator'])
})
afterAll(async () => world.drop())

const meOf = async (token: string) => (await world.ask('GET', '/people/v1/me', { token })).verdict

describe('signing in', () => {
  test('a person who unlocks their passkey gets a session', async () => {
    const { verdict, body, headers } = await world.signIn(bisi)
    expect(verdict).toBe('200')
    expect(body.person).toMatchObject({ side: 'operator', email: bisi.email, roles: ['operator'] })
    expect(headers['set-cookie']).toBeUndefined()
    expect(await meOf(String(body.token))).toBe('200')
  })

  test('the database holds only the hash of the token', async () => {
    const token = await world.tokenOf(bisi)
    const { rows } = await world.owner.query<{ text: string; isKnown: boolean }>(
      `select string_agg(s::text, '') as text, bool_or(token_hash = $1) as "isKnown" from person_session s`,
      [hashSessionToken(token)],
    )
    expect(rows[0]?.isKnown).toBe(true)
    expect(rows[0]?.text).not.toContain(Buffer.from(token.slice(4), 'base64url').toString('hex'))
    expect(rows[0]?.text).not.toContain(token.slice(4))
  })

  test('a browser gets a cookie that scripts cannot read, and no token', async () => {
    const { body, headers } = await world.signIn(bisi, { client: 'browser' })
    expect(body.token).toBeUndefined()
    expect(headers['set-cookie']).toMatch(
      /^afara_session=afs_[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    )
  })

  test('a challenge works once', async () => {
    const { body } = await world.ask('POST', `${SESSIONS}/options`)
    const { challenge } = body.options as { challenge: string }
    expect((await world.signIn(bisi, { challenge })).verdict).toBe('200')
    expect((await world.signIn(bisi, { challenge })).verdict).toBe('401 challenge_invalid')
  })

  test('of two answers to one challenge at once, one signs in', async () => {
    const { body } = await world.ask('POST', `${SESSIONS}/options`)
    const { challenge } = body.options as { challenge: string }
    const both = await Promise.all([world.signIn(bisi, { challenge }), world.signIn(bisi, { challenge })])
    expect(both.map(({ verdict }) => verdict).toSorted()).toEqual(['200', '401 challenge_invalid'])
  })

  test('a refused answer uses up its challenge', async () => {
    const { body } = await world.ask('POST', `${SESSIONS}/options`)
    const { challenge } = body.options as { challenge: string }
    expect((await world.signIn(bisi, { challenge, isVerified: false })).verdict).toBe('401 passkey_refused')
    expect((await world.signIn(bisi, { challenge })).verdict).toBe('401 challenge_invalid')
  })

  test('a challenge expires after five minutes, and a challenge of our own making is refused', async () => {
    const { body } = await world.ask('POST', `${SESSIONS}/options`)
    const { challenge } = body.options as { challenge: string }
    world.clock.advance(5 * MINUTE)
    expect((await world.signIn(bisi, { challenge })).verdict).toBe('401 challenge_invalid')
    const own = Buffer.alloc(32, 1).toString('base64url')
    expect((await world.signIn(bisi, { challenge: own })).verdict).toBe('401 challenge_invalid')
  })

  test('an answer without user verification is refused', async () => {
    expect((await world.signIn(bisi, { isVerified: false })).verdict).toBe('401 passkey_refused')
  })

  test('an answer for another site is refused', async () => {
    const { verdict } = await world.signIn(bisi, { signedFor: 'https://evil.test' })
    expect(verdict).toBe('401 passkey_refused')
  })

  test('a passkey that nobody enrolled, and one that was revoked, are refused', async () => {
    const stranger = softwarePasskey('a stranger')
    expect((await world.signIn(bisi, { passkey: stranger })).verdict).toBe('401 passkey_unknown')
    const ada = await world.addOperator(['operator'])
    await world.owner.query(`update passkey set revoked_at = created_at where id = $1`, [ada.passkeyId])
    expect((await world.signIn(ada)).verdict).toBe('401 passkey_revoked')
  })

  test('a passkey whose counter does not grow was copied: it is refused, and the audit says so', async () => {
    const ada = await world.addOperator(['operator'])
    expect((await world.signIn(ada, { counter: 7 })).verdict).toBe('200')
    expect((await world.signIn(ada, { counter: 7 })).verdict).toBe('401 passkey_copied')
    expect((await world.signIn(ada, { counter: 3 })).verdict).toBe('401 passkey_copied')
    expect((await world.signIn(ada)).verdict).toBe('401 passkey_copied')
    expect((await world.signIn(ada, { counter: 8 })).verdict).toBe('200')
    const { rows } = await world.owner.query(
      `select from audit where action = 'passkey.copy_suspected' and subject like 'opr_%'`,
    )
    expect(rows).toHaveLength(3)
  })

  test('a disabled operator cannot sign in', async () => {
    const ada = await world.addOperator(['operator'])
    await world.owner.query(`update operator set status = 'suspended' where id = $1`, [ada.id])
    expect((await world.signIn(ada)).verdict).toBe('403 person_disabled')
  })

  test('after too many failed sign-ins an address waits', async () => {
    const from = '192.0.2.9'
    for (let tries = 0; tries < 10; tries += 1) await world.signIn(bisi, { isVerified: false, from })
    const refused = await world.signIn(bisi, { from })
    expect(refused.verdict).toBe('429 rate_limited')
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect((await world.signIn(bisi)).verdict).toBe('200')
    world.clock.advance(11_000)
    expect((await world.signIn(bisi, { from })).verdict).toBe('200')
  })
})

describe('a session', () => {
  test('of an operator expires after 30 minutes without use', async () => {
    const token = await world.tokenOf(bisi)
    world.clock.advance(29 * MINUTE)
    expect(await meOf(token)).toBe('200')
    await untilSeen(token)
    world.clock.advance(29 * MINUTE)
    expect(await meOf(token)).toBe('200')
    await untilSeen(token)
    world.clock.advance(30 * MINUTE)
    expect(await meOf(token)).toBe('401 session_expired')
  })

  test('of an operator ends after 12 hours, however much it is used', async () => {
    const token = await world.tokenOf(bisi)
    for (let used = 0; used < 12 * 3 - 1; used += 1) {
      world.clock.advance(20 * MINUTE)
      expect(await meOf(token)).toBe('200')
      await untilSeen(token)
    }
    world.clock.advance(20 * MINUTE)
    expect(await meOf(token)).toBe('401 session_expired')
  })

  test('of a member lasts 12 hours without use and 14 days in all', async () => {
    const business = await world.addBusiness('ada-sessions')
    const ngozi = await world.addMember([[business, 'owner']])
    const idle = await world.tokenOf(ngozi)
    world.clock.advance(12 * HOUR - MINUTE)
    expect(await meOf(idle)).toBe('200')
    await untilSeen(idle)
    world.clock.advance(12 * HOUR)
    expect(await meOf(idle)).toBe('401 session_expired')
    const used = await world.tokenOf(ngozi)
    for (let half = 1; half < 14 * 2.4; half += 1) {
      world.clock.advance(10 * HOUR)
      expect(await meOf(used)).toBe('200')
      await untilSeen(used)
    }
    world.clock.advance(10 * HOUR)
    expect(await meOf(used)).toBe('401 session_expired')
  })

  test('can be listed and ended by its person, and is refused at once in this process', async () => {
    const ada = await world.addOperator(['operator'])
    const [one, other] = [await world.tokenOf(ada), await world.tokenOf(ada)]
    const { body } = await world.ask('GET', SESSIONS, { token: one })
    const sessions = body.sessions as { session_id: string; is_current: boolean }[]
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, true])
    const id = sessions.find(({ is_current }) => !is_current)?.session_id ?? ''
    expect(await meOf(other)).toBe('200')
    const stranger = await world.tokenOf(bisi)
    const revoke = async (token: string) => world.ask('POST', `${SESSIONS}/${id}/revoke`, { token })
    expect((await revoke(stranger)).verdict).toBe('404 session_id_unknown')
    expect((await revoke(one)).verdict).toBe('200')
    expect(await meOf(other)).toBe('401 session_revoked')
    expect((await revoke(one)).verdict).toBe('404 session_id_unknown')
    expect(await meOf(one)).toBe('200')
  })

  test('of a person who is disabled is refused within five seconds, and stays ended', async () => {
    const ada = await world.addOperator(['operator'])
    const token = await world.tokenOf(ada)
    expect(await meOf(token)).toBe('200')
    await world.owner.query(`update operator set status = 'suspended' where id = $1`, [ada.id])
    world.clock.advance(4_001)
    expect(await meOf(token)).toBe('403 person_disabled')
    await world.owner.query(`update operator set status = 'active' where id = $1`, [ada.id])
    world.clock.advance(4_001)
    expect(await meOf(token)).toBe('401 session_revoked')
  })

  test('revoked by another process is refused within five seconds', async () => {
    const token = await world.tokenOf(bisi)
    expect(await meOf(token)).toBe('200')
    await world.owner.query(`update person_session set revoked_at = created_at where token_hash = $1`, [
      hashSessionToken(token),
    ])
    world.clock.advance(4_001)
    expect(await meOf(token)).toBe('401 session_revoked')
  })

  test('never changes its person, its end or its token, and a revoked one stays revoked', async () => {
    const token = await world.tokenOf(bisi)
    const change = async (set: string) =>
      world.owner.query(`update person_session set ${set} where token_hash = $1`, [hashSessionToken(token)])
    for (const set of [
      `expires_at = expires_at - interval '1 minute'`,
      `operator_id = (select id from operator where id <> operator_id limit 1)`,
      `last_seen_at = last_seen_at + interval '31 minutes', idle_expires_at = idle_expires_at + interval '31 minutes'`,
      `last_seen_at = last_seen_at - interval '1 second'`,
    ])
      await expect(change(set)).rejects.toMatchObject({ code: expect.stringMatching(/^(AF002|23514)$/) })
    await expect(change(`idle_expires_at = last_seen_at + interval '31 minutes'`)).rejects.toMatchObject({
      code: '23514',
    })
    await change('revoked_at = last_seen_at')
    await expect(change('revoked_at = null')).rejects.toMatchObject({ code: 'AF002' })
    await expect(world.owner.query('delete from person_session')).rejects.toMatchObject({ code: 'AF002' })
  })
})

describe('a browser', () => {
  const cookieOf = async (person: TestPerson): Promise<string> => {
    const { headers } = await world.signIn(person, { client: 'browser' })
    return String(headers['set-cookie']).split(';')[0] ?? ''
  }

  test('acts with its cookie from our own pages', async () => {
    const cookie = await cookieOf(bisi)
    const { verdict, body } = await world.ask('GET', `${SESSIONS}/current`, { cookie })
    expect(verdict).toBe('200')
    const { session_id: id } = body.session as { session_id: string }
    const url = `${SESSIONS}/${id}/revoke`
    expect((await world.ask('POST', url, { cookie })).verdict).toBe('403 origin_refused')
    for (const origin of ['https://evil.test', 'null', `${ORIGIN}:8080`, `${ORIGIN}.evil.test`])
      expect((await world.ask('POST', url, { cookie, origin })).verdict).toBe('403 origin_refused')
    const ended = await world.ask('POST', url, { cookie, origin: ORIGIN })
    expect(ended.verdict).toBe('200')
    expect(ended.headers['set-cookie']).toContain('Max-Age=0')
    expect((await world.ask('GET', '/people/v1/me', { cookie })).verdict).toBe('401 session_revoked')
  })

  test('cannot be made to sign in by another site', async () => {
    const { verdict } = await world.ask('POST', `${SESSIONS}/options`, { origin: 'https://evil.test' })
    expect(verdict).toBe('403 origin_refused')
  })
})

/** The last use of a session is written without waiting. */
async function untilSeen(token: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await world.owner.query<{ at: Date }>(
        `select last_seen_at as at from person_session where token_hash = $1`,
        [hashSessionToken(token)],
      )
      return rows[0]?.at.getTime()
    })
    .toBe(world.clock.now().getTime())
  // The cache keeps what it read before.
  world.clock.advance(4_001)
}
