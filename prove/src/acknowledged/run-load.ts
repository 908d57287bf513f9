import { setTimeout as sleep } from 'node:timers/promises'
import { type Asking, ask } from './ask.ts'
import type { Intent } from './intent.ts'
import { openWitness, type Witness } from './witness.ts'

export type Load = Readonly<{
  /** How many intents were begun so far. */
  begun(): number
  /** Lets the clients begin this many in all; they wait until it is raised. */
  release(count: number): void
  /** Settles when every intent was seen to its end. */
  finished: Promise<readonly Witness[]>
}>

/** Many callers at once, each with one thing on its mind. */
export function runLoad(intents: readonly Intent[], clients: number, asking: Asking): Load {
  const witnesses = intents.map(openWitness)
  let begun = 0
  let released = 0
  const client = async (): Promise<void> => {
    while (begun < witnesses.length && performance.now() < asking.deadline) {
      if (begun >= released) {
        await sleep(2)
        continue
      }
      const witness = witnesses[begun]
      begun += 1
      if (witness !== undefined) await ask(asking, witness)
    }
  }
  const finished = Promise.all(Array.from({ length: clients }, client)).then(() => witnesses)
  return {
    begun: () => begun,
    release: (count) => {
      released = count
    },
    finished,
  }
}
