import { type NetworkName, networkNamed, networksOf } from '../kernel/networks.ts'
import { type Environment, isSet, readBaseUrl, readText, refuseSetting } from './setting.ts'

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
export function readSandboxConfig(env: Environment): SandboxConfig | undefined {
  if (!isSet(env, 'SANDBOX_BANK_URL')) return undefined
  // The order matters: a scenario that names no network uses the first one.
  const names = networksOf('evm', 'solana', 'stellar').filter((name) => isSet(env, simulatorOf(name)))
  return {
    bankUrl: readBaseUrl(env, 'SANDBOX_BANK_URL'),
    networks: Object.fromEntries(names.map((name) => [name, readSimulatedChain(env, name)])),
    listedName: isSet(env, 'SANDBOX_LISTED_NAME') ? readText(env, 'SANDBOX_LISTED_NAME') : undefined,
  }
}

function simulatorOf(name: NetworkName): string {
  return `SANDBOX_${name.toUpperCase()}_URL`
}

function readSimulatedChain(env: Environment, name: NetworkName): SimulatedChainConfig {
  const url = readBaseUrl(env, simulatorOf(name))
  const prefix = `CHAIN_TEST_${name.toUpperCase()}`
  switch (networkNamed(name).family) {
    case 'evm':
      return { url, token: readText(env, `${prefix}_TOKEN`), decimals: readDecimals(env, prefix) }
    case 'solana':
      return { url, mint: readText(env, `${prefix}_MINT`), decimals: readDecimals(env, prefix) }
    default:
      return {
        url,
        asset: readText(env, `${prefix}_ASSET`),
        passphrase: readText(env, `${prefix}_PASSPHRASE`),
      }
  }
}

function readDecimals(env: Environment, prefix: string): number {
  const value = readText(env, `${prefix}_DECIMALS`)
  return /^[0-9]{1,2}$/.test(value)
    ? Number(value)
    : refuseSetting(`${prefix}_DECIMALS`, 'a number of decimals')
}
