import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mayHold, requireLiveRules } from './live-rules.ts'

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
  expect(() => requireLiveRules('worker', live)).not.toThrow()
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
  expect(() => requireLiveRules('worker', { ...live, [name]: value })).toThrow(`remove ${name}`)
})

test.each([
  ['RESTATE_INGRESS_URL', 'http://restate:8080', 'https'],
  ['SIGNER_URL', 'http://10.0.0.7:8092', 'https'],
  ['CHAIN_LIVE_POLYGON_URL', 'http://node.example.ng', 'https'],
  ['DATABASE_URL_WORKER', 'postgres://afara_worker:x@db/afara', '?sslmode=verify-full'],
  ['DATABASE_URL_WORKER', 'postgres://afara_worker:x@db/afara?sslmode=require', '?sslmode=verify-full'],
])('a live worker refuses %s = %s', (name, value, form) => {
  const rest = `${name} leads to another machine without TLS: use ${form}`
  expect(() => requireLiveRules('worker', { ...live, [name]: value })).toThrow(rest)
})

test('every problem is named at once', () => {
  const { RESTATE_IDENTITY_KEYS: _, ...unsigned } = live
  const told = () =>
    requireLiveRules('worker', { ...unsigned, KEY_PEPPERS: '1:00', SIGNER_URL: 'http://signer' })
  expect(told).toThrow(/KEY_PEPPERS[^]*SIGNER_URL[^]*RESTATE_IDENTITY_KEYS/)
})

test('without a live bank or network nothing is refused', () => {
  const test = { BANK_TEST_KORA_URL: 'http://bank', DATABASE_URL_OWNER: 'postgres://x', KEY_PEPPERS: '1:00' }
  expect(() => requireLiveRules('worker', test)).not.toThrow()
})

test('each process holds its own secrets, and settings that are no secrets', () => {
  const held = (name: string) =>
    (['api', 'worker', 'people'] as const).filter((process) => mayHold(process, name))
  expect(held('PAYER_TOKEN_API')).toEqual(['api', 'people'])
  expect(held('DATABASE_URL_MIGRATE')).toEqual([])
  expect(held('API_PORT')).toEqual(['api', 'worker', 'people'])
  expect(held('BANK_LIVE_KORA_SECRET_KEY_PREVIOUS')).toEqual(['api', 'worker'])
})

test('every secret on the pages of settings is held by some processes only', () => {
  const pages = ['settings', 'collections'].map((page) =>
    readFileSync(new URL(`../../../docs/operate/${page}.md`, import.meta.url), 'utf8'),
  )
  const rows = pages.join('\n').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)
  const named = [...rows].flatMap(([, names = '']) => [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name))
  const secrets = named.filter(
    (name) => /SECRET|TOKEN|PEPPER|_KEY$|^DATABASE_URL/.test(name) && !/PUBLIC/.test(name),
  )
  expect(secrets).toEqual(
    expect.arrayContaining(['CASE_NOTICES_SECRET', 'BANK_LIVE_KORA_SECRET_KEY', 'KEY_PEPPERS']),
  )
  const processes = ['api', 'worker', 'people'] as const
  expect(secrets.filter((name) => processes.every((process) => mayHold(process, name)))).toEqual([])
})
