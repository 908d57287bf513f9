import { type Environment, isSet, refuseSetting, textSetting, urlSetting } from './setting.ts'

const evmNetworks = ['Polygon', 'Avalanche'] as const

/** Where the simulators' own controls are. They move nothing that is worth anything: live mode never sees them. */
export type SandboxConfig = Readonly<{
  bankUrl: string
  evm: Readonly<
    Partial<Record<(typeof evmNetworks)[number], Readonly<{ url: string; token: string; decimals: number }>>>
  >
  stellarUrl: string | undefined
  /** Somebody on the list that SANCTIONS_FOLDER has. */
  listedName: string | undefined
}>

/** `SANDBOX_BANK_URL` opens the sandbox; a network has its own address, and its token from the settings of the chain. */
export function readSandboxConfig(env: Environment): SandboxConfig | undefined {
  if (!isSet(env, 'SANDBOX_BANK_URL')) return undefined
  return {
    bankUrl: base(env, 'SANDBOX_BANK_URL'),
    evm: Object.fromEntries(evmNetworks.flatMap((network) => readEvm(env, network))),
    stellarUrl: isSet(env, 'SANDBOX_STELLAR_URL') ? base(env, 'SANDBOX_STELLAR_URL') : undefined,
    listedName: isSet(env, 'SANDBOX_LISTED_NAME') ? textSetting(env, 'SANDBOX_LISTED_NAME') : undefined,
  }
}

function readEvm(env: Environment, network: (typeof evmNetworks)[number]) {
  const name = network.toUpperCase()
  if (!isSet(env, `SANDBOX_${name}_URL`)) return []
  const decimals = textSetting(env, `CHAIN_TEST_${name}_DECIMALS`)
  if (!/^[0-9]{1,2}$/.test(decimals)) refuseSetting(`CHAIN_TEST_${name}_DECIMALS`, 'a number of decimals')
  const token = textSetting(env, `CHAIN_TEST_${name}_TOKEN`)
  return [[network, { url: base(env, `SANDBOX_${name}_URL`), token, decimals: Number(decimals) }] as const]
}

function base(env: Environment, name: string): string {
  return urlSetting(env, name).replace(/\/$/, '')
}
