import type { Exchange } from './exchange.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

export const classNames = ['valid', 'broken', 'hostile', 'linked'] as const

export type ClassName = (typeof classNames)[number]

/** What a request is made from: who is there, what chance decides, and a name that no other request of the run has. */
export type Setting = Readonly<{ world: World; random: Random; label: string }>

/** One kind of request. The same setting always gives the same bytes. */
export type RequestKind = Readonly<{
  className: Exclude<ClassName, 'linked'>
  /** Unique among all kinds, and lasting: a kept failure is found again by it. */
  name: string
  /** How many turns it has where another has one. */
  weight?: number
  make(setting: Setting): Exchange
}>
