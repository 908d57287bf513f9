import type { ChainConfig, ChainsConfig, KnownAddressesConfig } from '../config/chains-config.ts'
import type { PeopleConfig } from '../config/people-config.ts'
import type { VaultConfig } from '../config/shared-config.ts'
import type { WorkerConfig } from '../config/worker-config.ts'
import type { WorkerDeps } from '../entry/workflows/worker-deps.ts'
import type { Mode } from '../kernel/mode.ts'
import { type NetworkFamily, type NetworkName, networkNamed, networkNames } from '../kernel/networks.ts'
import type { WatchedChain, WatchedChains } from '../movements/deposits/deposit-chain.ts'
import type { Chain, Chains, WalletChains } from '../movements/transfers/chain.ts'
import { absentSigner, type Signer } from '../movements/transfers/signer.ts'
import type { WalletAddressRules } from '../movements/transfers/wallet-address.ts'
import type { SweepChain } from '../movements/treasury/sweep-chain.ts'
import {
  createChain,
  createDeposits,
  createDepositTargets,
  createSweeps,
  type Place,
} from '../rails/chains/families.ts'
import { createWalletAddressRules, forbiddenIn } from '../rails/chains/wallet-address-rules.ts'
import { createWitnessedChain } from '../rails/chains/witnessed-chain.ts'
import { createVaultSigner, createVaultSweeps } from '../rails/signing/vault/vault-signer.ts'

/** Creates the chains that have a URL in the settings. */
export async function wireChains(config: ChainsConfig): Promise<Chains> {
  const chains = await Promise.all(
    listPlaces(config).map(async (place) => {
      const chain = await createChain(place)
      const { witnessUrl } = place.settings
      if (witnessUrl === undefined) return chain
      const witness = await createChain(atNode(place, witnessUrl))
      return createWitnessedChain(chain, witness, { nowMs: () => performance.now() })
    }),
  )
  return new Map(chains.map((chain) => [`${chain.mode}:${chain.network}`, chain]))
}

/** Creates the chains and the signer, whose journal tells commands what was sent even if the database has lost it. */
export async function wireChainsAndJournal({ chains, signer }: Pick<PeopleConfig, 'chains' | 'signer'>) {
  return { chains: await wireChains(chains), journal: wireSigner(signer) }
}

export function wireSigner(signer: VaultConfig | undefined): Signer {
  return signer === undefined ? absentSigner : createVaultSigner(signer)
}

/** Creates each chain on first use, so that an API process starts without loading the chain libraries. */
export function wireWalletChains(config: ChainsConfig): WalletChains {
  return new Map(
    listPlaces(config).map((place) => {
      let chain: ReturnType<typeof createChain> | undefined
      const preflight: Chain['preflight'] = async (to, tokensMinor, signal) => {
        chain ??= createChain(place)
        return (await chain).preflight(to, tokensMinor, signal)
      }
      return [`${place.mode}:${place.network.name}`, { preflight }] as const
    }),
  )
}

/** Creates the chains and their deposit addresses, for watching outside a worker. */
export async function wireWatching(chains: ChainsConfig) {
  return { watched: await wireDeposits(chains), targets: createDepositTargets(chains) }
}

/** Creates the chains whose deposits are watched: those with settings for deposit addresses. */
export async function wireDeposits(config: ChainsConfig): Promise<WatchedChains> {
  const watched = await Promise.all(
    listPlaces(config).map(async (place): Promise<WatchedChain[]> => {
      const { deposits, witnessUrl } = place.settings
      if (deposits === undefined) return []
      const chain = await createDeposits({ ...place, deposits })
      const witness = witnessUrl && {
        chain: await createDeposits({ ...atNode(place, witnessUrl), deposits }),
        aboveMinor: deposits.witnessAboveMinor,
      }
      return [{ chain, beginAfter: deposits.fromBlock, witness: witness || undefined }]
    }),
  )
  return new Map(watched.flat().map((one) => [`${one.chain.mode}:${one.chain.network}`, one]))
}

/** Creates the chains that are swept: those with a sweeper in the settings, if a signer is configured. */
export async function wireSweeps({
  chains,
  signer,
  sweeps: settings,
}: WorkerConfig): Promise<WorkerDeps['sweeps']> {
  if (signer === undefined) return undefined
  const swept = await Promise.all(
    listPlaces(chains).map(async (place) => {
      const { deposits } = place.settings
      return deposits && createSweeps({ ...place, deposits })
    }),
  )
  const isSwept = (chain: SweepChain | undefined): chain is SweepChain => chain !== undefined
  return { chains: swept.filter(isSwept), signer: createVaultSweeps(signer), settings }
}

/** Creates the rules for wallet addresses. Without settings, no address counts as ours. */
export function wireWalletRules(
  addresses: KnownAddressesConfig = { live: {}, test: {} },
): WalletAddressRules {
  return createWalletAddressRules({ forbidden: forbiddenIn(addresses) })
}

type ChainPlace = Place<NetworkFamily> & Readonly<{ settings: ChainConfig }>

function listPlaces(config: ChainsConfig): ChainPlace[] {
  return (['live', 'test'] as const).flatMap((mode) =>
    networkNames.flatMap((name) => {
      const settings = config[mode][name]
      if (settings === undefined) return []
      const { family } = settings
      return [
        { family, mode, network: networkNamed(name), settings, siblings: findSiblings(config[mode], name) },
      ]
    }),
  )
}

function findSiblings(ofMode: ChainsConfig[Mode], name: NetworkName) {
  return networkNames.flatMap((other) => {
    const settings = ofMode[other]
    const isSibling = other !== name && settings?.family === ofMode[name]?.family
    return isSibling && settings !== undefined ? [{ network: networkNamed(other), url: settings.url }] : []
  })
}

/** Returns the same chain with the URL of another node. */
function atNode(place: ChainPlace, url: string): ChainPlace {
  return { ...place, settings: { ...place.settings, url } }
}
