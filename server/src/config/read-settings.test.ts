import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { Check } from 'typebox/value'
import { afterAll, expect, test } from 'vitest'
import { networkNames } from '../kernel/networks.ts'
import { readApiConfig } from './api-config.ts'
import { readAdminConfig } from './command-config.ts'
import { readOpsClientConfig } from './ops-client-config.ts'
import { readPeopleConfig } from './people-config.ts'
import { readSettings } from './read-settings.ts'
import { readReconcilerConfig } from './reconciler-config.ts'
import type { Environment, Setting } from './setting.ts'
import { meantSetting, settings } from './settings.ts'
import { readWorkerConfig } from './worker-config.ts'

/** Returns the settings that an error tells somebody to set. */
function namedBy(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    return [...(error as Error).message.matchAll(/^ {2}(?:set )?([A-Z_]+)/gm)].map(([, name = '']) => name)
  }
  return []
}

const needed = {
  api: 'API_HOST API_PORT API_PUBLIC_URL OTC_HOST OTC_PORT OTC_PUBLIC_URL API_MANAGEMENT_HOST API_MANAGEMENT_PORT RESTATE_INGRESS_URL CELL KEY_PEPPERS CUSTOMER_IDENTITY_KEYS WEBHOOK_SECRETS_KEY DATABASE_URL_API',
  worker:
    'WORKER_HOST WORKER_PORT RESTATE_INGRESS_URL WEBHOOK_SECRETS_KEY DATABASE_URL_WORKER DATABASE_URL_SEALER SEAL_HEAD_FILE',
  people:
    'API_PUBLIC_URL PEOPLE_HOST PEOPLE_PORT PEOPLE_ORIGIN CELL KEY_PEPPERS TOTP_SECRETS_KEY BUSINESS_IDENTITY_KEYS MAIL_SECRETS_KEY DATABASE_URL_PEOPLE',
  reconciler: 'RECONCILER_HOST RECONCILER_PORT DATABASE_URL_RECONCILER',
  admin: 'CELL KEY_PEPPERS DATABASE_URL_OWNER',
  ops: 'PEOPLE_URL',
}
const readers: Readonly<Record<keyof typeof needed, (env: Environment) => unknown>> = {
  api: readApiConfig,
  worker: readWorkerConfig,
  people: readPeopleConfig,
  reconciler: readReconcilerConfig,
  admin: readAdminConfig,
  ops: readOpsClientConfig,
}

test.each(Object.keys(needed) as (keyof typeof needed)[])(
  'with nothing set, %s names every setting that it needs at once',
  (reader) => {
    expect(namedBy(() => readers[reader]({}))).toEqual(needed[reader].split(' '))
  },
)

test('missing, wrong, conditional and disagreeing settings are in one error, each with what is wanted', () => {
  const env = {
    PEOPLE_HOST: '::',
    PEOPLE_PORT: '99999',
    PEOPLE_ORIGIN: 'https://people.afara.test',
    CONSOLE_ORIGIN: 'https://people.afara.test',
    TRUSTED_PROXIES: '10.0.0.0/33',
    CHAIN_TEST_SOLANA_URL: 'https://node.test',
    CHAIN_TEST_SOLANA_WITNESS_URL: 'https://node.test/another',
  }
  const read = () => readPeopleConfig(env)
  expect(namedBy(read)).toEqual(
    expect.arrayContaining([
      'PEOPLE_PORT',
      'CONSOLE_ORIGIN',
      'CONSOLE_HOST',
      'TRUSTED_PROXIES',
      'KEY_PEPPERS',
    ]),
  )
  expect(namedBy(read)).toEqual(
    expect.arrayContaining([
      'CHAIN_TEST_SOLANA_MINT',
      'CHAIN_TEST_SOLANA_MARKER_SECRET',
      'CHAIN_TEST_SOLANA_WITNESS_URL',
    ]),
  )
  expect(namedBy(read)).not.toContain('PEOPLE_ORIGIN')
  expect(read).toThrow('set PEOPLE_PORT to a port number')
  expect(read).toThrow('set CONSOLE_ORIGIN to another origin than PEOPLE_ORIGIN')
})

test('an error never shows a value', () => {
  expect(() => readAdminConfig({ KEY_PEPPERS: 'a weak secret' })).toThrow(/^((?!weak)[^])*$/)
})

