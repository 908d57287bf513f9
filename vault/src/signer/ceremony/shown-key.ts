import { hash, randomBytes } from 'node:crypto'
import { toHex } from '../../shared/bytes.ts'
import { familyNames, familyOf } from '../families/families.ts'
import type { Curve, Key } from '../keys/key.ts'
import type { ExportAttempt } from '../keys/pkcs11/attempt-export.ts'
import { type VerifiedKey, verifiedKey } from '../keys/verified-key.ts'

/** The public facts about a key. */
export type ShownKey = Readonly<{
  /** The location of the key, as it is written in the key file. */
  place: Readonly<Record<string, unknown>>
  curve: Curve
  publicKey: string
  addresses: readonly KeyAddress[]
  /** For a key in a module: the export methods that were tried, and those that worked. */
  exports: ExportAttempt | undefined
}>

type KeyAddress = Readonly<{ family: string; address: string }>

/** Returns the public facts about a key. Throws unless the key signs. */
export async function showKey(
  key: Key,
  place: ShownKey['place'],
  exports?: ExportAttempt,
): Promise<ShownKey> {
  const verified = verifiedKey(key)
  await proveKey(verified)
  const addresses = addressesOf(verified)
  return { place, curve: key.curve, publicKey: toHex(key.publicKey), addresses, exports }
}

/** Describes a key for operators, with the lines for the signer's two files. */
export function describeKey({ place, curve, publicKey, addresses, exports }: ShownKey): string[] {
  return [
    JSON.stringify(place),
    `  curve       ${curve}`,
    `  public key  ${publicKey}`,
    ...addresses.map(({ family, address }) => `  ${family.padEnd(10)}  ${address}`),
    '  signs       yes: a message that no network accepts, verified with the public key',
    ...(exports === undefined ? [] : [`  leaves      ${leavesOf(exports)}`]),
    '',
    'In the key file (SIGNER_KEY_FILE), under a name that you choose:',
    `  "<name>": ${JSON.stringify(place)}`,
    'In the policy (SIGNER_POLICY_FILE), in the line of the lane or sweeper that uses this key. Use the key on one network only:',
    ...addresses.map(
      ({ family, address }) =>
        `  "network": "<network>", "family": "${family}", "address": "${address}", "key": "<name>"`,
    ),
  ]
}

/** Tells whether no export method worked. */
export function isNonExportable({ exports }: ShownKey): boolean {
  return exports === undefined || exports.open.length === 0
}

function leavesOf({ tried, open }: ExportAttempt): string {
  return open.length === 0
    ? `no: the module rejected all ${tried} export methods`
    : `YES: it is possible to ${open.join(', ')}. Do not use this key`
}

/** Returns a key's address in each family that uses its curve. The address is the same on all networks of the family. */
function addressesOf(key: VerifiedKey): KeyAddress[] {
  return familyNames.flatMap((name) => {
    const family = familyOf(name)
    return family.curve === key.curve ? [{ family: name, address: family.addressOf(key) }] : []
  })
}

/** Makes the key sign a message that no network accepts, and throws unless the signature is valid. */
export async function proveKey(key: VerifiedKey): Promise<void> {
  const words = `Afara test message to show that this key signs: ${randomBytes(16).toString('hex')}`
  if (key.curve === 'ed25519') await key.signAll([Buffer.from(words)])
  else await key.signAll([hash('sha256', words, 'buffer')])
}
