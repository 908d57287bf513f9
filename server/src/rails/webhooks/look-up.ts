import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { AddressWall } from './address-walls.ts'
import { SendFailure } from './send-failure.ts'

const MOST_ADDRESSES = 6

export type LookUp = (hostname: string, wall: AddressWall) => Promise<LookupAddress[]>

/**
 * Where a name leads. One address of it that is behind the wall condemns them all: nobody who means well mixes them.
 * It asks the name servers itself, because the operating system's way holds one of four threads for as long as a hostile
 * name server is silent, and would read names of this machine's own.
 */
export function createLookUp(): LookUp {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  return async (hostname, wall) => {
    const [four, six] = await Promise.all([
      resolver.resolve4(hostname).catch(orNone),
      resolver.resolve6(hostname).catch(orNone),
    ])
    if ([...four, ...six].some((address) => wall.refuses(address)))
      throw new SendFailure('refused_address', 'the name leads to an address that is not public')
    const found = [
      ...four.map((address) => ({ address, family: 4 })),
      ...six.map((address) => ({ address, family: 6 })),
    ]
    if (found.length === 0) throw new SendFailure('no_answer', 'the name has no address')
    return found.slice(0, MOST_ADDRESSES)
  }
}

/** One family may well have none; a name server that is silent counts as none, and the message is sent again later. */
function orNone(): string[] {
  return []
}
