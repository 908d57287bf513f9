import { createHash } from 'node:crypto'
import { Refusal } from '../../kernel/refusal.ts'
import type { SandboxWorld } from '../../movements/sandbox/sandbox-world.ts'
import type { NetworkName } from '../../movements/transfers/wallet-address.ts'
import { createSimulatedBank } from './simulated-bank.ts'
import { createSimulatedEvm, type SimulatedEvmSettings } from './simulated-evm.ts'
import type { SimulatedNetwork } from './simulated-network.ts'
import { createSimulatedSolana, type SimulatedSolanaSettings } from './simulated-solana.ts'
import {
  createSimulatedStellar,
  openUntrustingAccount,
  type SimulatedStellarSettings,
} from './simulated-stellar.ts'

/** By network; one that is not named cannot be acted upon. */
type NetworkSettings = Readonly<{
  Polygon?: SimulatedEvmSettings | undefined
  Avalanche?: SimulatedEvmSettings | undefined
  Solana?: SimulatedSolanaSettings | undefined
  Stellar?: SimulatedStellarSettings | undefined
}>

/** The simulators and chains of a stack, as the world that scenarios act upon. */
export function createSimulatedWorld({
  bankUrl,
  networks: settings,
  listedName,
}: Readonly<{ bankUrl: string; networks: NetworkSettings; listedName: string | undefined }>): SandboxWorld {
  const { Polygon, Avalanche, Solana, Stellar } = settings
  const networks = new Map<NetworkName, SimulatedNetwork>([
    ...(Polygon === undefined ? [] : [['Polygon', createSimulatedEvm(Polygon)] as const]),
    ...(Avalanche === undefined ? [] : [['Avalanche', createSimulatedEvm(Avalanche)] as const]),
    ...(Solana === undefined ? [] : [['Solana', createSimulatedSolana(Solana)] as const]),
    ...(Stellar === undefined ? [] : [['Stellar', createSimulatedStellar(Stellar)] as const]),
  ])
  const on = (network: NetworkName): SimulatedNetwork => {
    const found = networks.get(network)
    if (found !== undefined) return found
    throw new Refusal('sandbox_unavailable', `${network} cannot be acted upon here: name another network.`)
  }
  return {
    ...createSimulatedBank(bankUrl),
    networks: [...networks.keys()],
    listedName,
    openWallet: async (network, words) => on(network).openWallet(createHash('sha256').update(words).digest()),
    openWalletWithoutTrustline: async () =>
      Stellar && { network: 'Stellar', address: await openUntrustingAccount(Stellar.url) },
    sendTokens: async (network, to, amount) => on(network).sendTokens(to, amount.minor),
    sendTokensAndForget: async (network, to, amount) => {
      const { sendTokensAndForget: forget } = on(network)
      if (forget !== undefined) return forget(to, amount.minor)
      throw new Refusal('sandbox_unavailable', `Nothing is ever undone on ${network}: name another network.`)
    },
  }
}
