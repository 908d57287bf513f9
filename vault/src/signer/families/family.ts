import { BadRequest } from '../../shared/read-fields.ts'
import type { SettingReader } from '../../shared/settings.ts'
import type { Curve } from '../keys/key.ts'
import type { Signature, VerifiedKey } from '../keys/verified-key.ts'

/**
 * Networks with the same format of addresses and transactions. All code of the signer that depends on the kind of chain is behind this
 * type. A new family is a folder next to this file and a line in families.ts.
 */
export type Family = Readonly<{
  curve: Curve
  addressOf(key: VerifiedKey): string
  /** Returns the spelling in which an address is stored and compared. */
  spell(address: string): string
  /** Returns the holder of tokens that are sent to this address; undefined for an address that is never a valid destination. */
  holderOf(to: string): string | undefined
  /** Settings of a lane in addition to those that every lane has. */
  laneSettings: readonly string[]
  readLane(line: LaneLine, reader: SettingReader): LaneChain
  sweeperSettings: readonly string[]
  readSweeper(line: SweeperLine, reader: SettingReader): SweeperChain
}>

/** A key's name in the key file, and the address that the key must have. */
export type Wallet = Readonly<{ key: string; address: string }>

export type LaneLine = Wallet & Readonly<{ decimals: number }>

export type SweeperLine = Wallet

/** The chain settings of an entry of the policy. */
type ChainLine = Readonly<{
  /** The chain's own id. It may belong to one network in one mode only. */
  chain: string
  /** All signing wallets, including the entry's own. */
  wallets: readonly Wallet[]
  /** Our wallets, tokens and contracts, which are never valid destinations. */
  ours: readonly string[]
}>

/** Reads the unsigned bytes of one lane. `readPayment` and `readCancel` throw Refused if the bytes would do anything else. */
export type LaneChain = ChainLine &
  Readonly<{
    readPayment(unsigned: Uint8Array, context: LockContext): Payment
    /** Reads a transaction that consumes a lock and moves nothing. */
    readCancel(unsigned: Uint8Array, context: LockContext): OnLock
  }>

export type LockContext = Readonly<{
  atMs: number
  /** The signed bytes that were returned for the same lock before, newest first. */
  signed: readonly string[]
  /** The number of requests for the lock in the last hour. */
  lately: number
}>

export type OnLock = Signable & Readonly<{ isOnLock(lock: bigint): boolean }>

export type Payment = OnLock & Readonly<{ isTo(address: string): boolean; tokensMinor: bigint }>

/** Bytes that a network accepts after they are signed. */
export type Signable = Readonly<{
  /** Identifies the unsigned bytes in the journal. */
  digest: Uint8Array
  /** The bytes that each key signs. */
  payload: Uint8Array
  /** Names of the keys, in the order of their signatures. */
  keys: readonly string[]
  /** Returns the bytes for the network, or an outer part around them that must be signed too. */
  assemble(signatures: readonly AnySignature[]): Assembled | Signable
}>

export type AnySignature = Signature | Uint8Array

/** The bytes for a node, and the transaction's hash on the network. */
export type Assembled = Readonly<{ raw: Uint8Array; hash: string }>

/** Builds the transactions of a sweeper; the caller sends no bytes. Throws Refused, or BadRequest for invalid terms. */
export type SweeperChain = ChainLine &
  Readonly<{
    buildSweep(order: BuildSweep): Built
    /** Set if a deposit address must be opened before it can receive tokens. */
    opening: Opening | undefined
  }>

type Opening = Readonly<{ perHour: bigint; build(order: BuildOpening): Built }>

/** Texts by name. The family defines the names. */
export type Terms = Readonly<Record<string, string>>

export type SweepItem = Readonly<{ /** 32 bytes, `0x…` in lower case. */ salt: string; units: bigint }>

export type BuildSweep = Readonly<{ nonce: bigint; items: readonly SweepItem[]; terms: Terms }>

export type BuildOpening = Readonly<{ salts: readonly string[]; terms: Terms }>

/** `cost` is the highest possible cost, in the network's smallest units. */
export type Built = Signable & Readonly<{ cost: bigint }>

const WHOLE = /^(?:0|[1-9][0-9]{0,29})$/

/** Requires terms with exactly these names. Throws BadRequest. */
export function readTerms<Name extends string>(terms: Terms, names: readonly Name[]): Record<Name, string> {
  const odd = Object.keys(terms).find((name) => !(names as readonly string[]).includes(name))
  if (odd !== undefined) throw new BadRequest(`the term ${odd} does not exist`)
  const missing = names.find((name) => !Object.hasOwn(terms, name))
  if (missing !== undefined) throw new BadRequest(`the term ${missing} is missing`)
  return terms as Record<Name, string>
}

export function wholeTerm(text: string, name: string): bigint {
  if (WHOLE.test(text)) return BigInt(text)
  throw new BadRequest(`${name} is not a whole number`)
}
