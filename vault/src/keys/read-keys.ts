import { fromHex } from '../bytes/hex.ts'
import type { Policy } from '../policy/policy.ts'
import { createLocalKey } from './local-key.ts'
import { type VerifiedKey, verifiedKey } from './verified-key.ts'

/** The keys of a policy's lanes and sweepers by their address, from a file `{"<name>": "0x…"}`. Keys in a file are for test money only. */
export function readKeys(text: string, policy: Policy): ReadonlyMap<string, VerifiedKey> {
  const wallets = [...policy.lanes, ...policy.sweepers]
  if (wallets.some(({ mode }) => mode === 'live')) {
    throw new Error('keys in a file are for development: a live lane needs a key that cannot be copied')
  }
  const secrets: Readonly<Record<string, unknown>> = JSON.parse(text)
  return new Map(
    wallets.map(({ key: name, address }) => {
      const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined
      const bytes = typeof secret === 'string' ? fromHex(secret) : undefined
      if (bytes?.length !== 32) throw new Error(`the file of keys has no key ${name} of 32 bytes`)
      const key = verifiedKey(createLocalKey(bytes))
      if (key.address !== address) throw new Error(`the key ${name} is not that of ${address}`)
      return [address, key]
    }),
  )
}
