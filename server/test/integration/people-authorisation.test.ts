import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import {
  type Action,
  mayMember,
  mayOperator,
  memberRoles,
  operatorRoles,
  roleActions,
  sessionsOf,
} from '../../src/records/people/role-actions.ts'
import { setUpCodes, signInByMail } from '../email-sign-in.ts'
import { createPeopleWorld, ORIGIN, type PeopleWorld, type TestPerson } from '../people-world.ts'
import { listRoutes } from './authorisation/list-routes.ts'
import type { PeopleParties, PeopleProbe, PeopleRow } from './authorisation/people-row.ts'
import { actionsWithoutRoutes, peopleRows } from './authorisation/people-rows.ts'
import { testKeys } from './test-api.ts'

/** A caller with their session and rights. */
type Actor = Readonly<{
  name: string
  token: string | undefined
  /** Answer of every route that needs a session. Undefined: the roles decide. */
  stoppedWith?: string
  isMember: boolean
  /** Signed in with a link by mail and a code. */
  isByMail?: true
  /** Enrolled again less than 24 hours ago. */
  isWaiting?: true
  may(action: Action): boolean
}>

let world: PeopleWorld
let parties: PeopleParties
let actors: readonly Actor[] = []
/** Texts of the other business, which no answer to a member may contain. */
let secrets: readonly string[] = []

beforeAll(async () => {
  world = await createPeopleWorld()
  const [ownBusiness, otherBusiness] = [
    await world.addBusiness('ada-people'),
    await world.addBusiness('bola-people'),
  ]
  const keys = await Promise.all(['ada-people', 'bola-people'].map(issue))
  parties = { ownBusiness, otherBusiness, stranger: await world.addOperator(['administrator'], 'Somebody') }
  secrets = [formatId('business', otherBusiness), 'bola-people', keys[1] ?? '', otherBusiness]
  actors = await createActors(ownBusiness)
})
afterAll(async () => world.drop())

test('every route has a row in the matrix, and every row a route', async () => {
  const routes = await listRoutes(world.app)
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.toSorted()).toEqual(Object.keys(peopleRows).toSorted())
})

test('every action has a route in the matrix, or is listed as one without', () => {
  const used = new Set(Object.values(peopleRows).map(({ access }) => access))
  const unused = Object.keys(roleActions).filter((action) => !used.has(action as Action))
  expect(unused.toSorted()).toEqual(actionsWithoutRoutes.toSorted())
})

test('everybody gets what the matrix says of each route, and members see no other business', async () => {
  const wrong: string[] = []
  const leaks: string[] = []
  let combinations = 0
  for (const [route, row] of Object.entries(peopleRows)) {
    for (const [what, probe] of Object.entries(row.probes)) {
      for (const actor of actors) {
        combinations += 1
        const answer = await send(route, probe, actor.token)
        const where = `${route}, ${what}, as ${actor.name}`
        const expected = expectedVerdict(row, probe, actor)
        if (answer.verdict !== expected) wrong.push(`${where}: ${answer.verdict} and not ${expected}`)
        const isOperator = !actor.isMember && actor.stoppedWith === undefined
        const forbidden = isOperator ? [] : secrets.filter((secret) => !probe.url(parties).includes(secret))
        for (const leak of forbidden.filter((secret) => answer.text.includes(secret)))
          leaks.push(`${where}: ${leak}`)
      }
    }
  }
  console.log(
    `people routes=${Object.keys(peopleRows).length} combinations=${combinations} wrong=${wrong.length} leaks=${leaks.length}`,
  )
  expect(wrong).toEqual([])
  expect(leaks).toEqual([])
  expect(combinations).toBeGreaterThan(300)
})

test('no route that changes something accepts another site', async () => {
  const wrong: string[] = []
  const people = ['operator: administrator', 'operator: treasury', 'member: owner'].flatMap((name) =>
    actors.filter((actor) => actor.name === name),
  )
  for (const [route, { access, probes }] of Object.entries(peopleRows)) {
    if (route.startsWith('GET ')) continue
    const token = people.find(({ may }) => access === 'public' || may(access))?.token
    for (const probe of Object.values(probes)) {
      const { verdict } = await send(route, probe, token, 'https://evil.test')
      if (verdict !== '403 origin_refused') wrong.push(`${route}: ${verdict}`)
      const own = await send(route, probe, token, ORIGIN)
      if (own.verdict !== probe.passed) wrong.push(`${route} from our own page: ${own.verdict}`)
    }
  }
  expect(wrong).toEqual([])
})

async function send(route: string, { url, body }: PeopleProbe, token: string | undefined, origin?: string) {
  const method = route.startsWith('GET ') ? 'GET' : 'POST'
  const sent: unknown = typeof body === 'function' ? (body as (of: PeopleParties) => unknown)(parties) : body
  return world.ask(method, url(parties), { token, body: sent, ...(origin !== undefined && { origin }) })
}

