import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { BankDesk } from '@afara/stack/simulators/bank-desk.ts'
import type { FaultyNode } from '../chains/faulty-node.ts'
import type { LiveChains } from '../live-chains.ts'
import type { LiveStack } from '../live-stack.ts'
import type { Shop } from './purchase.ts'

export type Stage = Readonly<{
  stack: LiveStack
  desk: BankDesk
  owner: Pool
  /** A separate pool for code that polls rows often. */
  watcher: Pool
  nodes: readonly FaultyNode[]
  chains: LiveChains
  shops: readonly Shop[]
  vendorNames: ReadonlyMap<string, string>
  /** Closes everything and stops the stack. */
  clear(): Promise<void>
}>
