import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../../records/businesses/manage-business.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'
import { runAdmin } from './run-admin.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const bisi = ['--email', 'bisi@afara.test']
const chidi = ['--email', 'chidi@afara.test']
const by = ['--actor', 'bisi@afara.test', '--reason', 'a test']
const byTwo = [...by, '--approver', 'chidi@afara.test']

beforeAll(async () => {
  await admin('operator', 'create', ...bisi, '--name', 'Bisi', '--reason', 'first')
  await admin('operator', 'create', ...chidi, '--name', 'Chidi', ...by)
  await createBusiness(owner, {
    name: 'Ada Foods',
    linkTag: 'ada-foods',
    actor: 'system:test',
    reason: 'a test',
  })
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
    readWalletRules: async () => wireWalletRules(),
    print: (text) => out.push(text),
    printError: (text) => out.push(text),
  })
  return { code, text: out.join('\n') }
}

const rolesOf = async (email: string) => {
  const { rows } = await owner.query<{ roles: string[] }>(`select roles from operator where email = $1`, [
    email,
  ])
  return rows[0]?.roles
}

test('the first operator gets every role but support and auditor, a later one works on cases', async () => {
  expect(await rolesOf('bisi@afara.test')).toEqual(['operator', 'treasury', 'compliance', 'administrator'])
  expect(await rolesOf('chidi@afara.test')).toEqual(['operator'])
})

test('two operators change the roles of one; a role that does not exist and an auditor who decides are refused', async () => {
  const change = async (who: readonly string[], ...roles: string[]) =>
    admin('operator', 'roles', ...chidi, '--roles', ...roles, ...who)
  expect((await change(by, 'treasury')).text).toContain('approval_required')
  expect((await change(byTwo, 'king')).text).toContain('role_unknown')
  expect((await change(byTwo, 'auditor', 'operator')).text).toContain('role_unknown')
  expect(await change(byTwo, 'treasury', 'operator')).toMatchObject({ code: 0 })
  expect(await rolesOf('chidi@afara.test')).toEqual(['treasury', 'operator'])
  await expect(
    owner.query(`update operator set roles = '{auditor,operator}' where email = 'chidi@afara.test'`),
  ).rejects.toMatchObject({ constraint: 'operator_roles' })
})

test('an invitation is shown once and replaces the one before', async () => {
  const first = await admin('operator', 'invite', ...bisi, ...by)
  expect(first.text).toMatch(/#inv_[\w-]{43}/)
  await admin('operator', 'invite', ...bisi, ...by)
  const { rows } = await owner.query(
    `select revoked_at is null as open from invitation order by created_at, id`,
  )
  expect(rows).toEqual([{ open: false }, { open: true }])
  expect((await admin('operator', 'invite', '--email', 'nobody@afara.test', ...by)).text).toContain(
    'operator_unknown',
  )
})

test('a member has one role in a business, and can be invited and disabled', async () => {
  const ngozi = ['--email', 'ngozi@ada.test']
  const add = async (role: string) =>
    admin('member', 'add', '--business', 'ada-foods', ...ngozi, '--name', 'Ngozi', '--role', role, ...by)
  expect((await add('king')).text).toContain('role_unknown')
  expect((await admin('member', 'invite', ...ngozi, ...by)).text).toContain('member_unknown')
  expect(await add('viewer')).toMatchObject({ code: 0 })
  expect(await add('owner')).toMatchObject({ code: 0 })
  const { rows } = await owner.query(`select role from membership`)
  expect(rows).toEqual([{ role: 'owner' }])
  expect((await admin('member', 'invite', ...ngozi, ...by)).text).toMatch(/#inv_/)
  expect(await admin('member', 'disable', ...ngozi, ...by)).toMatchObject({ code: 0 })
  const { rows: open } = await owner.query(
    `select from invitation where member_id is not null and revoked_at is null`,
  )
  expect(open).toEqual([])
})

test('one operator disables another at once; two enable them again', async () => {
  expect(
    await admin('operator', 'disable', ...bisi, '--actor', 'chidi@afara.test', '--reason', 'left'),
  ).toMatchObject({
    code: 0,
  })
  const { rows } = await owner.query(
    `select from invitation where operator_id is not null and revoked_at is null`,
  )
  expect(rows).toEqual([])
  const alone = await admin('operator', 'enable', ...bisi, '--actor', 'chidi@afara.test', '--reason', 'back')
  expect(alone.text).toContain('approval_required')
})
