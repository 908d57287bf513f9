import { createSettingReader } from '../policy/setting-reader.ts'

/** What the wallet that sweeps one network may be made to do: one call of one factory for one token, and pay so much for it. */
export type SweeperPolicy = Readonly<{
  mode: 'live' | 'test'
  network: string
  chainId: bigint
  /** Addresses are in lower case. */
  factory: string
  token: string
  address: string
  /** Its name in the file of keys. */
  key: string
  /** Gas times the highest fee, in the network's smallest units. */
  maxCost: bigint
  maxSalts: number
  perHour: bigint
}>

const NAMES = new Set(
  'mode network chain_id factory token address key max_cost max_salts per_hour'.split(' '),
)
const ADDRESS = /^0x[0-9a-f]{40}$/i

export function readSweeper(given: unknown, place: number): SweeperPolicy {
  const { text, whole, wrong } = createSettingReader(given, NAMES, `sweeper ${place + 1} of the policy`)
  const maxSalts = Number(whole('max_salts'))
  if (maxSalts < 1 || maxSalts > 200) wrong('max_salts are 1 to 200')
  return {
    mode: text('mode', /^(?:live|test)$/) as SweeperPolicy['mode'],
    network: text('network', /^[A-Z][A-Za-z]*$/),
    chainId: whole('chain_id'),
    factory: text('factory', ADDRESS).toLowerCase(),
    token: text('token', ADDRESS).toLowerCase(),
    address: text('address', ADDRESS).toLowerCase(),
    key: text('key', /./),
    maxCost: whole('max_cost'),
    maxSalts,
    perHour: whole('per_hour'),
  }
}
