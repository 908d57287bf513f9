import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { inTransaction } from '../../src/kernel/postgres/pool.ts'
import { invitePerson } from '../../src/records/people/invite-person.ts'
import { createDecidingWorld } from '../deciding-world.ts'
import { addMemberWithCodes, mailedToken, signInByMail } from '../email-sign-in.ts'
import { assertionOf, attestationOf, createPeopleWorld, type TestPerson } from '../people-world.ts'
import { MAIL_KEY, openPostOffice, type PostOffice, tokenIn } from '../post-office.ts'

const database = await createTestDatabase()
const deciding = await createDecidingWorld(database)
const world = await createPeopleWorld(database)
const HOUR_MS = 3_600_000
let office: PostOffice
let business: string

beforeAll(async () => {
  business = await world.addBusiness('ada-lost')
  office = await openPostOffice(database, world.clock)
})
afterAll(async () => {
  await office.stop()
  await world.stop()
  await deciding.close()
})

const askToRecover = async (email: string, from?: string) =>
  world.ask('POST', '/people/v1/recovery', { body: { email }, ...(from !== undefined && { from }) })

/** Enrols a new passkey with the token of a link, as the page does. */
async function enrolAgain(person: TestPerson, token: string) {
  const passkey = softwarePasskey(`${person.id} again ${token}`)
  const read = await world.ask('POST', '/people/v1/invitations/read', { body: { token } })
  const { challenge } = (read.body.options ?? { challenge: '' }) as { challenge: string }
  const credential = attestationOf(passkey, challenge)
  const body = { token, name: 'again', credential }
  const accepted = await world.ask('POST', '/people/v1/invitations/accept', { body })
  return { read, accepted, person: { ...person, passkey } }
}

/** Has an operator invited again, as another operator decides, and enrols them. */
async function enrolOperatorAgain(operator: TestPerson) {
  const by = { actor: 'system:test', reason: 'lost the passkey' }
  const deps = { clock: world.clock, mailKey: MAIL_KEY }
  const token = await inTransaction(world.owner, async (sql) => invitePerson(sql, deps, operator, by))
  return enrolAgain(operator, token)
}

test('a member who enrols again loses older passkeys, sessions, terminals and codes, and everybody is told', async () => {
  const member = await addMemberWithCodes(world, business)
  const other = await world.addBusiness('ada-second')
  const colleague = await world.addMember([[business, 'viewer']])
  const stranger = await world.addMember([[other, 'owner']])
  const former = await world.addMember([[business, 'viewer']])
  await world.owner.query(`update membership set ended_at = created_at where member_id = $1`, [former.id])
  const before = await world.tokenOf(member)
  const byMail = await signInByMail(world, member, member.secret)
  const terminal = await confirmedTerminal(member, before)
  const waiting = await confirmedTerminal(member, before, false)

  expect((await askToRecover(member.email)).verdict).toBe('200')
  await office.deliver()
  const token = tokenIn(office.to(member.email).at(-1))
  const { read, accepted, person } = await enrolAgain(member, token)
  expect(read.body).toMatchObject({ is_reenrolment: true })
  expect(accepted.verdict).toBe('200')
  expect(Date.parse(String(accepted.body.signs_from))).toBeGreaterThanOrEqual(
    world.clock.now().getTime() + 24 * HOUR_MS,
  )

  world.clock.advance(4_001)
  for (const old of [before, byMail, terminal]) {
    expect((await world.ask('GET', '/people/v1/me', { token: old })).verdict).toBe('401 session_revoked')
  }
  expect((await world.signIn(member)).verdict).toBe('401 passkey_revoked')
  const finished = await world.ask('POST', '/people/v1/devices/token', { body: { device_code: waiting } })
  expect(finished.verdict).toBe('401 passkey_revoked')
  const { rows } = await world.owner.query(
    `select secret, ended_at is not null as ended from totp where member_id = $1`,
    [member.id],
  )
  expect(rows).toEqual([{ secret: null, ended: true }])

  const now = await world.tokenOf(person)
  const home = await world.ask('GET', '/', { token: now })
  expect(home.text).toContain('You enrolled again.')
  await office.deliver()
  expect(office.to(member.email).at(-1)?.subject).toBe('You enrolled a new passkey')
  const [told] = office.to(colleague.email)
  expect(told?.subject).toBe('Ngozi enrolled a new passkey')
  expect(told?.text).toContain(`end access for ${member.email}`)
  expect([...office.to(stranger.email), ...office.to(former.email)]).toEqual([])
  const { rows: audit } = await world.owner.query(`select action from audit where subject = $1 order by at`, [
    formatId('member', member.id),
  ])
  expect(audit.map(({ action }) => action)).toContain('person.reenrolled')
})

