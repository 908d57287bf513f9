import { readKeys } from '../keys/read-keys.ts'
import type { VerifiedSecp256k1Key } from '../keys/verified-key.ts'
import type { Policy } from '../policy/policy.ts'

/** The keys of a policy's lanes and sweepers by their address. A key that is not that of its address stops the signer. */
export async function readWalletKeys(
  text: string,
  policy: Policy,
): Promise<ReadonlyMap<string, VerifiedSecp256k1Key>> {
  const wallets = [...policy.lanes, ...policy.sweepers]
  const keys = await readKeys(
    text,
    wallets.map(({ key, mode }) => ({ key, mode, curve: 'secp256k1' })),
  )
  return new Map(
    wallets.map(({ key: name, address }) => {
      const key = keys.get(name)
      if (key?.curve !== 'secp256k1' || key.address !== address) {
        throw new Error(`the key ${name} is not that of ${address}`)
      }
      return [address, key]
    }),
  )
}
