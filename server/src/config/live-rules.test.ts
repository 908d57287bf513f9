import { expect, test } from 'vitest'
import { findLiveProblems, mayHold } from './live-rules.ts'
import { readSettings } from './read-settings.ts'
import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

const live = {
  BANK_LIVE_MONNIFY_URL: 'https://api.monnify.com',
  BANK_LIVE_MONNIFY_SECRET: 's',
  DATABASE_URL_WORKER: 'postgres://afara_worker:x@db.example.ng/afara?sslmode=verify-full',
  DATABASE_URL_SEALER: 'postgres://afara_sealer:x@127.0.0.1/afara',
  RESTATE_INGRESS_URL: 'http://127.0.0.1:8080',
  RESTATE_IDENTITY_KEYS: 'publickeyv1_x',
  SMTP_URL: 'smtp://mail.example.ng',
  SIGNER_URL: 'https://signer.internal',
  SIGNER_TOKEN: 'a token',
}

test('a live worker with its own secrets and encrypted connections may start', () => {
  expect(findLiveProblems('worker', live)).toEqual([])
})

test.each([
  ['DATABASE_URL_OWNER', 'postgres://afara_owner@127.0.0.1/afara'],
  ['DATABASE_URL_API', 'postgres://afara_api@127.0.0.1/afara'],
  ['DATABASE_URL_SIGNER', 'postgres://afara_signer@127.0.0.1/afara'],
  ['SIGNER_TOKEN_PEOPLE', 'another token'],
  ['PAYER_CREDENTIALS_FILE', '/etc/payer.json'],
  ['TENANT_TOKEN_KEY', 'a key'],
  ['KEY_PEPPERS', '1:00'],
])('a live worker refuses %s, which belongs to another process', (name, value) => {
  const told = `remove ${name}: the worker process must not hold it in live mode`
  expect(findLiveProblems('worker', { ...live, [name]: value })).toEqual([told])
  expect(findLiveProblems('worker', { ...live, [`${name}_FILE`]: '/run/x' })).toHaveLength(1)
})

test.each([
  ['RESTATE_INGRESS_URL', 'http://restate:8080', 'https'],
  ['SIGNER_URL', 'http://10.0.0.7:8092', 'https'],
  ['CHAIN_LIVE_POLYGON_URL', 'http://node.example.ng', 'https'],
  ['DATABASE_URL_WORKER', 'postgres://afara_worker:x@db/afara', '?sslmode=verify-full'],
  ['DATABASE_URL_WORKER', 'postgres://afara_worker:x@db/afara?sslmode=require', '?sslmode=verify-full'],
  ['DATABASE_URL_WORKER', 'postgres://localhost/afara?host=db.example.ng', '?sslmode=verify-full'],
  ['DATABASE_URL_WORKER', 'https://db.example.ng/afara', '?sslmode=verify-full'],
  ['DATABASE_URL_WORKER', 'https://localhost/afara?host=db.example.ng', '?sslmode=verify-full'],
  ['DATABASE_URL_WORKER', `${live.DATABASE_URL_WORKER}&sslmode=disable`, '?sslmode=verify-full'],
])('a live worker refuses %s = %s', (name, value, form) => {
  const rest = `${name} leads to another machine without TLS: use ${form}`
  expect(findLiveProblems('worker', { ...live, [name]: value })).toEqual([rest])
})

test('a database on a socket of this machine needs no TLS', () => {
  const socket = 'postgres://afara_worker@localhost/afara?host=/var/run/postgresql'
  expect(findLiveProblems('worker', { ...live, DATABASE_URL_WORKER: socket })).toEqual([])
})

test('every problem is named at once, and the key of the engine with what else is missing', () => {
  const { RESTATE_IDENTITY_KEYS: _, ...unsigned } = live
  const told = () => readSettings({ ...unsigned, KEY_PEPPERS: '1:00', SIGNER_URL: 'http://signer' }, 'worker')
  expect(told).toThrow(/RESTATE_IDENTITY_KEYS[^]*SEAL_HEAD_FILE[^]*KEY_PEPPERS[^]*SIGNER_URL/)
})

test('without a live bank or network nothing is refused', () => {
  const test = { BANK_TEST_KORA_URL: 'http://bank', DATABASE_URL_OWNER: 'postgres://x', KEY_PEPPERS: '1:00' }
  expect(findLiveProblems('worker', test)).toEqual([])
})

test('each process holds its own secrets, and settings that are no secrets', () => {
  const held = (name: string) =>
    (['api', 'worker', 'people', 'reconciler'] as const).filter((process) => mayHold(process, name))
  expect(held('PAYER_TOKEN_API')).toEqual(['api', 'people'])
  expect(held('DATABASE_URL_MIGRATE')).toEqual([])
  expect(held('CUSTOMER_IDENTITY_KEYS')).toEqual(['api'])
  expect(held('BUSINESS_IDENTITY_KEYS')).toEqual(['people'])
  expect(held('PAYER_JOURNAL_KEYS')).toEqual([])
  expect(held('API_PORT')).toEqual(['api', 'worker', 'people', 'reconciler'])
  expect(held('PAYER_TOKEN_RECONCILER')).toEqual(['reconciler'])
  expect(held('DATABASE_URL_RECONCILER')).toEqual(['reconciler'])
  expect(held('BANK_LIVE_KORA_SECRET_KEY_PREVIOUS')).toEqual(['api', 'worker', 'reconciler'])
})

test('every setting whose name says so is a secret, and no secret is held by all processes', () => {
  const rows = Object.entries<Setting>(settings)
  const sounding = rows.filter(
    ([name]) =>
      /SECRET|TOKEN|PEPPER|_KEY$|IDENTITY_KEYS$|^DATABASE_URL/.test(name) &&
      !/PUBLIC|^RESTATE|^CHAIN_.*_TOKEN$/.test(name),
  )
  expect(sounding.length).toBeGreaterThan(40)
  expect(sounding.filter(([, { isSecret }]) => isSecret !== true).map(([name]) => name)).toEqual([])
  const processes = ['api', 'worker', 'people', 'reconciler'] as const
  const secrets = rows.flatMap(([name, { isSecret }]) => (isSecret ? [name, `${name}_FILE`] : []))
  expect(secrets.filter((name) => processes.every((process) => mayHold(process, name)))).toEqual([])
})
