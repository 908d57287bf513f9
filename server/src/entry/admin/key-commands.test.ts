import { goLive } from '@afara/stack/postgres/go-live.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createPool } from '../../kernel/postgres/pool.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'
import { runAdmin } from './run-admin.ts'

const database = await createTestDatabase()
const config = {
  ownerUrl: database.url('afara_owner'),
  cell: 'dev',
  peppers: new Map([[1, Buffer.alloc(32, 7)]]),
}
const by = ['--actor', 'ngozi@afara.test', '--reason', 'a test']

const owner = createPool(config.ownerUrl, { max: 1, applicationName: 'test' })
afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function admin(...args: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const code = await runAdmin(args, {
    readConfig: () => config,
    readMigrationUrl: () => database.url(),
    readMailKey: () => Buffer.alloc(32, 5),
    readWalletRules: async () => wireWalletRules(),
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, text: out.join('\n'), errors: errors.join('\n') }
}

test('a command of one person issues, rotates and opens nothing in live mode, and names the command that proposes it', async () => {
  await admin('operator', 'create', '--email', 'ngozi@afara.test', '--name', 'Ngozi', '--reason', 'first')
  await admin('business', 'create', '--name', 'Efe Maize', '--link-tag', 'efe-maize', ...by)
  await goLive(owner, 'efe-maize')
  const live = ['--mode', 'live', ...by, '--approver', 'ngozi@afara.test']
  const wallet = ['--address', '0x52908400098527886E0F7030069857D2E4169EE7']
  const commands = [
    [['key', 'issue', '--business', 'efe-maize', '--mode', 'live', ...by], 'key request efe-maize'],
    [['business', 'terms', '--business', 'efe-maize', '--fee-bps', '1', ...live], 'business terms efe-maize'],
    [['lane', 'open', '--network', 'polygon', '--number', '1', ...wallet, ...live], 'lane open'],
    [['payout-account', 'open', '--vendor', 'paystack', '--name', 'main', ...live], 'payout-account open'],
    [
      ['vendor', 'open', '--name', 'Afara', '--number', '9977581536', '--bank', 'Providus', ...live],
      'account open',
    ],
  ] as const
  for (const [command, next] of commands) {
    const { code, errors } = await admin(...command)
    expect(code, next).toBe(1)
    expect(errors).toContain('approval_required')
    expect(errors).toContain(`npx afara ops ${next}`)
  }
  const { rows } = await owner.query(
    `select (select count(*)::int from api_key) as keys, (select count(*)::int from lane) as lanes,
       (select count(*)::int from vendor_account) + (select count(*)::int from payout_account) as accounts`,
  )
  expect(rows).toEqual([{ keys: 0, lanes: 0, accounts: 0 }])
})

test('an operator issues a key until a date, rotates it with another date, and lists both', async () => {
  await admin('business', 'create', '--name', 'Bola Oil', '--link-tag', 'bola-oil', ...by)
  const list = ['key', 'list', '--business', 'bola-oil']
  expect((await admin(...list)).text).toBe('bola-oil has no keys.')

  const issue = ['key', 'issue', '--business', 'bola-oil', '--mode', 'test', ...by]
  expect((await admin(...issue, '--expires', '2020-01-01')).errors).toContain('expiry_invalid')
  expect((await admin(...issue, '--expires', 'soon')).errors).toContain('expiry_invalid')
  const issued = await admin(...issue, '--label', 'checkout', '--expires', '2099-06-30')
  expect(issued.text).toContain('until 2099-06-30T00:00:00.000Z')
  const keyId = /key_[0-9a-f]{32}/.exec(issued.text)?.[0] ?? ''
  expect((await admin(...list)).text).toContain(
    `${keyId} (test) "checkout": works until 2099-06-30T00:00:00.000Z`,
  )

  const rotate = ['key', 'rotate', '--key', keyId, '--overlap-hours', '0', ...by]
  const refused = await admin(...rotate)
  expect(refused.errors).toContain('Pass the expiry of the new key: --expires <date>, or --expires never.')
  const rotated = await admin(...rotate, '--expires', 'never')
  expect(rotated).toMatchObject({ code: 0, errors: '' })
  const successor = /key_[0-9a-f]{32}/.exec(rotated.text)?.[0] ?? ''
  const { text } = await admin(...list)
  expect(text).toContain(`${successor} (test) "checkout": works, does not expire`)
  expect(text).toMatch(new RegExp(`${keyId} \\(test\\) "checkout": expired on .*`))
  expect(text).toContain(`replaced by ${successor}`)

  await admin('key', 'revoke', '--key', successor, ...by)
  expect((await admin(...list)).text).toMatch(new RegExp(`${successor} .* revoked on `))
})
