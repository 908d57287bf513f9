import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId, parseId } from '../../src/kernel/ids/ids.ts'
import { unsealBytes } from '../../src/kernel/seal-bytes.ts'
import { disableMember } from '../../src/records/people/manage-people.ts'
import type { MemberRole } from '../../src/records/people/role-actions.ts'
import {
  assertionOf,
  attestationOf,
  createPeopleWorld,
  ORIGIN,
  type PeopleWorld,
  type TestPerson,
} from '../people-world.ts'
import { MAIL_KEY } from '../post-office.ts'
import { wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const deps = wireTestApi(database, { cell: 'dev' })
const api = createApp(deps)
let world: PeopleWorld
beforeAll(async () => {
  world = await createPeopleWorld(database)
})
afterAll(async () => {
  await api.close()
  await deps.stop()
  await world.stop()
  await database.drop()
})

let made = 0

/** A business with people in these roles. */
async function aTeam(...roles: readonly MemberRole[]) {
  made += 1
  const id = await world.addBusiness(`team-${made}`)
  const people = await Promise.all(roles.map(async (role) => world.addMember([[id, role]])))
  return { id, people, path: `/account/v1/businesses/${formatId('business', id)}` }
}

type Asked = Record<string, unknown>

/** Asks for the text of a change and returns what sends it with a signature. */
async function start(path: string, person: TestPerson, body: Asked | undefined, route = '/members') {
  const token = await world.tokenOf(person)
  const asked = await world.ask('POST', `${path}${route}/options`, { token, body })
  const { challenge } = (asked.body.options ?? { challenge: 'AAAA' }) as { challenge: string }
  const credential = assertionOf(person.passkey, challenge)
  const send = async (more: Asked = {}, as = token) =>
    world.ask('POST', `${path}${route}`, {
      token: as,
      body: { ...body, change_id: asked.body.change_id, credential, ...more },
    })
  return { asked, challenge, token, send }
}

/** Makes a change as a person does who confirms it. */
async function change(path: string, person: TestPerson, body: Asked) {
  const { asked, send } = await start(path, person, body)
  return asked.verdict === '200' ? send() : asked
}

const read = async (path: string, person: TestPerson) =>
  (await world.ask('GET', `${path}/members`, { token: await world.tokenOf(person) })).body as {
    members: { member_id: string; role: string; email: string; name: string }[]
    invitations: { invitation_id: string; email: string; role: string }[]
    roles: { role: string; may: string[] }[]
  }

const idOf = ({ id }: TestPerson) => formatId('member', id)

/** Returns the token in the newest invitation of an address. Only the holder of the mailbox has it. */
async function mailedTo(email: string): Promise<string> {
  const { rows } = await world.owner.query<{ id: string; sealed: Buffer }>(
    `select x.id, x.sealed from mail x join team_invitation i on i.id = x.team_invitation_id where i.email = $1
     order by x.created_at desc, x.id desc limit 1`,
    [email],
  )
  const { id, sealed } = rows[0] ?? { id: '', sealed: Buffer.alloc(0) }
  return unsealBytes(MAIL_KEY, id, sealed).toString()
}

/** Joins as a person who is new to us. */
async function join(token: string, name = 'Bola Ade') {
  const body = { token, name }
  const asked = await world.ask('POST', '/account/v1/join/options', { body, origin: ORIGIN })
  if (asked.verdict !== '200') return asked
  const { challenge } = asked.body.options as { challenge: string }
  const credential = attestationOf(softwarePasskey(newId()), challenge)
  return world.ask('POST', '/account/v1/join', {
    body: { ...body, join_id: asked.body.join_id, credential },
    origin: ORIGIN,
  })
}

/** Joins with a passkey that the person has. */
async function joinWith(person: TestPerson, token: string) {
  const asked = await world.ask('POST', '/people/v1/sessions/options')
  const { challenge } = asked.body.options as { challenge: string }
  const body = { token, credential: assertionOf(person.passkey, challenge) }
  return world.ask('POST', '/account/v1/join/accept', { body, origin: ORIGIN })
}

const told = async (person: TestPerson) => {
  const { rows } = await world.owner.query<{ action: string }>(
    `select details ->> 'action' as action from mail where member_id = $1 and kind = 'team_changed' order by created_at, id`,
    [person.id],
  )
  return rows.map(({ action }) => action)
}

test('a colleague is invited by mail, creates a passkey, is signed in, and everybody else is told', async () => {
  const { path, people } = await aTeam('owner', 'viewer')
  const [owner, viewer] = people as [TestPerson, TestPerson]
  const email = 'bola@team.test'
  expect((await change(path, owner, { action: 'invite', email, role: 'developer' })).verdict).toBe('200')
  expect((await read(path, viewer)).invitations).toMatchObject([{ email, role: 'developer' }])
  const token = await mailedTo(email)
  const shown = await world.ask('POST', '/account/v1/join/read', { body: { token } })
  expect(shown.body.invitation).toMatchObject({ email, role: 'developer', has_account: false })
  const joined = await join(token)
  expect(joined.body).toMatchObject({
    person: { email, is_email_confirmed: true, memberships: [{ role: 'developer' }] },
  })
  const [cookie = ''] = String(joined.headers['set-cookie']).split(';')
  expect((await world.ask('GET', `${path}/members`, { cookie })).verdict).toBe('200')
  expect((await join(token)).verdict).toBe('409 invitation_ended')
  const team = await read(path, owner)
  expect(team.invitations).toEqual([])
  expect(team.members.map(({ role }) => role)).toEqual(['owner', 'developer', 'viewer'])
  const { body } = await world.ask('GET', `${path}/activity`, { token: await world.tokenOf(owner) })
  expect((body.activity as object[]).slice(0, 2)).toMatchObject([
    { action: 'team.joined', by: 'Bola Ade', sentence: 'Bola Ade joined as developer.' },
    { action: 'team.invited', by: 'Ngozi', sentence: `Ngozi invited ${email} as developer.` },
  ])
  expect(await told(viewer)).toEqual(['invited', 'joined'])
  expect(await told(owner)).toEqual(['joined'])
})

test('a session alone changes nothing: the passkey signs exactly the change, once, in its session', async () => {
  const { path, people } = await aTeam('owner', 'owner', 'viewer')
  const [owner, other, viewer] = people as [TestPerson, TestPerson, TestPerson]
  const wanted = { action: 'change_role', member_id: idOf(viewer), role: 'developer' }
  const { send, challenge } = await start(path, owner, wanted)
  const unsigned = await world.ask('POST', `${path}/members`, {
    token: await world.tokenOf(owner),
    body: wanted,
  })
  expect(unsigned.verdict).toBe('422 field_required')
  // The same signature for another role, another person, another change, in another session, by another person.
  expect((await send({ role: 'administrator' })).verdict).toBe('401 challenge_invalid')
  expect((await send({ member_id: idOf(other) })).verdict).toBe('401 challenge_invalid')
  expect((await send({ action: 'end', role: undefined })).verdict).toBe('401 challenge_invalid')
  expect((await send({ change_id: formatId('change', newId()) })).verdict).toBe('401 challenge_invalid')
  expect((await send({}, await world.tokenOf(owner))).verdict).toBe('401 challenge_invalid')
  expect((await send({}, await world.tokenOf(other))).verdict).toBe('401 challenge_invalid')
  const notVerified = assertionOf(owner.passkey, challenge, { isVerified: false })
  expect((await send({ credential: notVerified })).verdict).toBe('401 passkey_refused')
  expect((await read(path, owner)).members.map(({ role }) => role)).toEqual(['owner', 'owner', 'viewer'])
  const again = await start(path, owner, wanted)
  // A colleague's passkey signs in the owner's session.
  const stolen = assertionOf(other.passkey, again.challenge)
  expect((await again.send({ credential: stolen })).verdict).toBe('401 passkey_refused')
  const last = await start(path, owner, wanted)
  expect((await last.send()).verdict).toBe('200')
  expect((await last.send()).verdict).toBe('401 challenge_invalid')
  expect(await told(viewer)).toEqual(['role_changed'])
})

test('of two owners who demote each other at once, one remains', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { path, people } = await aTeam('owner', 'owner')
    const [one, other] = people as [TestPerson, TestPerson]
    const demote = (whom: TestPerson) => ({ action: 'change_role', member_id: idOf(whom), role: 'viewer' })
    const both = await Promise.all([start(path, one, demote(other)), start(path, other, demote(one))])
    const verdicts = await Promise.all(both.map(async ({ send }) => (await send()).verdict))
    expect(verdicts.toSorted()).toEqual(['200', '403 role_missing'])
    expect((await read(path, one)).members.map(({ role }) => role)).toEqual(['owner', 'viewer'])
  }
})

