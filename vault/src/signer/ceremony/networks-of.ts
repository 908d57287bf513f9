import { familyOf } from '../families/families.ts'
import type { VerifiedKey } from '../keys/verified-key.ts'

// One address on all networks of a family, and on each of them a key of its own is wanted all the same.
const NETWORKS = [
  { network: 'Polygon', family: 'evm' },
  { network: 'Avalanche', family: 'evm' },
  { network: 'Solana', family: 'solana' },
  { network: 'Stellar', family: 'stellar' },
] as const

export type KeyAddress = Readonly<{ network: string; family: string; address: string }>

/** What a key's wallet is called on each network that takes keys of its curve. */
export function networksOf(key: VerifiedKey): KeyAddress[] {
  return NETWORKS.flatMap(({ network, family: name }) => {
    const family = familyOf(name)
    return family.curve === key.curve ? [{ network, family: name, address: family.addressOf(key) }] : []
  })
}
