import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Mode } from '../../../kernel/mode.ts'

/** An account that lends sequence numbers to a lane. `base` is its sequence before our first transaction. */
export type StellarChannel = Readonly<{ address: string; base: bigint }>

export type StellarSettings = Readonly<{
  mode: Mode
  /** URL of a Horizon server. */
  url: string
  passphrase: string
  /** The naira token: its code, a colon, its issuer. */
  asset: string
  /**
   * The channels of each lane, in the order in which locks use them. They must never change, because a lock is identified by its position.
   */
  lanes: ReadonlyMap<string, readonly StellarChannel[]>
  /** Our other accounts. None of them may be a customer's wallet. */
  ours?: readonly string[]
  deadlineMs?: number
  /** Maximum fee of one transaction, in stroops. The signer has its own limit. */
  mostFee?: bigint
  clock?: Clock
}>

export type StellarAsset = Readonly<{ code: string; issuer: string }>

export const DEFAULT_HORIZON_DEADLINE_MS = 5_000
/** One lumen. A high maximum is safe: the network charges the common fee of the ledger, even if more was offered. */
export const DEFAULT_MAX_FEE = 10_000_000n

export function readAsset(text: string): StellarAsset {
  const [, code, issuer] = /^([A-Za-z0-9]{1,12}):(G[A-Z2-7]{55})$/.exec(text) ?? []
  if (code === undefined || issuer === undefined)
    throw new Error(`"${text}" is not a Stellar asset. Write its code and issuer, such as NGNC:G…`)
  return { code, issuer }
}
