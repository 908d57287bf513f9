import type { Exchange } from './exchange.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

export const classNames = ['valid', 'broken', 'hostile', 'linked'] as const

export type ClassName = (typeof classNames)[number]

/** Input for a request: the world, the random choices, and a label that no other request of the run has. */
export type Setting = Readonly<{ world: World; random: Random; label: string }>

/** One kind of request. The same setting always gives the same bytes. */
export type RequestKind = Readonly<{
  className: Exclude<ClassName, 'linked'>
  /** Unique and permanent, because a kept failure refers to its kind by name. */
  name: string
  /** Number of turns that this kind gets for each turn of a kind without a weight. */
  weight?: number
  make(setting: Setting): Exchange
}>
