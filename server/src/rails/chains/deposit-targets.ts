import type { Mode } from '../../kernel/mode.ts'
import type { DepositTargets } from '../../movements/deposits/deposit-target.ts'
import type { NetworkName } from '../../movements/transfers/wallet-address.ts'
import { createForwarderAddresses } from './evm/forwarder-address.ts'

/** The deposit factory of each network that has one. */
export type Factories = Readonly<Record<Mode, Readonly<Partial<Record<NetworkName, string>>>>>

export function createDepositTargets(factories: Factories): DepositTargets {
  const addresses = new Map(
    (['live', 'test'] as const).flatMap((mode) =>
      Object.entries(factories[mode]).map(([network, factory]) => [
        `${mode}:${network}`,
        createForwarderAddresses(factory),
      ]),
    ),
  )
  return {
    of: (mode, network, salt) => {
      const address = addresses.get(`${mode}:${network}`)?.(salt)
      return address === undefined ? undefined : { address, shown: address, memo: null }
    },
    tell: (_, address) => ({ shown: address, memo: null }),
  }
}
