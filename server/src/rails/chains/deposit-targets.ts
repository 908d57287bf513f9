import type { Mode } from '../../kernel/mode.ts'
import { type NetworkName, networkNamed } from '../../kernel/networks.ts'
import type { DepositTargets } from '../../movements/deposits/deposit-address.ts'
import { familyOf } from './families.ts'
import type { DepositPlaces } from './family.ts'

/** What deposit addresses are made of, on each network where there are any. */
export type TargetPlaces = Readonly<
  Record<Mode, Readonly<Partial<Record<NetworkName, Readonly<{ deposits: DepositPlaces | undefined }>>>>>
>

export function createDepositTargets(places: TargetPlaces): DepositTargets {
  const addresses = new Map(
    (['live', 'test'] as const).flatMap((mode) =>
      Object.entries(places[mode]).map(([network, { deposits }]) => [
        `${mode}:${network}`,
        deposits && familyOn(network as NetworkName).depositAddresses(deposits),
      ]),
    ),
  )
  return {
    isOpen: (mode, network) => addresses.get(`${mode}:${network}`) !== undefined,
    of: (mode, network, salt) => {
      const address = addresses.get(`${mode}:${network}`)?.(salt)
      return address === undefined ? undefined : { address, ...familyOn(network).tell(address) }
    },
  }
}

function familyOn(network: NetworkName) {
  return familyOf(networkNamed(network).family)
}
