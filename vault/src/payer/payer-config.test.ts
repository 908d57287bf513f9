import { expect, test } from 'vitest'
import { readPayerConfig } from './payer-config.ts'

const env = {
  PAYER_HOST: '127.0.0.1',
  PAYER_PORT: '8094',
  PAYER_TOKEN_WORKER: 'w'.repeat(32),
  PAYER_TOKEN_API: 'a'.repeat(32),
  PAYER_TOKEN_RECONCILER: 'r'.repeat(32),
  DATABASE_URL_PAYER: 'postgres://afara_payer@127.0.0.1/afara',
  PAYER_JOURNAL_FILE: 'journal',
  PAYER_JOURNAL_KEYS: `1:${'A'.repeat(43)}=`,
  PAYER_POLICY_FILE: 'policy',
  PAYER_OPERATORS_FILE: 'operators',
  PAYER_CREDENTIALS_FILE: 'credentials',
  PAYER_KILL_FILE: 'kill',
}

test('all settings together start the payer', () => {
  expect(readPayerConfig(env)).toMatchObject({ port: 8094, killFile: 'kill' })
})

test.each(Object.keys(env))('without %s it does not start, and says so', (name) => {
  expect(() => readPayerConfig({ ...env, [name]: '' })).toThrow(name)
})

test('a weak token, the same token for worker and api, an invalid port or an invalid URL stops it', () => {
  expect(() => readPayerConfig({ ...env, PAYER_TOKEN_WORKER: 'short' })).toThrow('PAYER_TOKEN_WORKER')
  expect(() => readPayerConfig({ ...env, PAYER_TOKEN_API: env.PAYER_TOKEN_WORKER })).toThrow(
    'PAYER_TOKEN_API',
  )
  expect(() => readPayerConfig({ ...env, PAYER_PORT: '80920' })).toThrow('PAYER_PORT')
  expect(() => readPayerConfig({ ...env, DATABASE_URL_PAYER: 'nowhere' })).toThrow('DATABASE_URL_PAYER')
})

test('the listener for vendors needs a host and a port, or neither', () => {
  const listener = { PAYER_APPROVAL_HOST: '127.0.0.1', PAYER_APPROVAL_PORT: '8095' }
  expect(readPayerConfig(env).approvals).toBeUndefined()
  expect(readPayerConfig({ ...env, ...listener }).approvals).toEqual({ host: '127.0.0.1', port: 8095 })
  for (const name of Object.keys(listener))
    expect(() => readPayerConfig({ ...env, ...listener, [name]: '' })).toThrow(name)
})

test('the payer’s own node is set per mode and network, and must be a URL', () => {
  const node = { PAYER_NODE_TEST_POLYGON_URL: 'http://127.0.0.1:8545' }
  expect(readPayerConfig({ ...env, ...node }).nodeUrls).toEqual(node)
  expect(readPayerConfig({ ...env, PAYER_NODE_TEST_POLYGON_URL: '' }).nodeUrls).toEqual({})
  expect(() => readPayerConfig({ ...env, PAYER_NODE_TEST_POLYGON_URL: 'polygon' })).toThrow(
    'PAYER_NODE_TEST_POLYGON_URL',
  )
})
