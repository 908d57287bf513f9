import type { NetworkName } from '@afara/server/kernel/networks.ts'

/** A transfer of tokens, as the chain shows it. */
export type Sent = Readonly<{
  network: NetworkName
  from: string
  to: string
  units: bigint
  /** Units of the chain in one kobo. */
  unit: bigint
  hash: string
  /** Hash of the transaction inside a Stellar fee bump. Horizon finds the payment by either hash. */
  innerHash?: string
}>

/** Returns the amount in kobo. One token is one naira. Throws if the amount is not a whole number of kobo. */
export function minorOf({ network, units, unit }: Sent): bigint {
  if (units % unit !== 0n) throw new Error(`${units} units on ${network} are not whole kobo`)
  return units / unit
}
