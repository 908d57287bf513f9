import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids/ids.ts'
import {
  addMemberWithCodes,
  askForLink,
  codeOf,
  mailedToken,
  openLink,
  sendCode,
  setUpCodes,
  signInByMail,
} from '../email-sign-in.ts'
import { createPeopleWorld, type TestPerson } from '../people-world.ts'
import { openPostOffice, type PostOffice, tokenIn } from '../post-office.ts'

const database = await createTestDatabase()
const world = await createPeopleWorld(database)
const MINUTE_MS = 60_000
let office: PostOffice
let business: string

beforeAll(async () => {
  business = await world.addBusiness('ada-mail')
  office = await openPostOffice(database, world.clock)
})
afterAll(async () => {
  await office.stop()
  await world.drop()
})

const memberWithCodes = async () => addMemberWithCodes(world, business)

/** A member whose browser opened the link, and waits for a code. */
async function memberAtCode() {
  const member = await memberWithCodes()
  const { cookie } = await askForLink(world, member.email)
  const token = await mailedToken(world, member)
  expect((await openLink(world, token, cookie)).verdict).toBe('200')
  return { member, cookie, token }
}

const wrongCode = (secret: string) => (codeOf(world, secret) === '000000' ? '000001' : '000000')
const mails = async ({ id }: Pick<TestPerson, 'id'>) =>
  (await world.owner.query(`select kind from mail where $1 in (operator_id, member_id)`, [id])).rows

test('a member signs in with the link in the mail and a code, for a short time', async () => {
  const member = await memberWithCodes()
  const { cookie, headers } = await askForLink(world, member.email)
  expect(headers['set-cookie']).toMatch(
    /^afara_browser=brw_\S{43}; Path=\/; Max-Age=1200; HttpOnly; SameSite=Strict$/,
  )
  await office.deliver()
  const [mail] = office.to(member.email)
  expect(mail?.subject).toBe('Your link to sign in at Afara')
  expect(mail?.text).toContain('http://localhost/code#eml_')
  expect((await openLink(world, tokenIn(mail), cookie)).verdict).toBe('200')
  const answer = await sendCode(world, codeOf(world, member.secret), cookie)
  expect(answer.verdict).toBe('200')
  expect(answer.body.session).toMatchObject({ method: 'email_totp', client: 'browser' })
  expect(answer.text).not.toContain('afs_')
  const { created_at, idle_expires_at, expires_at } = answer.body.session as Record<string, string>
  const hoursOf = (text: string | undefined) =>
    (Date.parse(text ?? '') - Date.parse(created_at ?? '')) / 3_600_000
  expect([hoursOf(idle_expires_at), hoursOf(expires_at)]).toEqual([0.5, 8])
})

describe('a link is refused', () => {
  test('if it was opened before, even at the same time', async () => {
    const member = await memberWithCodes()
    const { cookie } = await askForLink(world, member.email)
    const token = await mailedToken(world, member)
    const both = await Promise.all([openLink(world, token, cookie), openLink(world, token, cookie)])
    expect(both.map(({ verdict }) => verdict).toSorted()).toEqual(['200', '401 email_link_ended'])
  })

  test('after ten minutes, and so is its code', async () => {
    const member = await memberWithCodes()
    const { cookie } = await askForLink(world, member.email)
    const token = await mailedToken(world, member)
    world.clock.advance(10 * MINUTE_MS)
    expect((await openLink(world, token, cookie)).verdict).toBe('401 email_link_ended')
    const opened = await memberAtCode()
    world.clock.advance(10 * MINUTE_MS)
    const late = await sendCode(world, codeOf(world, opened.member.secret), opened.cookie)
    expect(late.verdict).toBe('401 email_link_ended')
  })

  test('in another browser, and still works in its own', async () => {
    const member = await memberWithCodes()
    const { cookie } = await askForLink(world, member.email)
    const { cookie: other } = await askForLink(world, 'somebody@else.test')
    const token = await mailedToken(world, member)
    for (const elsewhere of [other, '', 'afara_browser=brw_x']) {
      expect((await openLink(world, token, elsewhere)).verdict).toBe('403 email_link_elsewhere')
    }
    expect((await openLink(world, token, cookie)).verdict).toBe('200')
    expect((await sendCode(world, codeOf(world, member.secret), other)).verdict).toBe('401 email_link_ended')
    expect((await sendCode(world, codeOf(world, member.secret), cookie)).verdict).toBe('200')
  })
})

