import { setTimeout as sleep } from 'node:timers/promises'
import { type Asking, ask } from './ask.ts'
import type { Intent } from './intent.ts'
import { openWitness, type Witness } from './witness.ts'

export type Load = Readonly<{
  /** Number of intents started so far. */
  begun(): number
  /** Lets the clients start this many intents in total. They wait until the number is raised. */
  release(count: number): void
  /** Resolves when every intent is finished. */
  finished: Promise<readonly Witness[]>
}>

/** Runs many callers at once. Each handles one intent at a time. */
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
