import type { World } from './world.ts'

/** One sentence about the API, and its check. The check throws if the sentence is not true. */
export type Statement = Readonly<{ sentence: string; check(world: World): Promise<void> }>

export function statement(sentence: string, check: Statement['check']): Statement {
  return { sentence, check }
}
