import { expect, test } from 'vitest'
import { requireLiveRules } from './live-rules.ts'

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

test('a live signer refuses the credentials of the payer', () => {
  const signer = { DATABASE_URL_SIGNER: 'postgres://localhost/afara', PAYER_CREDENTIALS_FILE: '/x' }
  expect(() => requireLiveRules('SIGNER', signer, live)).toThrow('remove PAYER_CREDENTIALS_FILE')
})
