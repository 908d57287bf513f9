import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import type { NameAnswer } from '../../src/movements/payouts/name-enquiry.ts'
import type { MemberRole } from '../../src/records/people/role-actions.ts'
import {
  type Answer,
  assertionOf,
  createPeopleWorld,
  type PeopleWorld,
  type TestPerson,
} from '../people-world.ts'

const database = await createTestDatabase()
/** What the bank answers next. */
let bankSays: NameAnswer | undefined = { outcome: 'found', accountName: 'ADA FOODS LTD' }
let world: PeopleWorld
let operators: readonly TestPerson[] = []
beforeAll(async () => {
  world = await createPeopleWorld(database, { ask: async () => bankSays })
  operators = await Promise.all([world.addOperator(['administrator']), world.addOperator(['compliance'])])
})
afterAll(async () => {
  await world.stop()
  await database.drop()
})

type Desk = Readonly<{
  businessId: string
  linkTag: string
  owner: TestPerson
  ask(path: string, body?: unknown): Promise<Answer>
  read(): Promise<Record<string, unknown>>
}>

/** A business with an owner who signed in. */
async function open(linkTag: string, role: MemberRole = 'owner'): Promise<Desk> {
  const businessId = await world.addBusiness(linkTag)
  const owner = await world.addMember([[businessId, role]])
  const token = await world.tokenOf(owner)
  const url = `/account/v1/businesses/${formatId('business', businessId)}/go-live`
  return {
    businessId,
    linkTag,
    owner,
    ask: async (path, body) => world.ask('POST', `${url}${path}`, { token, body }),
    read: async () => (await world.ask('GET', url, { token })).body.go_live as Record<string, unknown>,
  }
}

const digest = (letter: string) => letter.repeat(64)
const documents = [
  { kind: 'registration', name: 'certificate.pdf', sha256: digest('a') },
  { kind: 'status_report', name: 'status.pdf', sha256: digest('b') },
  { kind: 'address', name: 'bill.pdf', sha256: digest('c') },
]
const ngozi = {
  name: 'Ngozi Eze',
  role: 'director_and_owner',
  share_bps: 10_000,
  identity_reference: 'VER-1',
}
const filled = {
  company: { legal_name: 'Ada Foods Limited', rc_number: 'rc 1234567' },
  people: [ngozi],
  documents,
  volumes: { monthly_volume: '50000000', largest_payment: '2500000.50' },
  agreement_version: '2026-11',
  consent: { vendor: 'Paystack', reference: 'PSK/2026/118' },
}
const account = { bank: 'GTBank', account_number: '0123456789' }

/** Fills in everything and submits it. */
async function submit(desk: Desk): Promise<Answer> {
  await desk.ask('', filled)
  await desk.ask('/account', account)
  return desk.ask('/submit')
}

/** Runs a command as an operator who signs what it asks for. */
async function ops(place: number, ...args: string[]): Promise<string> {
  const operator = operators[place]
  if (operator === undefined) throw new Error('no such operator')
  const token = await world.tokenOf(operator)
  const send = async (more: object) =>
    world.ask('POST', '/people/v1/commands', { token, body: { args, ...more } })
  let answer = await send({})
  if (answer.verdict === '401 signature_required') {
    const [{ challenge, case_id } = { challenge: '', case_id: '' }] = answer.body.errors as Array<
      Record<'challenge' | 'case_id', string>
    >
    answer = await send({ case_id, signatures: [assertionOf(operator.passkey, challenge)] })
  }
  const { output = [], errors = [] } = answer.body as Partial<Record<'output' | 'errors', string[]>>
  return [...output, ...errors].join('\n')
}

