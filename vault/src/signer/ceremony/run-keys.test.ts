import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSoftToken, type SoftToken } from '@afara/stack/services/soft-token.ts'
import { publicKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../../test/credit-rows.ts'
import { openToken } from '../keys/pkcs11/token.ts'
import { runKeys } from './run-keys.ts'
import type { ShownKey } from './shown-key.ts'

let folder: string
let soft: SoftToken
let env: Record<string, string>
const printed: string[] = []

const run = async (...args: string[]) => {
  return runKeys(args, { env, print: (line) => printed.push(line) })
}
const shown = (): ShownKey[] => JSON.parse(printed.at(-1) ?? '')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-ceremony-'))
  soft = await createSoftToken(folder)
  process.env.SOFTHSM2_CONF = soft.environment.SOFTHSM2_CONF
  env = {
    SIGNER_PKCS11_MODULE: soft.module,
    SIGNER_PKCS11_TOKEN: soft.token,
    SIGNER_PKCS11_PIN_FILE: soft.pinFile,
    SIGNER_POLICY_FILE: join(folder, 'policy.json'),
    SIGNER_KEY_FILE: join(folder, 'keys.json'),
  }
})
beforeEach(() => {
  printed.length = 0
})
afterAll(async () => {
  // The command `check` leaves its module open, and the next test in this process uses another module.
  await (await openToken(soft)).close()
  delete process.env.SOFTHSM2_CONF
  rmSync(folder, { recursive: true })
})

test('a key is made in the module and shown with its address in every family of its curve', async () => {
  expect(await run('make', 'secp256k1', 'polygon-1', '--json')).toBe(true)
  const [key] = shown()
  const address = publicKeyToAddress(key?.publicKey as `0x${string}`).toLowerCase()
  expect(key).toMatchObject({
    place: { pkcs11: { label: 'polygon-1' } },
    curve: 'secp256k1',
    exports: { tried: 5, open: [] },
  })
  expect(key?.addresses).toEqual([{ family: 'evm', address }])
  await run('make', 'ed25519', 'solana-1', 'stellar-1')
  const text = printed.join('\n')
  expect(text).toMatch(/ {2}solana {6}[1-9A-HJ-NP-Za-km-z]{32,44}\n/)
  expect(text).toMatch(/ {2}stellar {5}G[A-Z2-7]{55}\n/)
  expect(text).toContain('"<name>": {"pkcs11":{"label":"stellar-1"}}')
  expect(text).not.toContain(readFileSync(soft.pinFile, 'utf8').trim())
})

test('a label is used once, and existing keys are listed', async () => {
  await expect(run('make', 'secp256k1', 'polygon-1')).rejects.toThrow('already has a key polygon-1')
  expect(await run('list')).toBe(true)
  expect(printed).toEqual([
    'secp256k1       polygon-1',
    'ed25519         solana-1',
    'ed25519         stellar-1',
  ])
  await expect(run('show', 'other')).rejects.toThrow('the token has no secp256k1 or ed25519 key other')
})

test('a live lane whose key is in the module passes the check, and one with the key of another address does not', async () => {
  await run('show', 'polygon-1', '--json')
  const address = shown()[0]?.addresses[0]?.address
  const lane = {
    mode: 'live',
    network: 'Polygon',
    chain_id: 137,
    token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    decimals: 6,
    address,
    key: 'live-polygon-1',
    per_transfer_minor: '1',
    per_hour_minor: '1',
    per_day_minor: '1',
    first_seen_minor: '1',
    max_fee_per_gas: '1',
    max_gas: '1',
  }
  writeFileSync(env.SIGNER_POLICY_FILE ?? '', JSON.stringify({ operators_root: ROOT, lanes: [lane] }))
  const keys = (place: unknown) =>
    writeFileSync(env.SIGNER_KEY_FILE ?? '', JSON.stringify({ 'live-polygon-1': place }))
  keys({ pkcs11: { label: 'polygon-1' } })
  expect(await run('check')).toBe(true)
  expect(printed.at(-1)).toBe('live-polygon-1 signs, and matches its address')
  keys({ pkcs11: { label: 'solana-1' } })
  await expect(run('check')).rejects.toThrow('is not a key of the curve secp256k1')
  keys(`0x${'01'.repeat(32)}`)
  await expect(run('check')).rejects.toThrow('is a secret in the key file')
  await run('make', 'secp256k1', 'avalanche-1')
  keys({ pkcs11: { label: 'avalanche-1' } })
  await expect(run('check')).rejects.toThrow(`the key live-polygon-1 does not belong to ${address}`)
})

test('an unknown command prints the usage and creates nothing', async () => {
  for (const args of [
    [],
    ['make', 'rsa', 'x'],
    ['make', 'secp256k1'],
    ['list', 'x'],
    ['show', '--kms', 'x'],
  ]) {
    expect(await run(...args)).toBe(false)
    expect(printed.at(-1)).toContain('npm run keys')
  }
})
