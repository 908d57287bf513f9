import { type NetworkName, networkNamed, networksOf } from '../kernel/networks.ts'
import type { Settings } from './read-settings.ts'

/** URLs of the simulators' controls. They move nothing of value, and live mode never uses them. */
export type SandboxConfig = Readonly<{
  bankUrl: string
  networks: Readonly<Partial<Record<NetworkName, SimulatedChainConfig>>>
  /** A name that is on the sanctions list in SANCTIONS_FOLDER. */
  listedName: string | undefined
}>

/** The field for the token has the name that the network's family uses. */
type SimulatedChainConfig = Readonly<
  | { url: string; token: string; decimals: number }
  | { url: string; mint: string; decimals: number }
  | { url: string; asset: string; passphrase: string }
>

/** `SANDBOX_BANK_URL` enables the sandbox. Each network has its own URL, and takes its token from the settings of the chain. */
export function readSandboxConfig(settings: Settings): SandboxConfig | undefined {
  const bankUrl = settings.find('SANDBOX_BANK_URL')
  if (bankUrl === undefined) return undefined
  // The order matters: a scenario that names no network uses the first one.
  const networks = networksOf('evm', 'solana', 'stellar').flatMap((name) => {
    const chain = readSimulatedChain(settings, name)
    return chain === undefined ? [] : [[name, chain]]
  })
  return {
    bankUrl,
    networks: Object.fromEntries(networks),
    listedName: settings.find('SANDBOX_LISTED_NAME'),
  }
}

function readSimulatedChain({ find, get }: Settings, name: NetworkName): SimulatedChainConfig | undefined {
  const network = name.toUpperCase() as Uppercase<NetworkName>
  const url = find(`SANDBOX_${network}_URL`)
  if (url === undefined) return undefined
  const prefix = `CHAIN_TEST_${network}` as const
  switch (networkNamed(name).family) {
    case 'evm':
      return { url, token: get(`${prefix}_TOKEN`), decimals: get(`${prefix}_DECIMALS`) }
    case 'solana':
      return { url, mint: get(`${prefix}_MINT`), decimals: get(`${prefix}_DECIMALS`) }
    default:
      return { url, asset: get(`${prefix}_ASSET`), passphrase: get(`${prefix}_PASSPHRASE`) }
  }
}
