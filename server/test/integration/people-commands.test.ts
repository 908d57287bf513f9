import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActions } from '../../src/entry/ops/command-actions.ts'
import { mayOperator, type OperatorRole, operatorRoles } from '../../src/records/people/role-actions.ts'
import { createDecidingWorld } from '../deciding-world.ts'
import { type Answer, assertionOf, createPeopleWorld, type TestPerson } from '../people-world.ts'

const database = await createTestDatabase()
const world = await createDecidingWorld(database)
const people = await createPeopleWorld(database)

type Desk = Readonly<{ person: TestPerson; token: string }>

let ada: Desk
let bola: Desk
beforeAll(async () => {
  ada = await seat(['operator', 'administrator'])
  bola = await seat(['operator', 'administrator'])
})
afterAll(async () => {
  await people.stop()
  await world.close()
})

async function seat(roles: readonly OperatorRole[]): Promise<Desk> {
  const person = await people.addOperator(roles)
  return { person, token: await people.tokenOf(person) }
}

const send = async ({ token }: Desk, args: readonly string[], more: object = {}) =>
  people.ask('POST', '/people/v1/commands', { token, body: { args, ...more } })

const askedOf = ({ body }: Answer) => (body.errors as Readonly<Record<string, unknown>>[])[0] ?? {}

/** Signs what a command asks for, as the terminal does. */
async function decide(desk: Desk, signer: TestPerson, ...args: string[]): Promise<Answer> {
  const first = await send(desk, args)
  if (first.verdict !== '401 signature_required') return first
  const { challenge, case_id } = askedOf(first) as { challenge: string; case_id: string }
  return send(desk, args, { case_id, signatures: [assertionOf(signer.passkey, challenge)] })
}

async function unmatched(): Promise<string> {
  const account = await world.openAccount()
  const payer = { accountNumber: '9999999999', bankCode: '000014', name: 'EMEKA OKAFOR' }
  return world.ask(account, await world.pay(account, 50_000, payer), 'unmatched')
}

const keep = (caseId: string) => ['propose', caseId, '--keep', '--reason', 'nobody claims it']

test('a command prints what it prints at a terminal', async () => {
  const caseId = await unmatched()
  const { body } = await send(ada, ['show', caseId])
  expect(body).toMatchObject({ exit_code: 0, errors: [] })
  expect((body.output as string[]).join('\n')).toContain('EMEKA OKAFOR')
  const wrong = await send(ada, ['show', 'cas_1'])
  expect(wrong.body).toMatchObject({
    exit_code: 1,
    output: [],
    errors: [expect.stringContaining('Rejected')],
  })
})

test('two operators decide: both sign the same text, and the second one carries it out', async () => {
  const caseId = await unmatched()
  const asked = await send(ada, keep(caseId))
  expect(asked.verdict).toBe('401 signature_required')
  expect(askedOf(asked)).toMatchObject({
    text: expect.stringContaining('decision.action: "keep"'),
    short_code: expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/),
    rp_id: 'localhost',
    origin: 'http://localhost',
    credentials: [ada.person.passkey.credentialId.toString('base64url')],
  })
  // Nothing is kept of the first step.
  expect(
    (
      await world.owner.query(`select from signed_decision where text like '%' || $1 || '%'`, [
        caseId.slice(4),
      ])
    ).rowCount,
  ).toBe(0)
  const proposed = await decide(ada, ada.person, ...keep(caseId))
  expect(proposed.body).toMatchObject({ exit_code: 0 })
  const alone = await decide(ada, ada.person, 'approve', caseId)
  expect(alone.body).toMatchObject({
    exit_code: 1,
    errors: [expect.stringContaining('approval_by_same_person')],
  })
  const approving = await send(bola, ['approve', caseId])
  expect(askedOf(approving).text).toBe(askedOf(asked).text)
  const approved = await decide(bola, bola.person, 'approve', caseId)
  expect(approved.body).toMatchObject({
    exit_code: 0,
    output: [expect.stringContaining('is done'), 'Next: npx afara ops cases'],
  })
})

test('a decision that is signed in the browser needs no signature with the command, once', async () => {
  const caseId = await unmatched()
  const asked = askedOf(await send(ada, keep(caseId))) as Record<string, string>
  expect(asked.url).toBe(`http://localhost/decide/${asked.signature_request_id}`)
  const page = `/people/v1/signatures/${asked.signature_request_id}`
  const again = async () => send(ada, keep(caseId), { case_id: asked.case_id })
  expect((await again()).verdict).toBe('401 signature_required')
  const credential = assertionOf(ada.person.passkey, asked.challenge ?? '')
  expect(
    (await people.ask('POST', `${page}/sign`, { token: ada.token, body: { credential } })).body.signature,
  ).toMatchObject({ state: 'signed', short_code: asked.short_code })
  // It is Ada's, and for this decision.
  expect((await send(bola, keep(caseId))).verdict).toBe('401 signature_required')
  expect((await send(ada, keep(await unmatched()))).verdict).toBe('401 signature_required')
  expect((await again()).body).toMatchObject({ exit_code: 0 })
  expect((await people.ask('GET', page, { token: ada.token })).verdict).toBe('404 signature_request_unknown')
})

test('a signature of somebody else, or of another text, decides nothing', async () => {
  const caseId = await unmatched()
  const forged = await decide(ada, bola.person, ...keep(caseId))
  expect(forged.body).toMatchObject({ exit_code: 1, errors: [expect.stringContaining('signature_invalid')] })
  const other = askedOf(await send(ada, keep(await unmatched()))) as { challenge: string }
  const signatures = [assertionOf(ada.person.passkey, other.challenge)]
  expect((await send(ada, keep(caseId), { signatures })).verdict).toBe('401 signature_required')
})

