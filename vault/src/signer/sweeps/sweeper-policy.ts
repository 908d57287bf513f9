import { createSettingReader, isFields } from '../../shared/settings.ts'
import { familyOf } from '../families/families.ts'
import type { Family, SweeperChain } from '../families/family.ts'

/** What the wallet that sweeps one network may be made to do: bring tokens to where the policy says, and pay so much for it. */
export type SweeperPolicy = Readonly<{
  mode: 'live' | 'test'
  network: string
  /** As its family spells it. */
  address: string
  family: Family
  /** How its transactions are built. */
  chain: SweeperChain
  /** Of one transaction, in the network's smallest units. */
  maxCost: bigint
  maxSalts: number
  perHour: bigint
}>

const NAMES = 'family mode network address key max_cost max_salts per_hour'.split(' ')

export function readSweeper(given: unknown, place: number): SweeperPolicy {
  const family = familyOf(isFields(given) ? given.family : undefined)
  const names = new Set([...NAMES, ...family.sweeperSettings])
  const reader = createSettingReader(given, names, `sweeper ${place + 1} of the policy`)
  const { text, whole, wrong } = reader
  const maxSalts = Number(whole('max_salts'))
  if (maxSalts < 1 || maxSalts > 200) wrong('max_salts are 1 to 200')
  const address = family.spell(text('address', /./))
  return {
    mode: text('mode', /^(?:live|test)$/) as SweeperPolicy['mode'],
    network: text('network', /^[A-Z][A-Za-z]*$/),
    address,
    family,
    chain: family.readSweeper({ address, key: text('key', /./) }, reader),
    maxCost: whole('max_cost'),
    maxSalts,
    perHour: whole('per_hour'),
  }
}