describe('a code is refused', () => {
  test('if it is wrong, from another time, or of another member', async () => {
    const { member, cookie } = await memberAtCode()
    const stranger = await memberWithCodes()
    for (const code of [
      wrongCode(member.secret),
      codeOf(world, member.secret, 3),
      codeOf(world, stranger.secret),
    ]) {
      expect((await sendCode(world, code, cookie)).verdict).toBe('401 code_refused')
    }
    expect((await sendCode(world, codeOf(world, member.secret), cookie)).verdict).toBe('200')
  })

  test('if it was used before: to set up, to sign in, or by two requests at once', async () => {
    const first = await memberAtCode()
    const used = codeOf(world, first.member.secret, -1)
    expect((await sendCode(world, used, first.cookie)).verdict, 'set up with it').toBe('401 code_refused')
    const code = codeOf(world, first.member.secret)
    expect((await sendCode(world, code, first.cookie)).verdict).toBe('200')
    const { cookie } = await askForLink(world, first.member.email)
    await openLink(world, await mailedToken(world, first.member), cookie)
    expect((await sendCode(world, code, cookie)).verdict, 'signed in with it').toBe('401 code_refused')
    const second = await memberAtCode()
    const next = codeOf(world, second.member.secret)
    const both = await Promise.all([1, 2, 3].map(async () => sendCode(world, next, second.cookie)))
    expect(both.filter(({ verdict }) => verdict === '200')).toHaveLength(1)
  })

  test('after five wrong ones: the link ends', async () => {
    const { member, cookie } = await memberAtCode()
    for (let tries = 0; tries < 5; tries += 1) await sendCode(world, wrongCode(member.secret), cookie)
    const { verdict } = await sendCode(world, codeOf(world, member.secret), cookie)
    expect(verdict).toBe('401 email_link_ended')
  })

  test('after ten wrong ones in a row: codes are set up again, with a passkey', async () => {
    const { member, cookie } = await memberAtCode()
    for (let tries = 0; tries < 5; tries += 1) await sendCode(world, wrongCode(member.secret), cookie)
    await askForLink(world, member.email, { cookie })
    await openLink(world, await mailedToken(world, member), cookie)
    for (let tries = 0; tries < 5; tries += 1) await sendCode(world, wrongCode(member.secret), cookie)
    const before = (await mails(member)).length
    await askForLink(world, member.email)
    expect(await mails(member)).toHaveLength(before)
    const home = await world.ask('GET', '/', { token: await world.tokenOf(member) })
    expect(home.text).toContain('Locked')
    world.clock.advance(16 * MINUTE_MS)
    const secret = await setUpCodes(world, member)
    expect(await signInByMail(world, member, secret)).toMatch(/^afs_/)
  })

  test('by source address after many wrong ones for any member', async () => {
    const { member, cookie } = await memberAtCode()
    const from = '10.99.1.1'
    const verdicts: string[] = []
    for (let tries = 0; tries < 12; tries += 1) {
      const body = { code: wrongCode(member.secret) }
      verdicts.push((await world.ask('POST', '/people/v1/sign-in/code', { body, cookie, from })).verdict)
    }
    expect(verdicts.at(-1)).toBe('429 rate_limited')
  })
})

