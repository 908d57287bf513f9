import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { writeDraft } from '@afara/vault/shared/operators/ceremony/draft.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { openPostOffice, type PostOffice, tokenIn } from '../../../../test/post-office.ts'
import { systemClock } from '../../../kernel/clock/clock.ts'
import { createPool } from '../../../kernel/postgres/pool.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import {
  findPasskeyById,
  insertPersonPasskey,
  usePasskey,
} from '../../../records/people/person-passkey-store.ts'
import { hashInvitationToken } from '../../../records/people/secret-token.ts'
import { startSession } from '../../../records/people/start-session.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const database = await createTestDatabase()
const ownerUrl = database.url('afara_owner')
const owner = createPool(ownerUrl, { max: 3, applicationName: 'test' })
const people = createPool(database.url('afara_people'), { max: 1, applicationName: 'test', side: 'house' })
const why = { actor: 'system:test', reason: 'a test' }
const REASON = ['--reason', 'the board decided']
const ids = new Map<string, string>()
let office: PostOffice

beforeAll(async () => {
  for (const name of ['ada', 'bisi', 'chidi', 'dupe']) await hire(name)
  office = await openPostOffice(database, systemClock)
})
afterAll(async () => {
  await office.stop()
  await Promise.all([owner.end(), people.end()])
  await database.drop()
})

async function hire(name: string): Promise<string> {
  const { id } = await hireOperator(owner, { email: `${name}@afara.test`, name, ...why })
  ids.set(name, id)
  return id
}

