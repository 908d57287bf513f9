import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSoftToken, type SoftToken } from '@afara/stack/services/soft-token.ts'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verifiedKey } from '../verified-key.ts'
import { attemptExport } from './attempt-export.ts'
import { CKA, CKM, loadCryptoki } from './cryptoki.ts'
import { createPkcs11Key } from './pkcs11-key.ts'
import { openToken, type Token } from './token.ts'
import { listKeys, makeKey } from './token-keys.ts'

let folder: string
let soft: SoftToken
const open: Token[] = []
const lost: string[] = []

const openIt = async (writes = false): Promise<Token> => {
  const token = await openToken(soft, { writes, reopened: (why) => lost.push(why) })
  open.push(token)
  return token
}
const digestOf = (number: number) => new Uint8Array(32).fill(number)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-token-'))
  soft = await createSoftToken(folder)
  process.env.SOFTHSM2_CONF = soft.environment.SOFTHSM2_CONF
  const token = await openIt(true)
  await makeKey(token, 'lane', 'secp256k1')
  await makeKey(token, 'hot', 'ed25519')
})
afterEach(async () => {
  for (const token of open.splice(0)) await token.close()
  lost.length = 0
})
afterAll(() => {
  delete process.env.SOFTHSM2_CONF
  rmSync(folder, { recursive: true })
})

test('keys of both curves sign inside their module, and the module’s public key verifies every signature', async () => {
  const token = await openIt()
  const [lane, hot] = [
    verifiedKey(await createPkcs11Key(token, 'lane', 'secp256k1')),
    verifiedKey(await createPkcs11Key(token, 'hot', 'ed25519')),
  ]
  const digests = Array.from({ length: 24 }, (_, number) => digestOf(number))
  expect(await lane.signAll(digests)).toHaveLength(24)
  expect(await hot.signAll([...digests, new Uint8Array(1232).fill(9)])).toHaveLength(25)
  expect(lost).toEqual([])
})

test('concurrent calls run one after another', async () => {
  const key = await createPkcs11Key(await openIt(), 'lane', 'secp256k1')
  const signatures = await Promise.all(
    Array.from({ length: 40 }, async (_, number) => key.sign(digestOf(number))),
  )
  for (const [number, { r, s }] of signatures.entries()) {
    const bytes = new secp256k1.Signature(r, s).toBytes()
    const options = { prehash: false, lowS: false }
    expect(secp256k1.verify(bytes, digestOf(number), key.publicKey, options)).toBe(true)
  }
})

test('no export method of the standard works for our keys, and a key that was made exportable can be exported', async () => {
  const token = await openIt(true)
  for (const label of ['lane', 'hot'])
    expect(await attemptExport(token, label)).toEqual({ tried: 5, open: [] })
  await makeLoose(token, 'loose', [
    { type: CKA.EXTRACTABLE, value: true },
    { type: CKA.SENSITIVE, value: false },
  ])
  const loose = await attemptExport(token, 'loose')
  expect(loose.open).toContain('read it')
  expect(loose.open).toContain('wrap it in a key of ours')
})

test.each<[string, readonly Readonly<{ type: number; value: boolean }>[], RegExp]>([
  ['can be taken out', [{ type: CKA.EXTRACTABLE, value: true }], /can be taken out/],
  ['can be read', [{ type: CKA.SENSITIVE, value: false }], /can be read/],
  ['can derive as well', [{ type: CKA.DERIVE, value: true }], /can derive/],
  ['can unwrap as well', [{ type: CKA.UNWRAP, value: true }], /can unwrap/],
  ['can decrypt as well', [{ type: CKA.DECRYPT, value: true }], /can decrypt/],
  ['cannot sign', [{ type: CKA.SIGN, value: false }], /cannot sign/],
])('a key that %s is refused', async (what, changes, message) => {
  const token = await openIt(true)
  await makeLoose(token, what, changes)
  await expect(createPkcs11Key(token, what, 'secp256k1')).rejects.toThrow(message)
})

