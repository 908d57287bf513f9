import { expect, test } from 'vitest'
import { readSignerConfig } from './signer-config.ts'

const env = {
  SIGNER_HOST: '127.0.0.1',
  SIGNER_PORT: '8092',
  SIGNER_TOKEN: 'x'.repeat(32),
  SIGNER_TOKEN_PEOPLE: 'y'.repeat(32),
  SIGNER_TOKEN_RECONCILER: 'z'.repeat(32),
  DATABASE_URL_SIGNER: 'postgres://afara_signer@127.0.0.1/afara',
  SIGNER_JOURNAL_FILE: 'journal',
  SIGNER_POLICY_FILE: 'policy',
  SIGNER_OPERATORS_FILE: 'operators',
  SIGNER_KEY_FILE: 'keys',
  SIGNER_KILL_FILE: 'kill',
}

test('all settings together start the signer', () => {
  expect(readSignerConfig(env)).toMatchObject({ port: 8092, killFile: 'kill' })
})

test.each(Object.keys(env))('without %s it does not start, and says so', (name) => {
  expect(() => readSignerConfig({ ...env, [name]: '' })).toThrow(name)
})

test('a weak token, an invalid port or an invalid URL stops it', () => {
  expect(() => readSignerConfig({ ...env, SIGNER_TOKEN: 'short' })).toThrow('SIGNER_TOKEN')
  expect(() => readSignerConfig({ ...env, SIGNER_TOKEN_PEOPLE: env.SIGNER_TOKEN })).toThrow(
    'SIGNER_TOKEN_PEOPLE',
  )
  expect(() => readSignerConfig({ ...env, SIGNER_PORT: '80920' })).toThrow('SIGNER_PORT')
  expect(() => readSignerConfig({ ...env, DATABASE_URL_SIGNER: 'nowhere' })).toThrow('DATABASE_URL_SIGNER')
})

test('a module is set together with its token and its PIN, or not at all', () => {
  expect(readSignerConfig(env).pkcs11).toBeUndefined()
  const module = {
    SIGNER_PKCS11_MODULE: '/usr/lib/softhsm/libsofthsm2.so',
    SIGNER_PKCS11_TOKEN: 'afara',
    SIGNER_PKCS11_PIN_FILE: 'pin',
  }
  expect(readSignerConfig({ ...env, ...module }).pkcs11).toEqual({
    module: '/usr/lib/softhsm/libsofthsm2.so',
    token: 'afara',
    pinFile: 'pin',
  })
  for (const name of Object.keys(module)) {
    expect(() => readSignerConfig({ ...env, ...module, [name]: '' })).toThrow(name)
  }
})