const terms = ['--exposure-cap', '100000', '--reason', 'we met them']
const approve = async (desk: Desk, file: number, tier = '1', limit = '5000000') => {
  const args = ['--file', String(file), '--tier', tier, '--daily-limit', limit, ...terms]
  const proposed = await ops(0, 'go-live', 'approve', desk.linkTag, ...args)
  const [caseId = 'none'] = /cas_[0-9a-f]{32}/.exec(proposed) ?? []
  return {
    proposed,
    approve: async () => ops(1, 'approve', caseId),
    decline: async () => ops(1, 'decline', caseId, '--reason', 'the file was refused'),
  }
}

async function liveRow({ businessId }: Desk) {
  const { rows } = await world.owner.query<Record<string, unknown>>(
    `select status, tier, daily_limit_minor::text as daily, exposure_cap_minor::text as cap
     from business_mode where business_id = $1 and mode = 'live'`,
    [businessId],
  )
  return rows[0]
}

const mailsTo = async ({ owner: { id } }: Desk) =>
  (
    await world.owner.query<{ kind: string; details: unknown }>(
      `select kind, details from mail where member_id = $1 and kind in ('go_live_refused', 'went_live') order by created_at, id`,
      [id],
    )
  ).rows

test('a member fills in the file item by item, and it says what is missing', async () => {
  const desk = await open('ada-live')
  const missing = async () =>
    ((await desk.read()).items as Array<{ item: string; is_complete: boolean }>).flatMap(
      ({ item, is_complete: isComplete }) => (isComplete ? [] : [item]),
    )
  expect(await missing()).toHaveLength(7)
  expect((await desk.ask('', { company: filled.company })).body.go_live).toMatchObject({
    state: 'draft',
    company: { legal_name: 'Ada Foods Limited', rc_number: 'RC1234567' },
  })
  expect(await missing()).not.toContain('company')
  const { agreement_version: version, ...others } = filled
  await desk.ask('', others)
  expect(await missing()).toEqual(['account', 'agreement'])
  expect((await desk.ask('/account', account)).body.go_live).toMatchObject({
    account: { bank_name: 'Guaranty Trust Bank', account_name: 'ADA FOODS LTD', name_match: 'match' },
  })
  expect((await desk.ask('/submit')).verdict).toBe('422 go_live_incomplete')
  await desk.ask('', { agreement_version: version })
  expect(await missing()).toEqual([])
  expect((await desk.read()).volumes).toEqual({
    monthly_volume: '50000000',
    largest_payment: '2500000.5',
  })
})

test('the database has identity references and documents encrypted, and members and operators read them', async () => {
  const desk = await open('hauwa-live')
  expect((await submit(desk)).status).toBe(200)
  const { rows } = await world.owner.query<{ text: string }>(
    `select content::text as text from go_live_draft where business_id = $1
     union all select content from go_live_file where business_id = $1`,
    [desk.businessId],
  )
  const stored = rows.map(({ text }) => text).join()
  expect([rows.length, stored.match(/sealed:/g)?.length]).toEqual([2, 14])
  for (const hidden of ['VER-1', 'certificate.pdf', digest('a')]) expect(stored).not.toContain(hidden)
  expect(await desk.read()).toMatchObject({ people: [ngozi], documents })
  expect(await ops(0, 'go-live', 'show', desk.linkTag)).toMatch(
    /check VER-1\n[^]*registration certificate\.pdf/,
  )
})

test.each([
  ['a malformed registration number', { company: { legal_name: 'Ada', rc_number: 'RC12' } }],
  ['shares above 100%', { people: [ngozi, { ...ngozi, share_bps: 1 }] }],
  [
    'a BVN in place of the reference of its check',
    { people: [{ ...ngozi, identity_reference: '22345678901' }] },
  ],
  ['half of a digest', { documents: [{ ...documents[0], sha256: 'ab' }] }],
  ['an amount in words', { volumes: { monthly_volume: 'a lot', largest_payment: '1' } }],
  ['another agreement', { agreement_version: '1999-01' }],
  ['an account that no bank named', { account: { account_name: 'ADA FOODS LTD' } }],
])('%s is refused', async (_, body) => {
  const desk = await open(`odd-${newId().slice(-8)}`)
  expect((await desk.ask('', body)).status).toBeGreaterThanOrEqual(400)
  expect((await desk.read()).state).toBe('draft')
})

