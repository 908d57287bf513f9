import { createHash } from 'node:crypto'
import type { SettingReader } from '../../shared/settings.ts'

/** A family of networks in the payer: the token whose deposits count, and how a node shows them. */
export type TokenFamily = Readonly<{
  /** Returns the spelling in which an address is stored and compared. */
  spell(address: string): string
  /** Settings of a token in addition to those that every token has. */
  tokenSettings: readonly string[]
  /** Further settings of a token whose deposits a node must show. */
  askedSettings: readonly string[]
  /** `decimals` is set if a node must show deposits. */
  readToken(reader: SettingReader, decimals: number | undefined): TokenChain
}>

/** The fields of a sell from which its deposit address is derived. */
export type SellNames = Readonly<{
  transactionId: string
  businessId: string
  mode: string
  reference: string
}>

/** How deposits of one token are recognised. */
export type TokenChain = Readonly<{
  /** The token as it is written in a deposit's row. */
  token: string
  /** Returns the spelling in which a transaction hash is stored and compared. */
  spellHash(hash: string): string
  /** Computes the addresses that belong to a sell. */
  depositAddresses(sell: SellNames): readonly string[]
  createWitness: ((url: string) => Witness) | undefined
}>

/** Tokens that arrived for a sell, as a chain shows them. */
export type Arrived = Readonly<{ txHash: string; logIndex: number; address: string; minor: bigint }>

/** Requires our own node to show all of these transfers as final. Throws NotShown, or the error of the connection to the node. */
export type Witness = (arrived: readonly Arrived[], signal: AbortSignal) => Promise<void>

/**
 * Returns the 32 bytes (`0x…`) from which a sell's deposit address is derived. They depend only on names that stay the same even if the
 * database is lost.
 */
export function sellSalt({ businessId, mode, reference }: SellNames): string {
  const names = createHash('sha256').update(`deposit/${businessId}/${mode}/${reference}`, 'utf8')
  return `0x${names.digest('hex')}`
}