const folder = mkdtempSync(join(tmpdir(), 'afara-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const pepper = `1:${'0a'.repeat(32)}`

/** Writes a file of a secret and returns its path. */
function secretFile(name: string, content: string, mode = 0o400): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

const admin = { CELL: 'lag1', DATABASE_URL_OWNER: 'postgres://afara_owner@db/afara' }

test.each([
  ['without a line break', pepper, 0o400],
  ['with a line break', `${pepper}\n`, 0o640],
  ['with a line break of Windows', `${pepper}\r\n`, 0o600],
])('a secret comes from a file %s', (name, content, mode) => {
  const file = secretFile(name, content, mode)
  expect([...readAdminConfig({ ...admin, KEY_PEPPERS_FILE: file }).peppers.keys()]).toEqual([1])
})

test.each([
  ['that does not exist', () => join(folder, 'nowhere'), 'ENOENT'],
  ['that is a folder', () => folder, 'not a file'],
  ['that is empty', () => secretFile('empty', ''), 'is empty'],
  ['that has only a line break', () => secretFile('break', '\n'), 'is empty'],
  ['that everybody can read', () => secretFile('open', pepper, 0o644), 'chmod 640'],
  ['that its group can change', () => secretFile('shared', pepper, 0o660), 'chmod 640'],
  ['that is large', () => secretFile('large', '0'.repeat(70_000)), 'too large'],
])('a file %s is refused and named once, with the other problems', (_, path, told) => {
  const read = () => readAdminConfig({ DATABASE_URL_OWNER: 'nowhere', KEY_PEPPERS_FILE: path() })
  expect(namedBy(read)).toEqual(['KEY_PEPPERS_FILE', 'CELL', 'DATABASE_URL_OWNER'])
  expect(read).toThrow(told)
})

test('the content of a file is checked like a value, and is not set twice', () => {
  const file = secretFile('wrong', 'pepper')
  expect(() => readAdminConfig({ ...admin, KEY_PEPPERS_FILE: file })).toThrow('set KEY_PEPPERS to a list')
  const both = { ...admin, KEY_PEPPERS: pepper, KEY_PEPPERS_FILE: file }
  expect(() => readAdminConfig(both)).toThrow('set KEY_PEPPERS or KEY_PEPPERS_FILE, not both')
})

test('a database URL from a file obeys the rules of live mode', () => {
  const file = secretFile('url', 'postgres://afara_reconciler@db.example.ng/afara')
  const live = {
    BANK_LIVE_PAYSTACK_URL: 'https://api.paystack.co',
    BANK_LIVE_PAYSTACK_SECRET_KEY: 'sk',
    RECONCILER_HOST: '::',
    RECONCILER_PORT: '1',
    DATABASE_URL_RECONCILER_FILE: file,
  }
  expect(() => readReconcilerConfig(live)).toThrow('DATABASE_URL_RECONCILER leads to another machine')
  expect(() => readWorkerConfig(live)).toThrow('remove DATABASE_URL_RECONCILER_FILE')
})

test('only a secret may come from a file, and the name of its file is no other setting', () => {
  expect(() => readReconcilerConfig({ RECONCILER_HOST_FILE: secretFile('host', '::') })).toThrow(
    'set RECONCILER_HOST to',
  )
  const secrets = Object.entries<Setting>(settings).filter(([, { isSecret }]) => isSecret === true)
  expect(secrets.filter(([name]) => Object.hasOwn(settings, `${name}_FILE`))).toEqual([])
})

test.each([
  ['API_DRAIN_SM', 'API_DRAIN_MS'],
  ['TRUSTED_PROXYES', 'TRUSTED_PROXIES'],
  ['CHAIN_LIVE_POLYGON_FACTRY', 'CHAIN_LIVE_POLYGON_FACTORY'],
  ['KEY_PEPPERS_FIL', 'KEY_PEPPERS_FILE'],
  ['BANK_TEST_KORA_POOLS', 'BANK_TEST_KORA_POOL'],
])('%s stops a process, which asks whether %s is meant', (name, meant) => {
  expect(() => readSettings({ [name]: 'x' }, 'api')).toThrow(
    `${name} is not a setting: did you mean ${meant}?`,
  )
})

test('the settings of others, and names that only look a little like ours, stop nothing', () => {
  const others =
    'PATH HOME MAIL SMTP_PORT API_URL CELLS_OF_OTHERS SIGNER_PORT SIGNER_HOST PAYER_PORT DATABASE_URL_SIGNER DATABASE_URL_PAYER PAYER_TOKEN_WORKER SIGNER_KEY_FILE BANK_SIMULATOR_PORT'
  expect(others.split(' ').filter((name) => meantSetting(name) !== undefined)).toEqual([])
  expect(Object.keys(settings).filter((name) => meantSetting(name) !== undefined)).toEqual([])
})

test('a default has the form of its setting, and a condition names settings that the same process reads', () => {
  const rows = Object.entries<Setting>(settings)
  const table = new Map(rows)
  const wrongDefaults = rows.filter(
    ([, { form, usual }]) => usual !== undefined && !Check(form.schema, usual),
  )
  expect(wrongDefaults).toEqual([])
  const conditions = rows.flatMap(([name, { readBy }]) =>
    Object.entries(readBy).flatMap(([reader, need]) =>
      Array.isArray(need) ? need.map((condition: string) => ({ name, reader, condition })) : [],
    ),
  )
  expect(conditions.length).toBeGreaterThan(100)
  const unread = conditions.filter(({ reader, condition }) => {
    const readers: Readonly<Record<string, unknown>> = table.get(condition)?.readBy ?? {}
    return readers[reader] === undefined
  })
  expect(unread).toEqual([])
})

test('each process starts with the settings of the stack', () => {
  const stack = serverEnvironment({
    databaseUrl: (role) => `postgres://${role}@127.0.0.1/afara`,
    restateIngressUrl: 'http://127.0.0.1:8081',
    apiPort: 1,
    otcPort: 2,
    managementPort: 3,
    workerPort: 4,
    reconcilerPort: 5,
    peoplePort: 6,
    consolePort: 7,
    smtpPort: 8,
    keyPeppers: pepper,
    sealHeadFile: 'heads',
    ratesUrl: 'http://127.0.0.1:9',
    bankUrl: 'http://127.0.0.1:10',
    chainUrls: Object.fromEntries(
      networkNames.map((name, place) => [name, `http://127.0.0.1:${20 + place}`]),
    ),
    sweepAfterSeconds: 5,
    signer: { url: 'http://127.0.0.1:11', token: 'signer' },
    payer: { url: 'http://127.0.0.1:12', tokens: { worker: 'a', api: 'b' } },
    hasSandbox: true,
  })
  const { api, worker, people, reconciler, admin } = readers
  for (const read of [api, worker, people, reconciler, admin]) expect(() => read(stack)).not.toThrow()
  const unknown = Object.keys(stack).filter((name) => !Object.hasOwn(settings, name))
  expect(unknown).toEqual([])
})
