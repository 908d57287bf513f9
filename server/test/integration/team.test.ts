import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId, parseId } from '../../src/kernel/ids/ids.ts'
import { disableMember } from '../../src/records/people/manage-people.ts'
import { assertionOf, type TestPerson } from '../people-world.ts'
import { createTeamStage, idOf } from './team-stage.ts'
import { wireTestApi } from './test-api.ts'

const stage = await createTeamStage()
const { aTeam, change, join, mailedTo, read, start, told, world } = stage
const deps = wireTestApi(stage.database, { cell: 'dev' })
const api = createApp(deps)
afterAll(async () => {
  await api.close()
  await deps.stop()
  await stage.stop()
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
