import { setTimeout as sleep } from 'node:timers/promises'
import { makeBlocks } from '@afara/stack/chains/evm/make-blocks.ts'
import type { Random } from '../../fuzz/random.ts'
import type { ChainTrouble } from '../chain-witness.ts'

/** Makes the blocks of a chain from now on, and sometimes undoes the newest. */
export async function undoBlocks(url: string, random: Random, undoEveryMs: number): Promise<ChainTrouble> {
  const over = new AbortController()
  const blocks = await makeBlocks(url)
  let [isCalm, undone] = [false, 0]
  const drive = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const waitMs = random.between(undoEveryMs / 2, undoEveryMs * 1.5)
      await sleep(waitMs, undefined, { signal: over.signal }).catch(() => {})
      if (isCalm || over.signal.aborted) continue
      await blocks.undo(random.between(1, 2))
      undone += 1
    }
    await blocks.stop()
  }
  const driving = drive()
  return {
    calm: () => {
      isCalm = true
    },
    counts: () => new Map([['reorgs', undone]]),
    stop: async () => {
      over.abort()
      await driving
      return new Map([['reorgs', undone]])
    },
  }
}