test('the only owner waits too, and the mail goes to the address', async () => {
  const alone = await world.addBusiness('ada-alone')
  const owner = await world.addMember([[alone, 'owner']])
  await askToRecover(owner.email)
  const { accepted } = await enrolAgain(owner, await mailedToken(world, owner))
  expect(accepted.body.signs_from).not.toBeNull()
  await office.deliver()
  expect(office.to(owner.email).map(({ subject }) => subject)).toContain('You enrolled a new passkey')
})

test('an operator who enrols again signs nothing for 24 hours, and all operators are told', async () => {
  const [lost, second] = [
    await world.addOperator(['operator'], 'Lost Obi'),
    await world.addOperator(['operator']),
  ]
  const { accepted, person } = await enrolOperatorAgain(lost)
  expect(accepted.verdict).toBe('200')
  const token = await world.tokenOf(person)
  const propose = async () => {
    const args = ['propose', await unmatched(), '--keep', '--reason', 'nobody claims it']
    return { args, answer: await world.ask('POST', '/people/v1/commands', { token, body: { args } }) }
  }
  const first = await propose()
  expect(first.answer.text).toContain('signing_paused')
  expect(first.answer.text).toContain(String(accepted.body.signs_from))
  const stop = { args: ['freeze', 'all', '--reason', 'it was not me'] }
  expect((await world.ask('POST', '/people/v1/commands', { token, body: stop })).body).toMatchObject({
    exit_code: 0,
  })

  // The clock of the people process runs ahead by a day. PostgreSQL has its own.
  world.clock.advance(25 * HOUR_MS)
  const later = await world.tokenOf(person)
  const { args } = await propose()
  const asked = await world.ask('POST', '/people/v1/commands', { token: later, body: { args } })
  expect(asked.verdict).toBe('401 signature_required')
  const [{ challenge, case_id, signature_request_id: id }] = asked.body.errors as [Record<string, string>]
  const credential = assertionOf(person.passkey, challenge ?? '')
  const signed = await world.ask('POST', `/people/v1/signatures/${id}/sign`, {
    token: later,
    body: { credential },
  })
  expect(signed.verdict).toBe('403 signing_paused')
  const direct = await world.ask('POST', '/people/v1/commands', {
    token: later,
    body: { args, case_id, signatures: [credential] },
  })
  expect(direct.text).toContain('signing_paused')
  const { rows } = await world.owner.query(`select from decision_signature where operator_id = $1`, [lost.id])
  expect(rows).toEqual([])

  await office.deliver()
  expect(office.to(second.email).at(-1)?.text).toContain(`operators suspend ${lost.email}`)
})