test('an account counts only if the bank names the business, and ten questions a day are enough', async () => {
  const desk = await open('bola-live')
  await desk.ask('', filled)
  bankSays = { outcome: 'found', accountName: 'CHUKWUDI OBI' }
  expect((await desk.ask('/account', account)).body.go_live).toMatchObject({
    account: { name_match: 'different' },
  })
  expect((await desk.ask('/submit')).verdict).toBe('422 go_live_incomplete')
  bankSays = { outcome: 'not_found' }
  expect((await desk.ask('/account', account)).verdict).toBe('422 account_unknown')
  bankSays = undefined
  expect((await desk.ask('/account', account)).verdict).toBe('503 unavailable')
  bankSays = { outcome: 'found', accountName: 'ADA FOODS LTD' }
  const verdicts = await Promise.all(Array.from({ length: 9 }, async () => desk.ask('/account', account)))
  expect(verdicts.filter(({ verdict }) => verdict === '200')).toHaveLength(7)
  expect(verdicts.filter(({ verdict }) => verdict === '429 rate_limited')).toHaveLength(2)
})

test('one operator refuses, the business fixes it, and two operators let it go live', async () => {
  const desk = await open('chidi-live')
  expect((await submit(desk)).body.go_live).toMatchObject({ state: 'submitted', submission: { version: 1 } })
  expect(await ops(0, 'go-live', 'list')).toContain('chidi-live')
  expect(await ops(0, 'go-live', 'show', 'chidi-live')).toMatch(/Ngozi Eze, director and owner, 100\.00%/)
  const early = await approve(desk, 1)
  const fix = 'documents=The certificate is of another company'
  expect(await ops(1, 'go-live', 'refuse', 'chidi-live', '--file', '1', '--fix', fix)).toContain(
    'Refused file 1',
  )
  expect(await desk.read()).toMatchObject({
    state: 'refused',
    submission: { to_fix: [{ item: 'documents', words: 'The certificate is of another company' }] },
  })
  expect(await mailsTo(desk)).toMatchObject([
    { kind: 'go_live_refused', details: { link_tag: 'chidi-live' } },
  ])
  // What was proposed before the refusal cannot be approved any more.
  expect(await early.approve()).toMatch(/does not wait for a decision/)
  await early.decline()
  expect(await ops(1, 'go-live', 'refuse', 'chidi-live', '--file', '1', '--fix', fix)).toContain(
    'Nothing was changed',
  )
  expect((await desk.ask('/submit')).body.go_live).toMatchObject({
    state: 'submitted',
    submission: { version: 2 },
  })
  expect(
    await ops(
      0,
      'go-live',
      'approve',
      'chidi-live',
      '--file',
      '1',
      '--tier',
      '1',
      '--daily-limit',
      '1',
      ...terms,
    ),
  ).toMatch(/newest file of chidi-live is 2/)
  expect((await approve(desk, 2, '1', '5000001')).proposed).toMatch(/above what tier 1 allows/)
  const right = await approve(desk, 2)
  expect(await liveRow(desk)).toMatchObject({ status: 'pending' })
  expect(await right.approve()).toContain('is done')
  expect(await liveRow(desk)).toEqual({ status: 'active', tier: 1, daily: '500000000', cap: '10000000' })
  expect(await desk.read()).toMatchObject({ state: 'approved', tier: 1, daily_limit: '5000000' })
  expect((await mailsTo(desk)).map(({ kind }) => kind)).toEqual(['go_live_refused', 'went_live'])
  expect((await desk.ask('', { company: filled.company })).verdict).toBe('409 already_live')
  expect((await desk.ask('/submit')).verdict).toBe('409 already_live')
})

