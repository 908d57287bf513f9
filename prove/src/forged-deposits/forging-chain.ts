import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { IssuerActs } from '../issuer/issuer-acts.ts'
import type { Lie, LyingNode } from './lying-node.ts'

/** An attempt to make the watcher see a deposit that never happened, at the address of one sell. `minor` is the amount of the sell. */
export type Forgery = Readonly<{
  name: string
  /** Puts the forgery on the chain. */
  forge?(address: string, minor: bigint): Promise<unknown>
  /** Returns a lie for the node to tell. */
  lie?(address: string, minor: bigint): Lie
  /** Starts a fault of the token during which nobody can deposit. Returns the function that ends it. */
  begin?(): Promise<() => Promise<unknown>>
  /** Leaves tokens at the address that must not be counted. Operators get a case. */
  isSetAside?: true
  /** The address of its sell is never opened. */
  isUnopened?: true
}>

/** A chain for forged deposits. The chain can be made to misbehave, and the watcher uses a node that can be made to lie. */
export type ForgingChain = Readonly<{
  network: NetworkName
  node: LyingNode
  /** Units of the chain in one kobo. */
  unit: bigint
  /** Our wallet that deposits are swept to. */
  lane: string
  forgeries: readonly Forgery[]
  /** Actions of the token's issuer on this chain. */
  issuer: IssuerActs
  /** Number of forgeries between two runs of the watcher, because a run can be slow. Forgeries with a lie or a fault are tried alone. */
  together: number
  /** Prepares these addresses to receive tokens. */
  open(addresses: readonly string[]): Promise<void>
  pay(address: string, units: bigint): Promise<unknown>
  /** Pays each address in one transaction. */
  payAll(addresses: readonly string[], units: bigint): Promise<unknown>
  /** Waits until everything sent so far is final. */
  settle(): Promise<void>
  /** Returns the units of the token at the address of a sell, as the chain shows them. */
  holding(address: string): Promise<bigint>
  /**
   * Present on chains with reorgs. Makes a deposit in a block that is then undone, and runs the watcher before and after. Returns whether
   * the block was undone.
   */
  undo?(address: string, units: bigint, isDeep: boolean, look: () => Promise<unknown>): Promise<boolean>
  stop(): Promise<void>
}>
