import { toHex } from '../bytes/hex.ts'
import type { Curve, Key } from '../keys/key.ts'
import { verifiedKey } from '../keys/verified-key.ts'
import { type KeyAddress, networksOf } from './networks-of.ts'
import { proveKey } from './prove-key.ts'

/** What may be known of a key by everybody. */
export type ShownKey = Readonly<{
  /** As the file of keys says where it is. */
  place: Readonly<Record<string, unknown>>
  curve: Curve
  publicKey: string
  addresses: readonly KeyAddress[]
  /** How many ways out of its module were tried, and found shut. */
  exportsRefused: number | undefined
}>

/** Throws unless the key signs. */
export async function showKey(
  key: Key,
  place: ShownKey['place'],
  exportsRefused?: number,
): Promise<ShownKey> {
  const verified = verifiedKey(key)
  await proveKey(verified)
  const addresses = networksOf(verified)
  return { place, curve: key.curve, publicKey: toHex(key.publicKey), addresses, exportsRefused }
}

/** For people, with what they write into the signer's two files. */
export function linesOf({ place, curve, publicKey, addresses, exportsRefused }: ShownKey): string[] {
  return [
    JSON.stringify(place),
    `  curve       ${curve}`,
    `  public key  ${publicKey}`,
    ...addresses.map(({ network, address }) => `  ${network.padEnd(10)}  ${address}`),
    '  signs       yes: words that no network takes, verified with the public key',
    ...(exportsRefused === undefined
      ? []
      : [`  leaves      no: ${exportsRefused} ways out of the module were tried, and each was refused`]),
    '',
    'In the file of keys (SIGNER_KEY_FILE), under a name that you choose:',
    `  "<name>": ${JSON.stringify(place)}`,
    'In the line of its lane or sweeper in the policy (SIGNER_POLICY_FILE), on one of these networks and no other:',
    ...addresses.map(
      ({ network, family, address }) =>
        `  "network": "${network}", "family": "${family}", "address": "${address}", "key": "<name>"`,
    ),
  ]
}
