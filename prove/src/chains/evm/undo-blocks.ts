import { setTimeout as sleep } from 'node:timers/promises'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import type { Random } from '../../fuzz/random.ts'
import type { ChainTrouble } from '../chain-witness.ts'

const BLOCK_MS = 400

/**
 * Makes the blocks of a chain from now on, and sometimes undoes the newest. Final blocks stay. Anvil's own mining is turned off first: a
 * block that it makes during a reorganisation leaves one transaction in two blocks.
 */
export async function undoBlocks(url: string, random: Random, undoEveryMs: number): Promise<ChainTrouble> {
  const over = new AbortController()
  let [isCalm, undone] = [false, 0]
  const drive = async (): Promise<void> => {
    await askChain(url, 'evm_setAutomine', false)
    await askChain(url, 'evm_setIntervalMining', 0)
    let undoAt = performance.now() + random.between(undoEveryMs / 2, undoEveryMs * 1.5)
    while (!over.signal.aborted) {
      await askChain(url, 'evm_mine')
      if (!isCalm && performance.now() > undoAt) {
        // Finality is two blocks behind the newest.
        await askChain(url, 'anvil_reorg', random.between(1, 2), [])
        undone += 1
        undoAt = performance.now() + random.between(undoEveryMs / 2, undoEveryMs * 1.5)
      }
      await sleep(BLOCK_MS)
    }
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
