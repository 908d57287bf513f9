import type { World } from './world.ts'

/** One sentence about the wire, and how to find out whether it is true. It throws when it is not. */
export type Statement = Readonly<{ sentence: string; check(world: World): Promise<void> }>

export function statement(sentence: string, check: Statement['check']): Statement {
  return { sentence, check }
}
