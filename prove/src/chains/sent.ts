import type { NetworkName } from '@afara/server/kernel/networks.ts'

/** Tokens that moved, as the chain itself tells it. */
export type Sent = Readonly<{
  network: NetworkName
  from: string
  to: string
  units: bigint
  /** Units of the chain to a kobo. */
  unit: bigint
  hash: string
  /** The hash of the transaction inside a Stellar fee bump. Horizon finds the payment by either. */
  innerHash?: string
}>

/** In kobo; a token is a naira. What is less than a kobo is nobody's wish. */
export function minorOf({ network, units, unit }: Sent): bigint {
  if (units % unit !== 0n) throw new Error(`${units} units on ${network} are not whole kobo`)
  return units / unit
}