test('of two owners who leave at once, one remains', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, path, people } = await aTeam('owner', 'owner')
    const both = await Promise.all(people.map(async (one) => start(path, one, undefined, '/leave')))
    const verdicts = await Promise.all(both.map(async ({ send }) => (await send()).verdict))
    expect(verdicts.toSorted()).toEqual(['200', '409 owner_last'])
    const { rows } = await world.owner.query(
      `select role from membership where business_id = $1 and ended_at is null`,
      [id],
    )
    expect(rows).toEqual([{ role: 'owner' }])
  }
})

test('the last owner stays, also if PostgreSQL is asked directly, and a disabled owner does not count', async () => {
  const { id, path, people } = await aTeam('owner', 'owner', 'administrator')
  const [owner, second, administrator] = people as [TestPerson, TestPerson, TestPerson]
  await disableMember({ pool: world.owner, clock: world.clock }, second.email, {
    actor: 'system:test',
    reason: 'a test',
  })
  const demote = { action: 'change_role', member_id: idOf(owner), role: 'finance' }
  expect((await change(path, owner, demote)).verdict).toBe('409 owner_last')
  for (const set of [`role = 'viewer'`, `ended_at = now()`]) {
    const statement = `update membership set ${set} where business_id = $1 and member_id = $2`
    await expect(world.owner.query(statement, [id, owner.id])).rejects.toMatchObject({ code: 'AF498' })
  }
  expect((await change(path, administrator, demote)).verdict).toBe('403 role_missing')
})