test('a request opens its case under the id that was signed, once', async () => {
  expect((await send(ada, ['freeze', 'all', '--reason', 'a test'])).body).toMatchObject({ exit_code: 0 })
  const lift = ['unfreeze', 'all', '--reason', 'it was a test']
  const asked = askedOf(await send(ada, lift)) as { challenge: string; case_id: string; text: string }
  const again = { case_id: asked.case_id, signatures: [assertionOf(ada.person.passkey, asked.challenge)] }
  expect((await send(ada, lift, again)).body).toMatchObject({
    exit_code: 0,
    output: expect.arrayContaining([`Requested as ${asked.case_id}.`]),
  })
  expect((await send(ada, lift, again)).verdict).toBe('409 case_moved')
  expect((await decide(bola, bola.person, 'approve', asked.case_id)).body).toMatchObject({ exit_code: 0 })
})

test('more commands than database connections are asked to sign at the same time', async () => {
  const cases = await Promise.all(Array.from({ length: 30 }, unmatched))
  const answers = await Promise.all(cases.map(async (caseId) => send(ada, keep(caseId))))
  expect(new Set(answers.map(({ verdict }) => verdict))).toEqual(new Set(['401 signature_required']))
})

test('what an approval creates has the id that both operators signed', async () => {
  const open = ['payout-account', 'open', '--vendor', 'paystack', '--name', 'second', '--reason', 'a test']
  const proposed = await decide(ada, ada.person, ...open)
  expect(proposed.body).toMatchObject({ exit_code: 0 })
  const caseId = /cas_[0-9a-f]{32}/.exec((proposed.body.output as string[]).join())?.[0] ?? ''
  const { text } = askedOf(await send(bola, ['approve', caseId])) as { text: string }
  expect((await decide(bola, bola.person, 'approve', caseId)).body).toMatchObject({ exit_code: 0 })
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from payout_account where vendor = 'paystack' and name = 'second' and mode = 'live'`,
  )
  expect(text).toContain(`decision.account_id: "${rows[0]?.id}"`)
})

test('the role of both operators must allow the decision, and the command', async () => {
  const caseId = await unmatched()
  const treasury = await seat(['treasury'])
  const refused = { exit_code: 1, errors: [expect.stringContaining('role_missing')] }
  expect((await send(treasury, keep(caseId))).body).toMatchObject(refused)
  await decide(ada, ada.person, ...keep(caseId))
  expect((await decide(treasury, treasury.person, 'approve', caseId)).body).toMatchObject(refused)
  const auditor = await seat(['auditor'])
  expect((await send(auditor, ['show', caseId])).body).toMatchObject({ exit_code: 0 })
  expect((await send(auditor, ['freeze', 'all', '--reason', 'x'])).body).toMatchObject(refused)
  expect((await send(auditor, ['note', caseId, 'x'])).body).toMatchObject(refused)
})

test.each(operatorRoles)('who manages operators is said by the table of roles: %s', async (role) => {
  const desk = await seat([role])
  for (const [command, action] of Object.entries(commandActions)) {
    if (!command.startsWith('operators ')) continue
    const args = command.endsWith('list') || command.endsWith('export') ? [] : ['nobody@afara.test']
    if (command.endsWith('roles')) args.push('operator')
    const { body } = await send(desk, [
      ...command.split(' '),
      ...args,
      ...(args.length > 0 ? ['--reason', 'a test'] : []),
    ])
    const isRefused = (body.errors as string[]).some((error) => error.includes('role_missing'))
    expect(isRefused, command).toBe(!mayOperator([role], action))
  }
})

test('a suspended operator is refused within five seconds in an open session, and approves nothing meanwhile', async () => {
  const leaver = await seat(['operator', 'administrator'])
  const caseId = await unmatched()
  expect((await decide(ada, ada.person, ...keep(caseId))).body).toMatchObject({ exit_code: 0 })
  expect((await send(leaver, ['cases'])).verdict).toBe('200')
  const suspend = ['operators', 'suspend', leaver.person.email, '--reason', 'left']
  expect((await send(ada, suspend)).body).toMatchObject({ exit_code: 0 })
  // The process may still know the session from its cache. PostgreSQL refuses the approval all the same.
  expect((await decide(leaver, leaver.person, 'approve', caseId)).body).not.toMatchObject({ exit_code: 0 })
  people.clock.advance(5_000)
  expect((await send(leaver, ['cases'])).verdict).toBe('403 person_disabled')
  expect((await people.signIn(leaver.person)).verdict).toBe('403 person_disabled')
  expect((await decide(bola, bola.person, 'approve', caseId)).body).toMatchObject({ exit_code: 0 })
})

test('the server asks for the content of a file and never reads a path', async () => {
  const asked = await send(ada, ['journal', '/etc/hostname'])
  expect([asked.verdict, askedOf(asked).name]).toEqual(['422 file_required', '/etc/hostname'])
  for (const content of ['{}', 'null', 'not JSON']) {
    const files = { '/etc/hostname': Buffer.from(content).toString('base64') }
    expect((await send(ada, ['journal', '/etc/hostname'], { files })).body).toMatchObject({
      exit_code: 1,
      errors: ['Rejected (field_invalid): This is not a file that "npm run journal" wrote.'],
    })
  }
})
