import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Mode } from '../../../kernel/mode.ts'

/** An account that gives a lane sequence numbers. `base` is the sequence that it had before the first of ours. */
export type StellarChannel = Readonly<{ address: string; base: bigint }>

export type StellarSettings = Readonly<{
  mode: Mode
  /** Of a Horizon. */
  url: string
  passphrase: string
  /** The naira token: its code, a colon, its issuer. */
  asset: string
  /** The channels of each wallet that sends, in the order in which locks use them. They never change: a lock is known by its place. */
  lanes: ReadonlyMap<string, readonly StellarChannel[]>
  /** Other accounts of our own, which are nobody's wallet. */
  ours?: readonly string[]
  deadlineMs?: number
  /** What one transaction may offer at most, in stroops. The signer has a cap of its own. */
  mostFee?: bigint
  clock?: Clock
}>

export type StellarAsset = Readonly<{ code: string; issuer: string }>

export const DEFAULT_HORIZON_DEADLINE_MS = 5_000
/** A lumen. What is charged is what the network asks of everybody in a ledger, however much more was offered. */
export const DEFAULT_MAX_FEE = 10_000_000n

export function readAsset(text: string): StellarAsset {
  const [, code, issuer] = /^([A-Za-z0-9]{1,12}):(G[A-Z2-7]{55})$/.exec(text) ?? []
  if (code === undefined || issuer === undefined) throw new Error(`${text} is not a Stellar asset`)
  return { code, issuer }
}
