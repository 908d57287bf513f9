import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { IssuerActs } from '../issuer/issuer-acts.ts'
import type { Lie, LyingNode } from './lying-node.ts'

/** A way to have a deposit seen that was none, tried on the address of one sell. `minor` is what the sell waits for. */
export type Forgery = Readonly<{
  name: string
  /** What it puts on the chain. */
  forge?(address: string, minor: bigint): Promise<unknown>
  /** What the node says, as long as it is told to. */
  lie?(address: string, minor: bigint): Lie
  /** What the token itself does wrong meanwhile, so that nobody can deposit; what is returned ends it. */
  begin?(): Promise<() => Promise<unknown>>
  /** Tokens of it are at the address that nobody may count: people are asked. */
  isSetAside?: true
  /** Nobody makes the address of its sell ready. */
  isUnopened?: true
}>

/** A chain on which deposits are forged: it can be made to misbehave, and the watcher asks a node that can be made to lie. */
export type ForgingChain = Readonly<{
  network: NetworkName
  node: LyingNode
  /** Units of the chain to a kobo. */
  unit: bigint
  /** The wallet of ours that deposits are brought to. */
  lane: string
  forgeries: readonly Forgery[]
  /** What the issuer of the token can do here. */
  issuer: IssuerActs
  /** How many are tried between two looks, where a look takes its time. Those that lie or begin something are tried alone. */
  together: number
  /** From now on these can receive. */
  open(addresses: readonly string[]): Promise<void>
  pay(address: string, units: bigint): Promise<unknown>
  /** To each of them, in one transaction. */
  payAll(addresses: readonly string[], units: bigint): Promise<unknown>
  /** What was sent until now is final. */
  settle(): Promise<void>
  /** Units of the token that are at the address of a sell, as the chain tells it. */
  holding(address: string): Promise<bigint>
  /** Where blocks can be undone: a deposit is in one that is, and the watcher looks before and after. True when it was undone. */
  undo?(address: string, units: bigint, isDeep: boolean, look: () => Promise<unknown>): Promise<boolean>
  stop(): Promise<void>
}>
