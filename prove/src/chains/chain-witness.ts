import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { Random } from '../fuzz/random.ts'
import type { FaultyNode } from './faulty-node.ts'
import type { Sent } from './sent.ts'

/** Sends tokens, and makes sure that they arrive even if a block is undone. */
export type Purse = Readonly<{
  /** Sends `units` to `place`, which is spelled as `placeOf` returns it. */
  give(place: string, units: bigint): Promise<void>
  stop(): Promise<void>
}>

/** Faults of the chain itself, which every client sees. */
export type ChainTrouble = Readonly<{
  /** Stops causing faults. */
  calm(): void
  /** Returns how often each fault occurred so far. */
  counts(): ReadonlyMap<string, number>
  /** Stops and returns how often each fault occurred. */
  stop(): Promise<ReadonlyMap<string, number>>
}>

/** Deposit address that a customer received for a sell. */
export type ToldDeposit = Readonly<{ address: string; memo?: string | null }>

/**
 * One chain of a proof. The proof starts it, queries it without any code under proof, and can cause the faults of its family. Addresses are
 * spelled as the chain spells them, in arguments and results.
 */
export type ChainWitness = Readonly<{
  network: NetworkName
  /** URL of the chain itself, without a proxy. */
  url: string
  /** Units of the chain in one kobo. */
  unit: bigint
  /** Our wallets that send tokens. */
  lanes: readonly string[]
  /** Gives each lane the balance that the ledger has for it. */
  fund(ownerUrl: string): Promise<void>
  /** Draws a new address. */
  drawWallet(random: Random): string
  /** Prepares these addresses to receive tokens. */
  openWallets(addresses: readonly string[]): Promise<void>
  /** Wallet that a customer names as the source of its tokens. Nothing checks it. */
  senderWallet: string
  placeOf(told: ToldDeposit): string
  /** Returns every final transfer of the token. */
  transfers(): Promise<readonly Sent[]>
  /** Returns the units of the token at an address. */
  holding(address: string): Promise<bigint>
  openPurse(): Promise<Purse>
  /** Starts a proxy in front of the chain that fails as nodes of its family do. */
  startNode(random: Random): Promise<FaultyNode>
  beginTrouble(random: Random, everyMs: number): Promise<ChainTrouble>
  stop(): Promise<void>
}>
