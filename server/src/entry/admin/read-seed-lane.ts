import { Refusal } from '../../kernel/refusal.ts'
import { type SeedLane, seedLanes } from './seed-data.ts'

/** One of the seed's lanes at another address: `<network>:<number>:<address>`. */
export function readSeedLane(text: string): SeedLane {
  const [network, number, address = ''] = text.split(':')
  const lane = seedLanes.find((known) => known.network === network && String(known.number) === number)
  if (lane === undefined || address === '') {
    throw new Refusal('field_invalid', `"${text}" is not a lane of the seed at an address.`)
  }
  return { ...lane, address }
}
