import type { Model } from './model.ts'
import type { Subject } from './subject.ts'
import type { Tally } from './tally.ts'
import type { World } from './world.ts'

/** One run of commands in its own world, with the model of it. */
export type Sequence = {
  readonly subject: Subject
  readonly world: World
  readonly tally: Tally
  /** Earlier balances of accounts without an owner, because earlier sequences in the same database used them too. */
  readonly opening: ReadonlyMap<string, bigint>
  model: Model
}