test('a first passkey and a further one make nobody wait', async () => {
  const newcomer = await addWithoutPasskey('newcomer@afara.test')
  const { read, accepted } = await enrolOperatorAgain(newcomer)
  expect([read.body.is_reenrolment, accepted.body.signs_from]).toEqual([false, null])
  const operator = await world.addOperator(['operator'])
  const token = await world.tokenOf(operator)
  const { body } = await world.ask('POST', '/people/v1/passkeys/options', { token })
  const credential = attestationOf(
    softwarePasskey('second'),
    (body.options as { challenge: string }).challenge,
  )
  const added = await world.ask('POST', '/people/v1/passkeys', {
    token,
    body: { name: 'second', credential },
  })
  expect(added.verdict).toBe('200')
  const { body: me } = await world.ask('GET', '/people/v1/me', { token: await world.tokenOf(operator) })
  expect(me.person).toMatchObject({ signs_from: null })
})

test('an operator, a disabled member and nobody get the same answer, and no link', async () => {
  const operator = await world.addOperator(['operator'])
  const left = await world.addMember([[business, 'owner']])
  await world.owner.query(`update member set status = 'disabled' where id = $1`, [left.id])
  const known = await askToRecover((await world.addMember([[business, 'owner']])).email)
  for (const email of [operator.email, left.email, 'nobody@nowhere.test']) {
    const answer = await askToRecover(email)
    expect([answer.verdict, answer.text]).toEqual(['200', known.text])
  }
  for (const person of [operator, left]) await expect(mailedToken(world, person)).rejects.toThrow('no link')
})

test('a link to enrol again works once, for an hour, and a newer one ends it', async () => {
  const member = await world.addMember([[business, 'owner']])
  await askToRecover(member.email)
  const first = await mailedToken(world, member)
  await askToRecover(member.email)
  const second = await mailedToken(world, member)
  expect((await enrolAgain(member, first)).accepted.verdict).toBe('409 invitation_ended')
  expect((await enrolAgain(member, second)).accepted.verdict).toBe('200')
  expect((await enrolAgain(member, second)).accepted.verdict).toBe('409 invitation_ended')
  await askToRecover(member.email)
  const third = await mailedToken(world, member)
  world.clock.advance(HOUR_MS)
  expect((await enrolAgain(member, third)).accepted.verdict).toBe('409 invitation_ended')
})

test('a source asks thirty times, and nobody changes what makes a person wait', async () => {
  const from = '10.98.1.1'
  await Promise.all(
    Array.from({ length: 30 }, async (_, at) => askToRecover(`nobody-${at}@nowhere.test`, from)),
  )
  expect((await askToRecover('one@nowhere.test', from)).verdict).toBe('429 rate_limited')
  for (const change of ['update reenrolment set signs_from = signs_from', 'delete from reenrolment']) {
    await expect(world.owner.query(change)).rejects.toMatchObject({ code: 'AF002' })
  }
})

async function addWithoutPasskey(email: string): Promise<TestPerson> {
  const id = newId()
  await world.owner.query(`insert into operator (id, email, name) values ($1, $2, 'New')`, [id, email])
  return { side: 'operator', id, email, passkey: softwarePasskey(id), passkeyId: '' }
}

async function unmatched(): Promise<string> {
  const account = await deciding.openAccount()
  const payer = { accountNumber: '9999999999', bankCode: '000014', name: 'EMEKA OKAFOR' }
  return deciding.ask(account, await deciding.pay(account, 50_000, payer), 'unmatched')
}

/** Confirms a terminal. Returns its token, or its device code if it does not fetch the token. */
async function confirmedTerminal(person: TestPerson, token: string, fetches = true): Promise<string> {
  const { body } = await world.ask('POST', '/people/v1/devices', { body: { machine: 'a laptop' } })
  const code = { user_code: body.user_code }
  const options = await world.ask('POST', '/people/v1/devices/options', { token, body: code })
  const credential = assertionOf(person.passkey, (options.body.options as { challenge: string }).challenge)
  await world.ask('POST', '/people/v1/devices/confirm', { token, body: { ...code, credential } })
  if (!fetches) return String(body.device_code)
  const session = await world.ask('POST', '/people/v1/devices/token', {
    body: { device_code: body.device_code },
  })
  return String(session.body.token)
}
