import { Refusal } from '../../kernel/refusal.ts'
import type { SandboxWorld } from '../../movements/sandbox/sandbox-world.ts'
import type { NetworkName } from '../../movements/transfers/wallet-address.ts'

/** Where a wallet can be made up and tokens can be sent: the network that was asked for, or the first. */
export function chooseNetwork({ networks }: SandboxWorld, wanted?: string): NetworkName {
  const found = networks.find((name) => wanted === undefined || name === wanted)
  if (found !== undefined) return found
  const known = networks.length === 0 ? 'no network can' : `only ${networks.join(' and ')} can`
  throw new Refusal('sandbox_unavailable', `In this sandbox ${known} be acted upon.`)
}