describe('codes', () => {
  test('are set up by members with a fresh passkey session, and confirmed with a right code in ten minutes', async () => {
    const member = await world.addMember([[business, 'viewer']])
    const token = await world.tokenOf(member)
    const { body } = await world.ask('POST', '/people/v1/codes/options', { token })
    const secret = String(body.secret)
    expect(body.uri).toContain(`secret=${secret}`)
    expect(body.qr).toMatchObject({ path: expect.stringMatching(/^M\d+ \d+h1v1h-1z/) })
    const confirm = async (code: string) => world.ask('POST', '/people/v1/codes', { token, body: { code } })
    expect((await confirm(wrongCode(secret))).verdict).toBe('401 code_refused')
    const { rows } = await world.owner.query<{ secret: Buffer }>(
      `select secret from totp where member_id = $1`,
      [member.id],
    )
    expect(rows[0]?.secret.includes(secret)).toBe(false)
    world.clock.advance(10 * MINUTE_MS)
    expect((await confirm(codeOf(world, secret))).verdict).toBe('403 session_not_fresh')
    const again = await world.tokenOf(member)
    const late = await world.ask('POST', '/people/v1/codes', {
      token: again,
      body: { code: codeOf(world, secret) },
    })
    expect(late.verdict).toBe('409 codes_unknown')
    const operator = await world.tokenOf(await world.addOperator(['administrator']))
    const refused = await world.ask('POST', '/people/v1/codes/options', { token: operator })
    expect(refused.verdict).toBe('403 role_missing')
  })

  test('that are removed or replaced end their sessions, and no session by mail outlives them', async () => {
    const member = await memberWithCodes()
    const token = await signInByMail(world, member, member.secret)
    expect((await world.ask('GET', '/people/v1/me', { token })).verdict).toBe('200')
    const passkey = await world.tokenOf(member)
    expect((await world.ask('POST', '/people/v1/codes/remove', { token: passkey })).verdict).toBe('200')
    world.clock.advance(4_001)
    expect((await world.ask('GET', '/people/v1/me', { token })).verdict).toBe('401 session_revoked')
    expect((await world.ask('GET', '/people/v1/me', { token: passkey })).verdict).toBe('200')
  })
})

test('a session by mail shows what it cannot do, and no page lets it try', async () => {
  const member = await memberWithCodes()
  const token = await signInByMail(world, member, member.secret)
  const home = await world.ask('GET', '/', { token })
  expect(home.text).toContain('You signed in with a link and a code.')
  expect(home.text).not.toMatch(/addPasskey|\/codes"|codes\/remove/)
  for (const url of ['/device', '/codes']) {
    const page = await world.ask('GET', url, { token })
    expect(page.verdict).toBe('403')
    expect(page.text).toContain('href="/login"')
  }
})

test('PostgreSQL refuses a session by mail of an operator, a long one, and a code that comes back', async () => {
  const operator = await world.addOperator(['operator'])
  const member = await memberWithCodes()
  await signInByMail(world, member, member.secret)
  const insert = async (
    owner: 'operator_id' | 'member_id',
    id: string,
    hours: number,
    method = 'email_totp',
  ) =>
    world.owner.query(
      `insert into person_session (id, ${owner}, token_hash, method, client, user_agent, created_at, last_seen_at, idle_expires_at,
         expires_at) values ($1, $2, $6, $3, 'browser', '', $4, $4, $4::timestamptz + interval '30 minutes',
         $4::timestamptz + make_interval(hours => $5))`,
      [newId(), id, method, world.clock.now(), hours, randomBytes(32)],
    )
  await expect(insert('operator_id', operator.id, 8)).rejects.toMatchObject({
    constraint: 'person_session_by_mail',
  })
  await expect(insert('member_id', member.id, 9)).rejects.toMatchObject({
    constraint: 'person_session_by_mail',
  })
  await expect(insert('member_id', member.id, 8, 'passkey')).rejects.toMatchObject({
    constraint: 'person_session_has_passkey',
  })
  await insert('member_id', member.id, 8)
  for (const change of [
    'last_step = last_step - 1',
    `secret = '\\x00'::bytea`,
    'confirmed_at = null, last_step = null',
  ]) {
    await expect(
      world.owner.query(`update totp set ${change} where member_id = $1`, [member.id]),
    ).rejects.toMatchObject({ code: 'AF002' })
  }
})
