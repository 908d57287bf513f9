import { createHash } from 'node:crypto'
import type { NetworkName } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { SandboxWorld } from '../../movements/sandbox/sandbox-world.ts'
import type { SimulatedNetwork } from './ask-simulator.ts'
import { createSimulatedBank } from './simulated-bank.ts'
import { createSimulatedEvm, type SimulatedEvmSettings } from './simulated-evm.ts'
import { createSimulatedSolana, type SimulatedSolanaSettings } from './simulated-solana.ts'
import {
  createSimulatedStellar,
  openUntrustingAccount,
  type SimulatedStellarSettings,
} from './simulated-stellar.ts'

type SimulatedChainSettings = SimulatedEvmSettings | SimulatedSolanaSettings | SimulatedStellarSettings

/** Combines the simulators and chains of a stack for sandbox scenarios. A network without settings is not available. */
export function createSimulatedWorld({
  bankUrl,
  networks: settings,
  listedName,
}: Readonly<{
  bankUrl: string
  networks: Readonly<Partial<Record<NetworkName, SimulatedChainSettings>>>
  listedName: string | undefined
}>): SandboxWorld {
  const configured = Object.entries(settings) as ReadonlyArray<[NetworkName, SimulatedChainSettings]>
  const networks = new Map(configured.map(([name, of]) => [name, createSimulatedNetwork(of)]))
  const on = (network: NetworkName): SimulatedNetwork => {
    const found = networks.get(network)
    if (found !== undefined) return found
    throw new Refusal(
      'sandbox_unavailable',
      `${network} is not available in this sandbox. Use another network.`,
    )
  }
  return {
    ...createSimulatedBank(bankUrl),
    networks: [...networks.keys()],
    listedName,
    openWallet: async (network, words) => on(network).openWallet(createHash('sha256').update(words).digest()),
    openWalletWithoutTrustline: async () => {
      const [network, of] = configured.find(([, one]) => 'asset' in one) ?? []
      return network && of && { network, address: await openUntrustingAccount(of.url) }
    },
    sendTokens: async (network, to, amount) => on(network).sendTokens(to, amount.minor),
    sendTokensAndForget: async (network, to, amount) => {
      const { sendTokensAndForget: forget } = on(network)
      if (forget !== undefined) return forget(to, amount.minor)
      throw new Refusal(
        'sandbox_unavailable',
        `Blocks of ${network} are never replaced. Use another network.`,
      )
    },
  }
}

function createSimulatedNetwork(settings: SimulatedChainSettings): SimulatedNetwork {
  if ('token' in settings) return createSimulatedEvm(settings)
  if ('mint' in settings) return createSimulatedSolana(settings)
  return createSimulatedStellar(settings)
}
