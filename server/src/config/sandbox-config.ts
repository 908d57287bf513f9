import { type Environment, isSet, readBaseUrl, readText, refuseSetting } from './setting.ts'

/** Where the simulators' own controls are. They move nothing that is worth anything: live mode never sees them. */
export type SandboxConfig = Readonly<{
  bankUrl: string
  networks: Readonly<{
    Polygon?: EvmConfig | undefined
    Avalanche?: EvmConfig | undefined
    Solana?: Readonly<{ url: string; mint: string; decimals: number }> | undefined
    Stellar?: Readonly<{ url: string; asset: string; passphrase: string }> | undefined
  }>
  /** Somebody on the list that SANCTIONS_FOLDER has. */
  listedName: string | undefined
}>

type EvmConfig = Readonly<{ url: string; token: string; decimals: number }>

/** `SANDBOX_BANK_URL` opens the sandbox; a network has its own address, and its token from the settings of the chain. */
export function readSandboxConfig(env: Environment): SandboxConfig | undefined {
  if (!isSet(env, 'SANDBOX_BANK_URL')) return undefined
  return {
    bankUrl: readBaseUrl(env, 'SANDBOX_BANK_URL'),
    networks: {
      Polygon: readNetwork(env, 'POLYGON', readEvm),
      Avalanche: readNetwork(env, 'AVALANCHE', readEvm),
      Solana: readNetwork(env, 'SOLANA', (name) => ({
        mint: readText(env, `${name}_MINT`),
        decimals: readDecimals(env, name),
      })),
      Stellar: readNetwork(env, 'STELLAR', (name) => ({
        asset: readText(env, `${name}_ASSET`),
        passphrase: readText(env, `${name}_PASSPHRASE`),
      })),
    },
    listedName: isSet(env, 'SANDBOX_LISTED_NAME') ? readText(env, 'SANDBOX_LISTED_NAME') : undefined,
  }
}

function readNetwork<T>(env: Environment, name: string, read: (prefix: string, env: Environment) => T) {
  if (!isSet(env, `SANDBOX_${name}_URL`)) return undefined
  return { url: readBaseUrl(env, `SANDBOX_${name}_URL`), ...read(`CHAIN_TEST_${name}`, env) }
}

function readEvm(prefix: string, env: Environment) {
  return { token: readText(env, `${prefix}_TOKEN`), decimals: readDecimals(env, prefix) }
}

function readDecimals(env: Environment, prefix: string): number {
  const value = readText(env, `${prefix}_DECIMALS`)
  return /^[0-9]{1,2}$/.test(value)
    ? Number(value)
    : refuseSetting(`${prefix}_DECIMALS`, 'a number of decimals')
}
