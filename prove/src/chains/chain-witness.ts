import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { Random } from '../fuzz/random.ts'
import type { FaultyNode } from './faulty-node.ts'
import type { Sent } from './sent.ts'

/** Gives tokens, and sees to it that they arrive whatever becomes of a block. */
export type Purse = Readonly<{
  /** `place` as `placeOf` spells it. */
  give(place: string, units: bigint): Promise<void>
  stop(): Promise<void>
}>

/** Faults of the chain itself, which every client sees. */
export type ChainTrouble = Readonly<{
  /** From now on nothing goes wrong any more. */
  calm(): void
  /** How often each thing has gone wrong so far. */
  counts(): ReadonlyMap<string, number>
  /** How often each thing went wrong. */
  stop(): Promise<ReadonlyMap<string, number>>
}>

/** What a customer is told to send tokens to. */
export type ToldDeposit = Readonly<{ address: string; memo?: string | null }>

/**
 * One chain of a proof: raised by it, asked without any code under proof, and able to go wrong as chains of its family do. Addresses are
 * spelled as the chain spells them, here and in what it tells.
 */
export type ChainWitness = Readonly<{
  network: NetworkName
  /** The chain itself, without anything between. */
  url: string
  /** Units of the chain to a kobo. */
  unit: bigint
  /** Our wallets, from which tokens leave. */
  lanes: readonly string[]
  /** Gives the lanes what the books say. */
  fund(ownerUrl: string): Promise<void>
  /** An address that is nobody's yet. */
  drawWallet(random: Random): string
  /** From now on these can receive tokens. */
  openWallets(addresses: readonly string[]): Promise<void>
  /** Where a sender says that its tokens come from; nobody is asked about it. */
  senderWallet: string
  placeOf(told: ToldDeposit): string
  /** Every transfer of the token that is final. */
  transfers(): Promise<readonly Sent[]>
  /** Units of the token at an address. */
  holding(address: string): Promise<bigint>
  openPurse(): Promise<Purse>
  /** A node in front of it that fails as nodes of its family do. */
  startNode(random: Random): Promise<FaultyNode>
  beginTrouble(random: Random, everyMs: number): Promise<ChainTrouble>
  stop(): Promise<void>
}>