test('a missing key, a key of another curve and a label with two keys are refused', async () => {
  const token = await openIt(true)
  await expect(createPkcs11Key(token, 'none', 'secp256k1')).rejects.toThrow('the token has no key none')
  await expect(createPkcs11Key(token, 'hot', 'secp256k1')).rejects.toThrow(
    'is not a key of the curve secp256k1',
  )
  await expect(createPkcs11Key(token, 'lane', 'ed25519')).rejects.toThrow('is not a key of the curve ed25519')
  await expect(makeKey(token, 'lane', 'secp256k1')).rejects.toThrow('already has a key lane')
  await makeLoose(token, 'twice', [])
  await makeLoose(token, 'twice', [])
  await expect(createPkcs11Key(token, 'twice', 'secp256k1')).rejects.toThrow('more than one key twice')
  await expect(createPkcs11Key(token, 'lane', 'secp256k1')).resolves.toBeDefined()
  expect(await listKeys(token)).toContainEqual({ label: 'hot', curve: 'ed25519' })
})

test('a session that was closed is opened again, and the request is signed', async () => {
  const key = verifiedKey(await createPkcs11Key(await openIt(), 'lane', 'secp256k1'))
  const other = await loadCryptoki(soft.module)
  for (const slot of other.C_GetSlotList(true)) other.C_CloseAllSessions(slot)
  expect(await key.signAll([digestOf(1), digestOf(2)])).toHaveLength(2)
  other.C_Finalize()
  expect(await key.signAll([digestOf(3)])).toHaveLength(1)
  expect(lost).toEqual(['CKR_SESSION_HANDLE_INVALID', 'CKR_CRYPTOKI_NOT_INITIALIZED'])
})

test('a token that is removed signs nothing, and signs again when it is back', async () => {
  const key = verifiedKey(await createPkcs11Key(await openIt(), 'hot', 'ed25519'))
  soft.takeAway()
  await expect(key.signAll([digestOf(1)])).rejects.toThrow('the token afara-test cannot be opened')
  await expect(key.signAll([digestOf(1)])).rejects.toThrow('the token afara-test cannot be opened')
  soft.bringBack()
  expect(await key.signAll([digestOf(1)])).toHaveLength(1)
  expect(lost).toHaveLength(1)
})

test('a key that was not looked up before the token was removed is found when it is back', async () => {
  const token = await openIt()
  soft.takeAway()
  await expect(createPkcs11Key(token, 'hot', 'ed25519')).rejects.toThrow(
    'the token afara-test cannot be opened',
  )
  soft.bringBack()
  await expect(createPkcs11Key(token, 'hot', 'ed25519')).resolves.toBeDefined()
  expect(lost).toEqual(['the token has no key hot'])
})

test('a wrong PIN is tried only once: a few wrong PINs lock a token permanently', async () => {
  const pinFile = join(folder, 'pin-that-changes')
  const pin = readFileSync(soft.pinFile)
  writeFileSync(pinFile, pin)
  const token = await openToken({ ...soft, pinFile })
  open.push(token)
  await token.close()
  writeFileSync(pinFile, 'wrong')
  await expect(listKeys(token)).rejects.toThrow('CKR_PIN_INCORRECT')
  writeFileSync(pinFile, pin)
  await expect(listKeys(token)).rejects.toThrow('rejected the PIN, and it is not tried again')
  expect(await listKeys(await openIt())).not.toEqual([])
})

test('the error names a missing token or module', async () => {
  await expect(openToken({ ...soft, token: 'other' })).rejects.toThrow(
    'the token other cannot be opened: the module has no token',
  )
  await expect(openToken({ ...soft, module: '/nowhere.so' })).rejects.toThrow('/nowhere.so cannot be loaded')
})

async function makeLoose(
  token: Token,
  label: string,
  changes: readonly Readonly<{ type: number; value: boolean }>[],
): Promise<void> {
  const attributes = new Map<number, boolean>([
    [CKA.TOKEN, true],
    [CKA.PRIVATE, true],
    [CKA.SENSITIVE, true],
    [CKA.EXTRACTABLE, false],
    [CKA.SIGN, true],
    [CKA.DECRYPT, false],
    [CKA.UNWRAP, false],
    [CKA.DERIVE, false],
    [CKA.SIGN_RECOVER, false],
    ...changes.map(({ type, value }) => [type, value] as const),
  ])
  await token.useOnce(({ cryptoki, handle }) =>
    cryptoki.C_GenerateKeyPair(
      handle,
      { mechanism: CKM.EC_KEY_PAIR_GEN },
      [
        { type: CKA.TOKEN, value: true },
        { type: CKA.LABEL, value: label },
        { type: CKA.EC_PARAMS, value: Buffer.from('06052b8104000a', 'hex') },
      ],
      [{ type: CKA.LABEL, value: label }, ...[...attributes].map(([type, value]) => ({ type, value }))],
    ),
  )
}