test('an administrator manages everybody except owners, and others manage nobody', async () => {
  const { path, people } = await aTeam('owner', 'administrator', 'finance', 'developer', 'viewer')
  const [owner, administrator, ...others] = people as [TestPerson, TestPerson, ...TestPerson[]]
  const invite = (role: string) => ({ action: 'invite', email: 'eve@team.test', role })
  for (const body of [invite('owner'), { action: 'end', member_id: idOf(owner) }])
    expect((await change(path, administrator, body)).verdict).toBe('403 role_missing')
  for (const person of others)
    expect((await change(path, person, invite('viewer'))).verdict).toBe('403 role_missing')
  expect((await change(path, administrator, invite('finance'))).verdict).toBe('200')
  const [viewer] = others.slice(-1) as [TestPerson]
  const promote = { action: 'change_role', member_id: idOf(viewer), role: 'administrator' }
  expect((await change(path, administrator, promote)).verdict).toBe('200')
})

test('PostgreSQL refuses a change that nobody confirmed, whatever the people process says', async () => {
  const { id, people } = await aTeam('owner', 'viewer')
  const [owner, viewer] = people as [TestPerson, TestPerson]
  const end = async (by: TestPerson) =>
    world.owner.query('select end_membership($1, $2, $3, $4, now())', [newId(), id, by.id, viewer.id])
  for (const by of [owner, viewer]) await expect(end(by)).rejects.toMatchObject({ code: 'AF499' })
})

test('access that ended is refused within five seconds in open sessions and for tokens of the API', async () => {
  const { path, id, people } = await aTeam('owner', 'developer')
  const [owner, developer] = people as [TestPerson, TestPerson]
  const token = await world.tokenOf(developer)
  const body = { business_id: formatId('business', id), mode: 'test' }
  const mint = async () => world.ask('POST', '/account/v1/token', { token, body })
  const tenantToken = String((await mint()).body.token)
  const call = async () =>
    (await api.inject({ url: '/balances/v1', headers: { 'svc-sec-key': tenantToken } })).statusCode
  expect(await call()).toBe(200)
  const email = 'friend@team.test'
  await change(path, owner, { action: 'change_role', member_id: idOf(developer), role: 'administrator' })
  await change(path, developer, { action: 'invite', email, role: 'viewer' })
  expect((await change(path, owner, { action: 'end', member_id: idOf(developer) })).verdict).toBe('200')
  // PostgreSQL refuses at once what the session does not know yet.
  const key = { label: 'mine', scopes: ['read'] }
  expect((await world.ask('POST', `${path}/keys`, { token, body: key })).verdict).toBe('403 role_missing')
  world.clock.advance(4_001)
  expect((await mint()).verdict).toBe('403 role_missing')
  expect((await world.ask('GET', `${path}/members`, { token })).verdict).toBe('403 role_missing')
  await expect.poll(call).toBe(403)
  // A person who was removed cannot come back by an invitation of their own.
  expect((await join(await mailedTo(email))).verdict).toBe('409 invitation_ended')
  expect(await told(developer)).toEqual(['role_changed', 'ended'])
})

