import { createHash } from 'node:crypto'
import type { SettingReader } from '../../shared/settings.ts'

/** Networks of one family, as the payer knows them: the token whose deposits it believes, and how a node shows them. */
export type TokenFamily = Readonly<{
  /** The one spelling in which an address is kept and compared. */
  spell(address: string): string
  /** Settings of a token's line besides those that every token has. */
  tokenSettings: readonly string[]
  /** Settings that it needs besides where a node is to show deposits. */
  askedSettings: readonly string[]
  /** With the token's decimals where a node is to be asked. */
  readToken(reader: SettingReader, decimals: number | undefined): TokenChain
}>

/** What of a sell an address follows from. */
export type SellNames = Readonly<{
  transactionId: string
  businessId: string
  mode: string
  reference: string
}>

/** How deposits of one token are known. */
export type TokenChain = Readonly<{
  /** As a deposit's row has it. */
  token: string
  /** The one spelling of what the network calls a transaction. */
  spellHash(hash: string): string
  /** The addresses that are a sell's own, worked out. */
  depositAddresses(sell: SellNames): readonly string[]
  createWitness: ((url: string) => Witness) | undefined
}>

/** Tokens that came for a sell, as a chain would show them. */
export type Arrived = Readonly<{ txHash: string; logIndex: number; address: string; minor: bigint }>

/** Has a node of our own show at finality that all of these came. Throws NotShown, and whatever the way to the node throws. */
export type Witness = (arrived: readonly Arrived[], signal: AbortSignal) => Promise<void>

/** What a sell's deposit address is made of: its names, which outlive every row. 32 bytes, `0x…`. */
export function sellSalt({ businessId, mode, reference }: SellNames): string {
  const names = createHash('sha256').update(`deposit/${businessId}/${mode}/${reference}`, 'utf8')
  return `0x${names.digest('hex')}`
}