async function ops(who: string, line: string, ...more: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOps(['ops', ...line.split(' '), ...more], {
    readSigning: softwareSigning,
    ...connectAs(ownerUrl, `${who}@afara.test`),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, text: out.join('\n'), errors: errors.join('\n') }
}

const caseIn = (text: string) => /cas_[0-9a-f]{32}/.exec(text)?.[0] ?? ''

async function propose(who: string, line: string, ...more: string[]): Promise<string> {
  const asked = await ops(who, line, ...more, ...REASON)
  expect(asked.errors).toBe('')
  return caseIn(asked.text)
}

/** Ada proposes and Bisi approves. */
async function decide(line: string, ...more: string[]): Promise<void> {
  const caseId = await propose('ada', line, ...more)
  expect((await ops('bisi', `approve ${caseId}`)).errors).toBe('')
}

async function operator(email: string) {
  const { rows } = await owner.query<{ id: string; status: string; roles: string[]; keys: number }>(
    `select o.id, o.status, o.roles,
       (select count(*)::int from passkey k where k.operator_id = o.id and k.revoked_at is null) as keys
     from operator o where o.email = $1`,
    [email],
  )
  return rows[0]
}

test('two administrators invite an operator: the link leaves by mail, and neither of them sees it', async () => {
  const line = 'operators invite efe@afara.test --roles operator treasury --name'
  expect((await ops('ada', 'operators invite efe@afara.test', ...REASON)).errors).toMatch(
    /--name and --roles/,
  )
  expect(
    (await ops('ada', 'operators invite efe@afara.test --name Efe --roles king', ...REASON)).errors,
  ).toMatch(/role_unknown/)
  const caseId = await propose('ada', line, 'Efe Obi')
  expect(await operator('efe@afara.test')).toBeUndefined()
  expect((await ops('ada', `approve ${caseId}`)).errors).toMatch(/approval_by_same_person/)
  const approved = await ops('bisi', `approve ${caseId}`)
  expect(approved.text).toContain(
    'invite Efe Obi <efe@afara.test> as an operator with the roles operator, treasury',
  )
  expect(approved.text).not.toMatch(/inv_/)
  expect(await operator('efe@afara.test')).toMatchObject({
    status: 'active',
    roles: ['operator', 'treasury'],
  })
  await office.deliver()
  const token = tokenIn(office.to('efe@afara.test')[0])
  const { rows } = await owner.query(
    `select invited_by, 'cas_' || replace(decided_by::text, '-', '') as case from invitation where token_hash = $1`,
    [hashInvitationToken(token)],
  )
  expect(rows).toEqual([{ invited_by: ids.get('ada'), case: caseId }])
})

test('no invitation can be issued without the decision of this commit', async () => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where resolution ->> 'action' = 'invite_operator'`,
  )
  const again = people.query(
    `select issue_decided_invitation($1, gen_random_uuid(), sha256('x'), gen_random_uuid(), $2, now() + interval '1 day', now())`,
    [rows[0]?.id, Buffer.alloc(60)],
  )
  await expect(again).rejects.toMatchObject({ code: 'AF032' })
  for (const statement of [
    `update operator set roles = '{administrator}'`,
    `insert into operator (id, email, name) values (gen_random_uuid(), 'x@y', 'x')`,
    `select break_glass('x', '[]', now())`,
  ])
    await expect(people.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})

test('a known operator is invited again, and nobody takes over an address or changes roles by an invitation', async () => {
  await decide('operators invite efe@afara.test')
  await office.deliver()
  const { rows } = await owner.query(
    `select count(*) filter (where revoked_at is null)::int as open, count(*)::int as all from invitation where operator_id = $1`,
    [(await operator('efe@afara.test'))?.id],
  )
  expect(rows).toEqual([{ open: 1, all: 2 }])
  const other = await ops('ada', 'operators invite efe@afara.test --roles administrator', ...REASON)
  expect(other.errors).toMatch(/change the roles first/)
})

test('two administrators change roles, and not their own', async () => {
  await decide('operators roles efe@afara.test treasury')
  expect((await operator('efe@afara.test'))?.roles).toEqual(['treasury'])
  expect((await ops('ada', 'operators roles ada@afara.test administrator', ...REASON)).errors).toMatch(
    /nobody decides about themselves/,
  )
  const caseId = await propose('ada', 'operators roles bisi@afara.test administrator')
  expect((await ops('bisi', `approve ${caseId}`)).errors).toMatch(/nobody decides about themselves/)
  expect((await ops('chidi', `approve ${caseId}`)).errors).toBe('')
  expect((await operator('bisi@afara.test'))?.roles).toEqual(['administrator'])
})

test('a change is refused at the approval if the operator changed since the proposal', async () => {
  const caseId = await propose('ada', 'operators roles efe@afara.test operator')
  await owner.query(`update operator set roles = '{support}' where email = 'efe@afara.test'`)
  expect((await ops('bisi', `approve ${caseId}`)).errors).toMatch(/proposal_stale/)
  expect((await ops('bisi', `decline ${caseId}`, ...REASON)).errors).toBe('')
})

test('one administrator suspends an operator at once; their proposals, sessions, terminals and signatures end', async () => {
  const dupe = ids.get('dupe') ?? ''
  const { rows: keys } = await owner.query<{ id: string }>(`select id from passkey where operator_id = $1`, [
    dupe,
  ])
  const caseId = await propose('dupe', 'operators roles efe@afara.test operator')
  await owner.query(
    `insert into person_session (id, operator_id, token_hash, method, passkey_id, client, user_agent, created_at, last_seen_at,
       idle_expires_at, expires_at)
     values (gen_random_uuid(), $1, sha256('s'), 'passkey', $2, 'terminal', 'x', now(), now(), now() + interval '5 minutes', now() + interval '1 hour')`,
    [dupe, keys[0]?.id],
  )
  await owner.query(
    `insert into device_login (id, device_hash, user_hash, machine, address, created_at, expires_at, confirmed_at, passkey_id)
     values (gen_random_uuid(), sha256('d'), sha256('u'), 'x', '127.0.0.1', now(), now() + interval '5 minutes', now(), $1)`,
    [keys[0]?.id],
  )
  await owner.query(
    `insert into signature_request (id, operator_id, text, hash, created_at, expires_at)
     values (gen_random_uuid(), $1, E'Afara decision 1\\nx', sha256(E'Afara decision 1\\nx'), now(), now() + interval '5 minutes')`,
    [dupe],
  )
  const stopped = await ops('ada', 'operators suspend dupe@afara.test', ...REASON)
  expect(stopped.text).toContain('Suspended dupe@afara.test')
  const { rows } = await owner.query(
    `select (select count(*)::int from person_session where operator_id = $1 and revoked_at is null) as sessions,
       (select count(*)::int from device_login) as terminals, (select count(*)::int from signature_request) as signatures,
       (select ended from case_file where id = $2) as proposal`,
    [dupe, caseId.slice(4)],
  )
  expect(rows).toEqual([{ sessions: 0, terminals: 0, signatures: 0, proposal: 'dismissed' }])
  expect((await ops('ada', 'operators suspend dupe@afara.test', ...REASON)).text).toContain(
    'Nothing was changed',
  )
  expect((await ops('dupe', 'operators suspend ada@afara.test', ...REASON)).errors).toMatch(/is not active/)
  expect((await ops('bisi', `approve ${caseId}`)).errors).not.toBe('')
  const { rows: audit } = await owner.query(
    `select actor, reason from audit where action = 'operator.suspended'`,
  )
  expect(audit).toEqual([{ actor: ids.get('ada'), reason: 'the board decided' }])
})

test('PostgreSQL counts no signature of a suspended proposer, even if the proposal still waits', async () => {
  const caseId = await propose('chidi', 'operators roles efe@afara.test operator')
  await owner.query(`update operator set status = 'suspended' where email = 'chidi@afara.test'`)
  expect((await ops('bisi', `approve ${caseId}`)).errors).toMatch(/operator_disabled/)
  await owner.query(`update operator set status = 'active' where email = 'chidi@afara.test'`)
  expect((await ops('bisi', `decline ${caseId}`, ...REASON)).errors).toBe('')
})

test('two other administrators end a suspension', async () => {
  await decide('operators resume dupe@afara.test')
  expect(await operator('dupe@afara.test')).toMatchObject({ status: 'active', keys: 1 })
  expect((await ops('ada', 'operators resume dupe@afara.test', ...REASON)).errors).toMatch(/is not suspended/)
})

test('who leaves loses every passkey, and returns only by a new invitation', async () => {
  await decide('operators end dupe@afara.test')
  expect(await operator('dupe@afara.test')).toMatchObject({ status: 'ended', keys: 0 })
  expect((await ops('ada', 'operators resume dupe@afara.test', ...REASON)).errors).toMatch(/is not suspended/)
  expect((await ops('ada', 'operators roles dupe@afara.test operator', ...REASON)).errors).toMatch(
    /has ended/,
  )
  await decide('operators invite dupe@afara.test --roles administrator')
  expect(await operator('dupe@afara.test')).toMatchObject({ id: ids.get('dupe'), status: 'active', keys: 0 })
})

test('an operator who signs in while two others end their access blocks nobody', async () => {
  const id = await hire('gbenga')
  const { rows: keys } = await owner.query('select id from passkey where operator_id = $1', [id])
  const passkey = await findPasskeyById(owner, keys[0]?.id)
  if (passkey === undefined) throw new Error('Gbenga has no passkey')
  const caseId = await propose('ada', 'operators end gbenga@afara.test')
  const signIn = await owner.connect()
  try {
    await signIn.query('begin')
    expect(await usePasskey(signIn, passkey.id, passkey.signCount + 1, new Date())).toBe(true)
    const approved = ops('bisi', `approve ${caseId}`)
    await expect.poll(async () => waitsForALock(), { timeout: 20_000 }).toBe(true)
    const browser = { method: 'passkey', client: 'browser', userAgent: 'test' } as const
    await startSession(signIn, passkey, browser, new Date())
    await signIn.query('commit')
    expect((await approved).errors).toBe('')
  } finally {
    signIn.release()
  }
  expect(await operator('gbenga@afara.test')).toMatchObject({ status: 'ended', keys: 0 })
  const open = 'select from person_session where operator_id = $1 and revoked_at is null'
  expect((await owner.query(open, [id])).rows).toHaveLength(0)
})

async function waitsForALock(): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
  )
  return (rowCount ?? 0) > 0
}

test('two administrators who can sign always stay', async () => {
  // Ada, Bisi and Chidi are left with a passkey. Dupe has not enrolled one yet.
  await decide('operators roles chidi@afara.test treasury')
  for (const line of ['operators end bisi@afara.test', 'operators roles bisi@afara.test treasury'])
    expect((await ops('chidi', line, ...REASON)).errors, line).toMatch(/fewer than two administrators/)
  const dupe = ids.get('dupe') ?? ''
  const passkey = softwarePasskey(dupe, 'again')
  const enrolled = {
    id: '01935a00-0000-7000-8000-000000000199',
    credentialId: passkey.credentialId,
    publicKey: passkey.publicKeyCose,
    signCount: 0,
    name: 'again',
    at: new Date(),
  }
  await insertPersonPasskey(owner, { side: 'operator', id: dupe }, enrolled)
  expect((await ops('chidi', 'operators end bisi@afara.test', ...REASON)).errors).toBe('')
})

test('the list shows status and roles, and the export is what the ceremony of the operators file reads', async () => {
  expect((await ops('chidi', 'operators')).text).toMatch(/active +1 +chidi@afara\.test +treasury/)
  const { text } = await ops('chidi', 'operators export')
  const exported = JSON.parse(text) as { id: string; name: string; credentials: { id: string }[] }[]
  expect(exported.map(({ name }) => name)).toEqual(['ada', 'bisi', 'chidi', 'dupe'])
  expect(exported[3]?.credentials).toHaveLength(1)
  const draft = writeDraft('', exported, { origin: 'http://localhost' })
  expect(draft).toContain(ids.get('ada'))
  const some = await ops('chidi', 'operators export --email ada@afara.test bisi@afara.test')
  expect(JSON.parse(some.text)).toHaveLength(2)
  expect((await ops('chidi', 'operators export --email efe@afara.test')).errors).toMatch(/operator_unknown/)
})
