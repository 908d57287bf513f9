import { Refusal } from '../../kernel/refusal.ts'
import type { SandboxWorld } from '../../movements/sandbox/sandbox-world.ts'
import type { NetworkName } from '../../movements/transfers/wallet-address.ts'
import { createSimulatedBank } from './simulated-bank.ts'
import { createSimulatedEvm, type SimulatedEvmSettings } from './simulated-evm.ts'
import type { SimulatedNetwork } from './simulated-network.ts'
import { openUntrustingAccount } from './simulated-stellar.ts'

export type SandboxSettings = Readonly<{
  bankUrl: string
  evm: Readonly<Partial<Record<'Polygon' | 'Avalanche', SimulatedEvmSettings>>>
  stellarUrl: string | undefined
  listedName: string | undefined
}>

/** The simulators and chains of a stack, as the world that scenarios act upon. */
export function createSimulatedWorld({
  bankUrl,
  evm,
  stellarUrl,
  listedName,
}: SandboxSettings): SandboxWorld {
  const networks = new Map<NetworkName, SimulatedNetwork>(
    (['Polygon', 'Avalanche'] as const).flatMap((name) => {
      const settings = evm[name]
      return settings === undefined ? [] : [[name, createSimulatedEvm(settings)] as const]
    }),
  )
  const on = (network: NetworkName): SimulatedNetwork => {
    const found = networks.get(network)
    if (found !== undefined) return found
    throw new Refusal('sandbox_unavailable', `Nobody can send test tokens on ${network} here: name another.`)
  }
  return {
    ...createSimulatedBank(bankUrl),
    networks: [...networks.keys()],
    listedName,
    openWalletWithoutTrustline: async () =>
      stellarUrl === undefined
        ? undefined
        : { network: 'Stellar', address: await openUntrustingAccount(stellarUrl) },
    sendTokens: async (network, to, amount) => on(network).sendTokens(to, amount.minor),
    sendTokensAndForget: async (network, to, amount) => {
      const { sendTokensAndForget: forget } = on(network)
      if (forget !== undefined) return forget(to, amount.minor)
      throw new Refusal('sandbox_unavailable', `Nothing is ever undone on ${network}: name another network.`)
    },
  }
}
