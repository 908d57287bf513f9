import type { Mode } from '../../kernel/mode.ts'
import { type NetworkName, networkNamed, networkNames } from '../../kernel/networks.ts'
import type { DepositPlaces } from './family.ts'
import type { ForbiddenAddresses } from './wallet-address-rules.ts'

type OwnPlaces = Readonly<{
  tokens: readonly string[]
  channels: readonly string[]
  deposits: DepositPlaces | undefined
}>

/**
 * What the settings say is ours or the token's. An address is nobody else's on any network of its family, in either mode: whoever was told
 * one of a test must not be paid there for real.
 */
export function forbiddenIn(
  places: Readonly<Record<Mode, Readonly<Partial<Record<NetworkName, OwnPlaces>>>>>,
): ForbiddenAddresses {
  const all = [places.live, places.test].flatMap((ofMode) =>
    Object.entries(ofMode).map(([name, of]) => ({ ...of, family: networkNamed(name as NetworkName).family })),
  )
  return Object.fromEntries(
    networkNames.map((name) => {
      const own = all.filter(({ family }) => family === networkNamed(name).family)
      return [
        name,
        {
          tokens: unique(own.flatMap(({ tokens }) => tokens)),
          ownWallets: unique(
            own.flatMap(({ channels, deposits }) => [
              ...channels,
              deposits?.treasury,
              deposits?.factory,
              deposits?.sweeper,
            ]),
          ),
        },
      ]
    }),
  )
}

function unique(addresses: ReadonlyArray<string | undefined>): readonly string[] {
  return [...new Set(addresses.filter((address) => address !== undefined))]
}
