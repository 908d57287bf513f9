import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { insertPersonPasskey } from '../../records/people/person-passkey-store.ts'
import type { OpsHost } from '../ops/ops-session.ts'
import { createOps } from '../ops/run-ops.ts'
import { movedCommands } from './moved-commands.ts'
import { runAdmin } from './run-admin.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
let first: Awaited<ReturnType<typeof admin>>

beforeAll(async () => {
  first = await bootstrap('Bisi <Bisi@afara.test>', 'Chidi <chidi@afara.test>')
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function admin(...args: string[]) {
  const out: string[] = []
  const code = await runAdmin(args, {
    readConfig: () => ({
      ownerUrl: database.url('afara_owner'),
      cell: 'dev',
      peppers: new Map([[1, Buffer.alloc(32, 7)]]),
    }),
    readMigrationUrl: () => database.url(),
    readMailKey: () => Buffer.alloc(32, 5),
    readPeopleOrigin: () => 'http://localhost',
    print: (text) => out.push(text),
    printError: (text) => out.push(text),
  })
  return { code, text: out.join('\n') }
}

const bootstrap = async (...people: string[]) =>
  admin('bootstrap', '--operators', ...people, '--reason', 'the beginning')

const tokens = (text: string) =>
  [...text.matchAll(/http:\/\/localhost\/enrol#(inv_[\w-]{43})/g)].map(([, token]) => token)

test('an empty installation gets its first two administrators once', async () => {
  const { rows } = await owner.query(
    `select o.email, o.roles, (select count(*)::int from invitation i where i.operator_id = o.id) as invitations,
       (select count(*)::int from mail m where m.operator_id = o.id and m.kind = 'invitation') as mails,
       (select a.actor from audit a where a.action = 'operator.created' and a.details ->> 'email' = o.email) as actor
     from operator o order by o.email`,
  )
  const roles = ['operator', 'treasury', 'compliance', 'administrator']
  const added = { roles, invitations: 1, mails: 1, actor: 'system:bootstrap' }
  expect(rows).toEqual([
    { email: 'bisi@afara.test', ...added },
    { email: 'chidi@afara.test', ...added },
  ])
  expect(tokens(first.text)).toHaveLength(2)
  const again = await bootstrap('Eve <eve@afara.test>', 'Mallory <mallory@afara.test>')
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('bootstrap_done') as string })
})

test('one person alone, the same person twice and a nameless person are refused', async () => {
  expect((await bootstrap('Eve <eve@afara.test>')).text).toContain('approval_required')
  expect((await bootstrap('Eve <eve@afara.test>', 'Eva <Eve@afara.test>')).text).toContain(
    'approval_required',
  )
  expect((await bootstrap('eve@afara.test', 'Mallory <mallory@afara.test>')).text).toContain('field_invalid')
})

test.each(movedCommands)(
  'the former command "%s" names its replacement and does nothing',
  async (words, instead) => {
    const refused = await admin(
      ...words.split(' '),
      '--mode',
      'test',
      '--actor',
      'bisi@afara.test',
      '--reason',
      'x',
    )
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('command_moved') as string })
    expect(refused.text).toContain(instead)
  },
)

test('every replacement is a command of afara ops', () => {
  const ops = createOps({ print: () => {}, printError: () => {} } as unknown as OpsHost).commands[0]
  for (const [, instead] of movedCommands) {
    for (const [, ...words] of instead.matchAll(/npx afara ops ([a-z-]+)(?: ([a-z-]+))?/g)) {
      const group = ops?.commands.find((command) => command.name() === words[0])
      const last =
        words[1] === undefined ? group : group?.commands.find((command) => command.name() === words[1])
      expect(last, instead).toBeDefined()
    }
  }
})

test('break-glass freezes all outgoing money, tells everybody, and lets only the named people in again', async () => {
  const { rows: known } = await owner.query<{ id: string }>(
    `select id from operator where email = 'bisi@afara.test'`,
  )
  const bisiId = known[0]?.id ?? ''
  const stolen = softwarePasskey(bisiId)
  const passkey = {
    id: newId(),
    credentialId: stolen.credentialId,
    publicKey: stolen.publicKeyCose,
    signCount: 0,
  }
  await insertPersonPasskey(
    owner,
    { side: 'operator', id: bisiId },
    { ...passkey, name: 'old', at: new Date() },
  )
  await owner.query(`update operator set status = 'suspended' where id = $1`, [bisiId])
  const people = ['--operators', 'Bisi <bisi@afara.test>', 'Efe Obi <efe@afara.test>']
  expect((await admin('break-glass', ...people, '--reason', ' ')).text).toContain('reason_required')
  expect((await owner.query('select from freeze_order')).rowCount).toBe(0)

  const broken = await admin('break-glass', ...people, '--reason', 'both laptops burnt')
  expect(broken.code).toBe(0)
  expect(broken.text).toContain('BREAK GLASS: all outgoing money is frozen')
  expect(tokens(broken.text)).toHaveLength(2)
  const { rows } = await owner.query(
    `select (select f.reason from freeze_order f where f.scope = 'all' and f.lifted_at is null) as frozen,
       (select count(*)::int from case_file c where c.facts ->> 'kind' = 'break_glass' and c.state = 'open' and c.due_at <= c.opened_at) as cases,
       (select details ->> 'people' from audit where action = 'break_glass.used') as audit,
       (select array_agg(o.email order by o.email) from mail m join operator o on o.id = m.operator_id where m.kind = 'break_glass') as told,
       (select count(*)::int from passkey where revoked_at is null) as passkeys,
       (select array_agg(email || ' ' || status order by email) from operator) as operators`,
  )
  expect(rows).toEqual([
    {
      frozen: 'Somebody used the break-glass command: both laptops burnt',
      cases: 1,
      audit: '["bisi@afara.test", "efe@afara.test"]',
      told: ['chidi@afara.test'],
      passkeys: 0,
      operators: ['bisi@afara.test active', 'chidi@afara.test active', 'efe@afara.test active'],
    },
  ])
})