test('a person with an account joins with their passkey, and belongs to both businesses', async () => {
  const first = await aTeam('owner', 'finance')
  const second = await aTeam('owner')
  const [, finance] = first.people as [TestPerson, TestPerson]
  const [owner] = second.people as [TestPerson]
  const wanted = { action: 'invite', email: finance.email, role: 'viewer' }
  expect((await change(second.path, owner, wanted)).verdict).toBe('200')
  const token = await mailedTo(finance.email)
  expect((await join(token)).verdict).toBe('409 email_taken')
  expect((await joinWith(owner, token)).verdict).toBe('403 invitation_for_other')
  const joined = await joinWith(finance, token)
  expect(joined.verdict).toBe('200')
  const [cookie = ''] = String(joined.headers['set-cookie']).split(';')
  const me = await world.ask('GET', '/people/v1/me', { cookie })
  expect((me.body.person as { memberships: unknown[] }).memberships).toHaveLength(2)
  expect((await change(second.path, owner, wanted)).verdict).toBe('409 member_exists')
  // Access that ended can be given again.
  await change(second.path, owner, { action: 'end', member_id: idOf(finance) })
  expect((await change(second.path, owner, { ...wanted, role: 'developer' })).verdict).toBe('200')
  expect((await joinWith(finance, await mailedTo(finance.email))).verdict).toBe('200')
})

test('an invitation opens once, until it is cancelled, replaced or three days old', async () => {
  const { path, people } = await aTeam('owner')
  const [owner] = people as [TestPerson]
  const email = 'dayo@team.test'
  const invite = async (role: string) => {
    expect((await change(path, owner, { action: 'invite', email, role })).verdict).toBe('200')
    return mailedTo(email)
  }
  const replaced = await invite('viewer')
  const cancelled = await invite('finance')
  expect((await join(replaced)).verdict).toBe('409 invitation_ended')
  const [open] = (await read(path, owner)).invitations
  const cancel = { action: 'cancel', invitation_id: open?.invitation_id }
  expect((await change(path, owner, cancel)).verdict).toBe('200')
  expect((await change(path, owner, cancel)).verdict).toBe('409 invitation_ended')
  expect((await join(cancelled)).verdict).toBe('409 invitation_ended')
  const old = await invite('viewer')
  // Two browsers join with the same link.
  const both = await Promise.all([join(old, 'One'), join(old, 'Other')])
  expect(both.map(({ verdict }) => verdict.slice(0, 3)).toSorted()).toEqual(['200', '409'])
  const late = await change(path, owner, { action: 'invite', email: 'late@team.test', role: 'viewer' })
  expect(late.verdict).toBe('200')
  const token = await mailedTo('late@team.test')
  world.clock.advance(3 * 24 * 3_600_000)
  expect((await join(token)).verdict).toBe('409 invitation_ended')
})

test('nobody invites before they confirmed their own address, and twenty in a day are enough', async () => {
  const { path, people } = await aTeam('owner')
  const [owner] = people as [TestPerson]
  const invite = (at: number) => ({ action: 'invite', email: `many-${at}@team.test`, role: 'viewer' })
  await world.owner.query(`update member set email_confirmed_at = null where id = $1`, [owner.id])
  expect((await change(path, owner, invite(0))).verdict).toBe('403 email_unconfirmed')
  await world.owner.query(`update member set email_confirmed_at = created_at where id = $1`, [owner.id])
  world.clock.advance(4_001)
  const verdicts = []
  for (let at = 0; at <= 20; at += 1) verdicts.push((await change(path, owner, invite(at))).verdict)
  expect(verdicts.slice(0, 20).every((verdict) => verdict === '200')).toBe(true)
  expect(verdicts[20]).toBe('429 rate_limited')
})

test('the history and what was signed cannot be changed', async () => {
  for (const statement of [
    `update team_change set action = 'joined'`,
    'delete from team_change',
    `update member_confirmation set text = 'x'`,
    'delete from team_invitation',
    `update team_invitation set role = 'owner'`,
  ])
    await expect(world.owner.query(statement), statement).rejects.toMatchObject({ code: /^AF00/ })
  const { rows } = await world.owner.query<{ text: string }>(
    `select f.text from team_change c join member_confirmation f on f.id = c.confirmation_id where c.action = 'ended' limit 1`,
  )
  expect(rows[0]?.text).toMatch(
    /^Afara change 1\nchange: "chg_.+"\nbusiness: "biz_.+"\nby: "mbr_.+"\naction: "end"/,
  )
  expect(parseId('change', /chg_\w+/.exec(rows[0]?.text ?? '')?.[0] ?? '')).toBeDefined()
})
