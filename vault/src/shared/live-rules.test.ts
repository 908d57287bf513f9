import { expect, test } from 'vitest'
import type { Setting } from '../../../server/src/config/setting.ts'
import { meantSetting, settings } from '../../../server/src/config/settings.ts'
import { payerSettings } from '../payer/payer-settings.ts'
import { signerSettings } from '../signer/signer-settings.ts'
import { requireLiveCaps, requireLiveRules } from './live-rules.ts'

const live = [{ mode: 'test' }, { mode: 'live' }]
const payer = {
  DATABASE_URL_PAYER: 'postgres://afara_payer:x@db.example.ng/afara?sslmode=verify-full',
  PAYER_TOKEN_WORKER: 'a token of the worker',
  PAYER_TOKEN_API: 'a token of the api',
  PAYER_CREDENTIALS_FILE: '/etc/afara/credentials.json',
  PAYER_NODE_LIVE_POLYGON_URL: 'https://polygon.example.ng',
  PATH: '/usr/bin',
}

test('a live payer with its own secrets and encrypted connections may start', () => {
  expect(() => requireLiveRules('PAYER', payer, live)).not.toThrow()
})

test.each([
  ['SIGNER_KEY_FILE', '/etc/afara/keys.json'],
  ['DATABASE_URL_OWNER', 'postgres://127.0.0.1/afara'],
  ['DATABASE_URL_SIGNER', 'postgres://127.0.0.1/afara'],
  ['KEY_PEPPERS', '1:00'],
  ['WEBHOOK_SECRETS_KEY', 'a key'],
  ['CUSTOMER_IDENTITY_KEYS', 'a key'],
  ['BANK_LIVE_MONNIFY_SECRET', 'a secret'],
])('a live payer refuses %s', (name, value) => {
  expect(() => requireLiveRules('PAYER', { ...payer, [name]: value }, live)).toThrow(`remove ${name}`)
  expect(() => requireLiveRules('PAYER', { ...payer, [name]: value }, [{ mode: 'test' }])).not.toThrow()
})

test.each([
  ['DATABASE_URL_PAYER', 'postgres://afara_payer:x@db.example.ng/afara'],
  ['PAYER_NODE_LIVE_POLYGON_URL', 'http://polygon.example.ng'],
])('a live payer refuses %s = %s', (name, value) => {
  expect(() => requireLiveRules('PAYER', { ...payer, [name]: value }, live)).toThrow(`${name} leads to`)
})

test.each([
  ['a socket', 'postgres://afara_payer@localhost/afara?host=/var/run/postgresql', true],
  ['this machine', 'postgres://afara_payer:x@[::1]:5432/afara', true],
  ['another host in a parameter', 'postgres://localhost/afara?host=db.example.ng', false],
  ['a scheme that the driver ignores', 'https://db.example.ng/afara', false],
  ['such a scheme with another host', 'https://localhost/afara?host=db.example.ng', false],
  ['a mode that a later one replaces', `${payer.DATABASE_URL_PAYER}&sslmode=disable`, false],
  ['nothing that is a URL', 'db.example.ng', false],
])('a live payer reads %s as the driver of the database does', (_what, value, isAllowed) => {
  const problem = (): string => {
    try {
      requireLiveRules('PAYER', { ...payer, DATABASE_URL_PAYER: value }, live)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const refusal = 'DATABASE_URL_PAYER leads to another machine without TLS'
  expect([problem() === '', problem().includes(refusal)]).toEqual([isAllowed, !isAllowed])
})

test('a live signer refuses the credentials of the payer', () => {
  const signer = { DATABASE_URL_SIGNER: 'postgres://localhost/afara', PAYER_CREDENTIALS_FILE: '/x' }
  expect(() => requireLiveRules('SIGNER', signer, live)).toThrow('remove PAYER_CREDENTIALS_FILE')
})

const MOST = { paymentMinor: 50_000_000n, hourMinor: 500_000_000n }
const entryOf = (mode: string, askAbove: typeof MOST | undefined) => ({ mode, network: 'Polygon', askAbove })

test.each([
  ['without amounts', undefined],
  ['one kobo above the largest payment', { ...MOST, paymentMinor: MOST.paymentMinor + 1n }],
  ['one kobo above the largest hour', { ...MOST, hourMinor: MOST.hourMinor + 1n }],
])('a live entry %s stops the process', (_what, askAbove) => {
  const read = () => requireLiveCaps([entryOf('live', MOST), entryOf('live', askAbove)])
  expect(read).toThrow('of live Polygon in the policy')
})

test('a live signer and a live payer refuse every secret of the server, and its file', () => {
  const secrets = Object.entries<Setting>(settings).flatMap(([name, { isSecret }]) =>
    isSecret ? [name, `${name}_FILE`] : [],
  )
  const isRefused = (role: 'SIGNER' | 'PAYER', name: string): boolean => {
    try {
      requireLiveRules(role, { [name]: 'x' }, live)
    } catch {
      return true
    }
    return false
  }
  expect(secrets.length).toBeGreaterThan(50)
  expect(secrets.filter((name) => !isRefused('PAYER', name))).toEqual(
    secrets.filter((name) => /^PAYER_TOKEN_(API|RECONCILER)/.test(name)),
  )
  expect(secrets.filter((name) => !isRefused('SIGNER', name))).toEqual(
    secrets.filter((name) => name.startsWith('SIGNER_TOKEN')),
  )
})

test('the largest amounts in live mode, and none in test mode, are enough', () => {
  expect(() => requireLiveCaps([entryOf('live', MOST), entryOf('test', undefined)])).not.toThrow()
})

test('the server takes no setting of the vault for a misspelt one of its own', () => {
  const names = [...Object.keys(signerSettings), ...Object.keys(payerSettings)]
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => meantSetting(name) !== undefined)).toEqual([])
})
