import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Environment, readSettings } from '../../shared/read-settings.ts'
import type { Curve } from '../keys/key.ts'
import { createKmsKey, openKms } from '../keys/kms-key.ts'
import { attemptExport } from '../keys/pkcs11/attempt-export.ts'
import { createPkcs11Key } from '../keys/pkcs11/pkcs11-key.ts'
import { openToken, type Token } from '../keys/pkcs11/token.ts'
import { type ListedKey, listKeys, makeKey } from '../keys/pkcs11/token-keys.ts'
import { readWalletKeys } from '../keys/read-keys.ts'
import { readPolicy } from '../policy.ts'
import { readPkcs11Settings } from '../signer-config.ts'
import { signerSettings } from '../signer-settings.ts'
import { describeKey, isNonExportable, proveKey, type ShownKey, showKey } from './shown-key.ts'

export type KeysDeps = Readonly<{ env: Environment; print(line: string): void }>

const USAGE = `npm run keys -- <command>

  make <secp256k1|ed25519> <label…>        make keys inside the module, and show them
  show <label…>                            show keys of the module
  show --kms <secp256k1|ed25519> <key id…> show keys of AWS KMS
  list                                     list the keys of the module
  check                                    check that every key in the policy opens, signs and has its address

SIGNER_PKCS11_MODULE, SIGNER_PKCS11_TOKEN and SIGNER_PKCS11_PIN_FILE name the module. SIGNER_POLICY_FILE names the policy, and
SIGNER_KEY_FILE the key file. With --json, make and show print one line of JSON. No command shows a secret or asks for one.`

/** Runs a command of the key ceremony. Returns whether it succeeded. */
export async function runKeys(args: readonly string[], deps: KeysDeps): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { kms: { type: 'boolean' }, json: { type: 'boolean' } },
  })
  const [command, ...rest] = positionals
  const print = (keys: readonly ShownKey[]): boolean => {
    if (values.json === true) deps.print(JSON.stringify(keys))
    else for (const line of keys.flatMap((key) => [...describeKey(key), ''])) deps.print(line)
    return keys.every(isNonExportable)
  }
  if (command === 'check' && rest.length === 0) return checkKeys(deps)
  if (command === 'list' && rest.length === 0) return withToken(deps, async (token) => listAll(token, deps))
  const [first, ...others] = rest
  if (command === 'show' && values.kms === true && isCurve(first) && others.length > 0) {
    return print(await showOfKms(first, others))
  }
  if (command === 'show' && values.kms !== true && first !== undefined) {
    return withToken(deps, async (token) => print(await showOfModule(token, rest)))
  }
  if (command === 'make' && isCurve(first) && others.length > 0) {
    return withToken(deps, async (token) => {
      for (const label of others) await makeKey(token, label, first)
      return print(await showOfModule(token, others))
    })
  }
  deps.print(USAGE)
  return false
}

async function withToken({ env }: KeysDeps, work: (token: Token) => Promise<boolean>): Promise<boolean> {
  const settings = readPkcs11Settings(env)
  if (settings === undefined)
    throw new Error(
      'set SIGNER_PKCS11_MODULE to the path of the PKCS #11 module (see docs/operate/settings.md)',
    )
  const token = await openToken(settings, { writes: true })
  try {
    return await work(token)
  } finally {
    await token.close()
  }
}

async function showOfModule(token: Token, labels: readonly string[]): Promise<ShownKey[]> {
  const all = await listKeys(token)
  const shown: ShownKey[] = []
  for (const label of labels) {
    const key = await createPkcs11Key(token, label, curveOf(all, label))
    shown.push(await showKey(key, { pkcs11: { label } }, await attemptExport(token, label)))
  }
  return shown
}

async function showOfKms(curve: Curve, keyIds: readonly string[]): Promise<ShownKey[]> {
  const client = await openKms()
  const shown: ShownKey[] = []
  for (const keyId of keyIds) {
    shown.push(await showKey(await createKmsKey(client, keyId, curve), { kms: { key_id: keyId } }))
  }
  client.destroy()
  return shown
}

async function listAll(token: Token, { print }: KeysDeps): Promise<boolean> {
  for (const { label, curve } of await listKeys(token))
    print(`${(curve ?? 'other curve').padEnd(16)}${label}`)
  return true
}

async function checkKeys({ env, print }: KeysDeps): Promise<boolean> {
  const { SIGNER_POLICY_FILE, SIGNER_KEY_FILE } = signerSettings
  const files = readSettings('keys', env, { SIGNER_POLICY_FILE, SIGNER_KEY_FILE })
  const policy = readPolicy(readFileSync(files.SIGNER_POLICY_FILE, 'utf8'))
  const text = readFileSync(files.SIGNER_KEY_FILE, 'utf8')
  const keys = await readWalletKeys(text, policy, { pkcs11: readPkcs11Settings(env) })
  for (const [name, key] of keys) {
    await proveKey(key)
    print(`${name} signs, and matches its address`)
  }
  return true
}

function curveOf(all: readonly ListedKey[], label: string): Curve {
  const curve = all.find((key) => key.label === label)?.curve
  if (curve === undefined) throw new Error(`the token has no secp256k1 or ed25519 key ${label}`)
  return curve
}

function isCurve(text: string | undefined): text is Curve {
  return text === 'secp256k1' || text === 'ed25519'
}