function expectedVerdict(row: PeopleRow, probe: PeopleProbe, actor: Actor): string {
  const verdict = expectedOfApi(row, probe, actor)
  if (row.isPage !== true) return verdict
  return verdict.startsWith('401') ? '303' : verdict.slice(0, 3)
}

function expectedOfApi({ access }: PeopleRow, probe: PeopleProbe, actor: Actor): string {
  if (access === 'public') return probe.passed
  if (actor.stoppedWith !== undefined) return actor.stoppedWith
  if (!actor.may(access)) return '403 role_missing'
  if (actor.isByMail && sessionsOf(access) !== 'any') return '403 passkey_required'
  if (actor.isWaiting && sessionsOf(access) === undefined) return '403 signing_paused'
  return actor.isMember ? (probe.passedMember ?? probe.passed) : probe.passed
}

async function createActors(business: string): Promise<Actor[]> {
  const nobody = { isMember: false, may: () => false }
  const stopped: Actor[] = [
    { name: 'signed out', token: undefined, stoppedWith: '401 session_missing', ...nobody },
    { name: 'garbage', token: "'or-1=1--", stoppedWith: '401 session_unknown', ...nobody },
    { name: 'never issued', token: `afs_${'B'.repeat(43)}`, stoppedWith: '401 session_unknown', ...nobody },
  ]
  const sides: ReadonlyArray<readonly [string, () => Promise<TestPerson>]> = [
    ['operator', async () => world.addOperator(['administrator'])],
    ['member', async () => world.addMember([[business, 'owner']])],
  ]
  // The expired sessions come first, because the clock is everybody's.
  for (const [side, add] of sides) {
    const token = await world.tokenOf(await add())
    stopped.push({ name: `${side}: expired`, token, stoppedWith: '401 session_expired', ...nobody })
  }
  world.clock.advance(15 * 24 * 3_600_000)
  for (const [side, add] of sides) {
    const revoked = await world.tokenOf(await add())
    const { body } = await world.ask('GET', '/people/v1/sessions/current', { token: revoked })
    const { session_id: id } = body.session as { session_id: string }
    await world.ask('POST', `/people/v1/sessions/${id}/revoke`, { token: revoked })
    stopped.push({ name: `${side}: revoked`, token: revoked, stoppedWith: '401 session_revoked', ...nobody })
    const person = await add()
    const disabled = await world.tokenOf(person)
    const status = side === 'operator' ? 'suspended' : 'disabled'
    await world.owner.query(`update ${side} set status = $2 where id = $1`, [person.id, status])
    stopped.push({
      name: `${side}: disabled`,
      token: disabled,
      stoppedWith: '403 person_disabled',
      ...nobody,
    })
  }
  const former = await world.addMember([[business, 'viewer']])
  const formerToken = await world.tokenOf(former)
  await world.owner.query(`update membership set ended_at = created_at where member_id = $1`, [former.id])
  world.clock.advance(4_001)
  const signedIn: Actor[] = [
    { name: 'member: of no business', token: formerToken, isMember: true, may: () => false },
  ]
  for (const [side, add] of sides) {
    const person = await add()
    await world.owner.query(
      `insert into reenrolment (passkey_id, operator_id, member_id, at, signs_from)
       select id, operator_id, member_id, $2, $2::timestamptz + interval '24 hours' from passkey where id = $1`,
      [person.passkeyId, world.clock.now()],
    )
    signedIn.push({
      name: `${side}: enrolled again`,
      token: await world.tokenOf(person),
      isMember: side === 'member',
      isWaiting: true,
      may: (action) =>
        side === 'member' ? mayMember('owner', action) : mayOperator(['administrator'], action),
    })
  }
  for (const role of operatorRoles) {
    const token = await world.tokenOf(await world.addOperator([role]))
    signedIn.push({
      name: `operator: ${role}`,
      token,
      isMember: false,
      may: (action) => mayOperator([role], action),
    })
  }
  for (const role of memberRoles) {
    const member = await world.addMember([[business, role]])
    const rights = { isMember: true, may: (action: Action) => mayMember(role, action) }
    const token = await world.tokenOf(member)
    signedIn.push({ name: `member: ${role}`, token, ...rights })
    const other = await world.addMember([[business, role]])
    const byMail = await signInByMail(world, other, await setUpCodes(world, other))
    signedIn.push({ name: `member by mail: ${role}`, token: byMail, isByMail: true, ...rights })
  }
  return [...stopped, ...signedIn]
}

async function issue(business: string): Promise<string> {
  const deps = { pool: world.owner, ...testKeys }
  const why = { actor: 'system:test', reason: 'a test' }
  const { key } = await issueKey(deps, { business, mode: 'test', ...why })
  return formatId('key', key.id)
}