test('one operator lowers a live business, or takes it out of live mode until two approve a new file', async () => {
  const desk = await open('dupe-live')
  await submit(desk)
  await (await approve(desk, 1, '2', '40000000')).approve()
  const down = async (...more: string[]) =>
    ops(0, 'business', 'downgrade', desk.linkTag, ...more, '--reason', 'x')
  expect(await down('--tier', '3', '--daily-limit', '1000')).toMatch(/must not raise/)
  expect(await down('--tier', '2', '--daily-limit', '40000001')).toMatch(/must not raise/)
  expect(await down('--tier', '1', '--daily-limit', '1000000')).toContain('Downgraded')
  expect(await liveRow(desk)).toMatchObject({ status: 'active', tier: 1, daily: '100000000' })
  expect(await down('--to-pending', '--fix', 'consent=The vendor withdrew its consent')).toContain(
    'Downgraded',
  )
  expect(await liveRow(desk)).toEqual({ status: 'pending', tier: null, daily: '0', cap: '0' })
  expect(await desk.read()).toMatchObject({ state: 'refused', submission: { to_fix: [{ item: 'consent' }] } })
  // The old file makes it live no more. A new one does.
  expect((await approve(desk, 1, '2', '40000000')).proposed).toMatch(/does not wait for a decision/)
  expect((await desk.ask('/submit')).body.go_live).toMatchObject({ submission: { version: 2 } })
  const { rows } = await world.owner.query('select from check_decisions(0, 9223372036854775807)')
  expect(rows).toEqual([])
})

test('PostgreSQL makes no business live without a file, not even for the owner of the schema', async () => {
  const desk = await open('efe-live')
  const set = async (status: string) =>
    world.owner.query(`update business_mode set status = $2 where business_id = $1 and mode = 'live'`, [
      desk.businessId,
      status,
    ])
  await expect(set('active')).rejects.toMatchObject({ code: 'AF493' })
  await expect(set('suspended')).rejects.toMatchObject({ code: 'AF493' })
  const other = newId()
  await world.owner.query(`insert into business (id, name, link_tag) values ($1, 'Odd', 'odd-insert')`, [
    other,
  ])
  await expect(
    world.owner.query(
      `insert into business_mode (business_id, mode, may_hold_balance) values ($1, 'live', false)`,
      [other],
    ),
  ).rejects.toMatchObject({ code: 'AF493' })
})

test('PostgreSQL refuses a file of somebody who may not, an incomplete one, and a change of a submitted one', async () => {
  const desk = await open('femi-live')
  const viewer = await world.addMember([[desk.businessId, 'finance']])
  const call = async (text: string, ...values: unknown[]) => world.owner.query(text, values)
  const { businessId, owner } = desk
  await expect(call(`select save_go_live($1, $2, '{}', now())`, viewer.id, businessId)).rejects.toMatchObject(
    {
      code: 'AF494',
    },
  )
  await expect(call(`select submit_go_live($1, $2, now())`, owner.id, businessId)).rejects.toMatchObject({
    code: 'AF495',
  })
  const invented = `{"account": {"account_name": "ADA FOODS LTD"}}`
  await expect(
    call(`select save_go_live($1, $2, $3, now())`, owner.id, businessId, invented),
  ).rejects.toMatchObject({
    code: 'AF495',
  })
  await submit(desk)
  await expect(call(`update go_live_file set content = '{}'`)).rejects.toMatchObject({ code: 'AF002' })
  await expect(call(`delete from go_live_file`)).rejects.toMatchObject({ code: 'AF002' })
})

test('two members who submit at once submit two versions, and only the newest waits', async () => {
  const desk = await open('gbenga-live')
  await submit(desk)
  const both = await Promise.all([desk.ask('/submit'), desk.ask('/submit')])
  expect(both.map(({ verdict }) => verdict)).toEqual(['200', '200'])
  expect(await desk.read()).toMatchObject({ submission: { version: 3 } })
  expect(
    (await ops(0, 'go-live', 'list')).split('\n').filter((line) => line.includes('gbenga-live')),
  ).toHaveLength(1)
})
