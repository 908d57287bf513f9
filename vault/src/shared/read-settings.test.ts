import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPayerConfig } from '../payer/payer-config.ts'
import { readSignerConfig } from '../signer/signer-config.ts'

/** Returns the settings that an error tells somebody to set. */
function namedBy(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    return [...(error as Error).message.matchAll(/^ {2}(?:set )?([A-Z_]+)/gm)].map(([, name = '']) => name)
  }
  return []
}

test('with nothing set, signer and payer name every setting that they need at once', () => {
  expect(namedBy(() => readSignerConfig({}))).toEqual(
    'SIGNER_HOST SIGNER_PORT SIGNER_TOKEN SIGNER_TOKEN_PEOPLE SIGNER_TOKEN_RECONCILER DATABASE_URL_SIGNER SIGNER_JOURNAL_FILE SIGNER_POLICY_FILE SIGNER_KEY_FILE SIGNER_OPERATORS_FILE SIGNER_KILL_FILE'.split(
      ' ',
    ),
  )
  expect(namedBy(() => readPayerConfig({}))).toEqual(
    'PAYER_HOST PAYER_PORT PAYER_TOKEN_WORKER PAYER_TOKEN_API PAYER_TOKEN_RECONCILER DATABASE_URL_PAYER PAYER_JOURNAL_FILE PAYER_JOURNAL_KEYS PAYER_POLICY_FILE PAYER_CREDENTIALS_FILE PAYER_OPERATORS_FILE PAYER_KILL_FILE'.split(
      ' ',
    ),
  )
})

const folder = mkdtempSync(join(tmpdir(), 'afara-vault-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const secret = 'w'.repeat(32)

function secretFile(name: string, content: string, mode = 0o400): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

const payer = {
  PAYER_HOST: '127.0.0.1',
  PAYER_PORT: '8094',
  PAYER_TOKEN_API: 'a'.repeat(32),
  PAYER_TOKEN_RECONCILER: 'r'.repeat(32),
  DATABASE_URL_PAYER: 'postgres://afara_payer@127.0.0.1/afara',
  PAYER_JOURNAL_FILE: 'journal',
  PAYER_JOURNAL_KEYS_FILE: secretFile('keys', `1:${'A'.repeat(43)}=\n`, 0o640),
  PAYER_POLICY_FILE: 'policy',
  PAYER_OPERATORS_FILE: 'operators',
  PAYER_CREDENTIALS_FILE: 'credentials',
  PAYER_KILL_FILE: 'kill',
}

test('secrets come from files, without the line break at their end', () => {
  const PAYER_TOKEN_WORKER_FILE = secretFile('token', `${secret}\n`)
  expect(readPayerConfig({ ...payer, PAYER_TOKEN_WORKER_FILE })).toMatchObject({
    workerToken: secret,
    journalFile: 'journal',
  })
})

test.each([
  ['that does not exist', () => join(folder, 'nowhere'), 'ENOENT'],
  ['that is a folder', () => folder, 'not a file'],
  ['that is empty', () => secretFile('empty', '\n'), 'is empty'],
  ['that everybody can read', () => secretFile('open', secret, 0o644), 'chmod 640'],
])('a file %s is refused and named once, with the other problems', (_, path, told) => {
  const read = () => readPayerConfig({ ...payer, PAYER_PORT: '80920', PAYER_TOKEN_WORKER_FILE: path() })
  expect(namedBy(read)).toEqual(['PAYER_TOKEN_WORKER_FILE', 'PAYER_PORT'])
  expect(read).toThrow(told)
})

test('a secret is not set twice, and a token from a file is compared with the others', () => {
  const PAYER_TOKEN_WORKER_FILE = secretFile('same', payer.PAYER_TOKEN_API)
  expect(() => readPayerConfig({ ...payer, PAYER_TOKEN_WORKER_FILE })).toThrow(
    'set PAYER_TOKEN_API to another value than PAYER_TOKEN_WORKER',
  )
  const both = { ...payer, PAYER_TOKEN_WORKER: secret, PAYER_TOKEN_WORKER_FILE }
  expect(() => readPayerConfig(both)).toThrow('set PAYER_TOKEN_WORKER or PAYER_TOKEN_WORKER_FILE, not both')
})

test('a misspelt name of an optional setting stops the process, and a name of the server does not', () => {
  const read = (name: string) => () => readSignerConfig({ [name]: 'x' })
  expect(read('SIGNER_BANK_FILE')).toThrow(
    'SIGNER_BANK_FILE is not a setting: did you mean SIGNER_BANKS_FILE?',
  )
  for (const name of ['SIGNER_URL', 'PAYER_URL', 'PATH', 'DATABASE_URL_SEALER'])
    expect(namedBy(read(name))).not.toContain(name)
})
