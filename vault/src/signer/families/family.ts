import { BadRequest } from '../../shared/read-fields.ts'
import type { SettingReader } from '../../shared/settings.ts'
import type { Curve } from '../keys/key.ts'
import type { Signature, VerifiedKey } from '../keys/verified-key.ts'

/**
 * Networks that spell addresses and transactions in one way. All that the signer knows of a chain is behind this: a new family is a
 * folder beside this file and a line in families.ts.
 */
export type Family = Readonly<{
  curve: Curve
  addressOf(key: VerifiedKey): string
  /** The one spelling in which an address is kept and compared. */
  spell(address: string): string
  /** Whose account tokens go to that are sent there; undefined where nobody means to send any. */
  holderOf(to: string): string | undefined
  /** Settings of a lane's line besides those that every lane has. */
  laneSettings: readonly string[]
  readLane(line: LaneLine, reader: SettingReader): LaneChain
  sweeperSettings: readonly string[]
  readSweeper(line: SweeperLine, reader: SettingReader): SweeperChain
}>

/** A key by its name in the file of keys, and the address that it must have. */
export type Wallet = Readonly<{ key: string; address: string }>

export type LaneLine = Wallet & Readonly<{ decimals: number }>

export type SweeperLine = Wallet

/** What a line of the policy says about a chain. */
type ChainLine = Readonly<{
  /** What the chain itself is called: it may be one network in one mode only. */
  chain: string
  /** All that sign, the line's own wallet among them. */
  wallets: readonly Wallet[]
  /** Wallets, tokens and contracts of ours, into which nobody means to buy. */
  ours: readonly string[]
}>

/** How bytes of one lane are read. Whatever they would do besides is refused: `read…` throws Refused. */
export type LaneChain = ChainLine &
  Readonly<{
    readPayment(unsigned: Uint8Array, context: LockContext): Payment
    /** Uses a lock up and moves nothing. */
    readCancel(unsigned: Uint8Array, context: LockContext): OnLock
  }>

export type LockContext = Readonly<{
  atMs: number
  /** The bytes that were signed on the same lock before, as they were given out; the newest first. */
  signed: readonly string[]
  /** How many were asked for on it in the last hour. */
  lately: number
}>

export type OnLock = Signable & Readonly<{ isOnLock(lock: bigint): boolean }>

export type Payment = OnLock & Readonly<{ isTo(address: string): boolean; tokensMinor: bigint }>

/** Bytes that a network takes once they are signed. */
export type Signable = Readonly<{
  /** What the journal knows the unsigned bytes by. */
  digest: Uint8Array
  /** What each key signs. */
  payload: Uint8Array
  /** Names of keys, in the order in which their signatures are wanted. */
  keys: readonly string[]
  /** What a network takes; or what goes around it, where that is signed as well. */
  assemble(signatures: readonly AnySignature[]): Assembled | Signable
}>

export type AnySignature = Signature | Uint8Array

/** What a node takes, and what the network calls it. */
export type Assembled = Readonly<{ raw: Uint8Array; hash: string }>

/** How transactions of a sweeper are built: nobody brings bytes for these. Throws Refused, or BadRequest for terms that are none. */
export type SweeperChain = ChainLine &
  Readonly<{
    buildSweep(order: BuildSweep): Built
    /** Where deposit addresses have to be opened before anything can come to them. */
    opening: Opening | undefined
  }>

type Opening = Readonly<{ perHour: bigint; build(order: BuildOpening): Built }>

/** Texts, by the names that the family gives them. */
export type Terms = Readonly<Record<string, string>>

export type SweepItem = Readonly<{ /** 32 bytes, `0x…` in lower case. */ salt: string; units: bigint }>

export type BuildSweep = Readonly<{ nonce: bigint; items: readonly SweepItem[]; terms: Terms }>

export type BuildOpening = Readonly<{ salts: readonly string[]; terms: Terms }>

/** With what it may cost at most, in the network's smallest units. */
export type Built = Signable & Readonly<{ cost: bigint }>

const WHOLE = /^(?:0|[1-9][0-9]{0,29})$/

/** Terms under exactly these names. Throws BadRequest. */
export function readTerms<Name extends string>(terms: Terms, names: readonly Name[]): Record<Name, string> {
  const odd = Object.keys(terms).find((name) => !(names as readonly string[]).includes(name))
  if (odd !== undefined) throw new BadRequest('it has an unknown term')
  const missing = names.find((name) => !Object.hasOwn(terms, name))
  if (missing !== undefined) throw new BadRequest(`the term ${missing} is missing`)
  return terms as Record<Name, string>
}

export function wholeTerm(text: string, name: string): bigint {
  if (WHOLE.test(text)) return BigInt(text)
  throw new BadRequest(`${name} is not a whole number`)
}
