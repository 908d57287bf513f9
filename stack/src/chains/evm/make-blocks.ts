import { setTimeout as sleep } from 'node:timers/promises'
import { askChain } from '../../http/ask-chain.ts'

export type BlockMaker = Readonly<{
  /** Undoes the newest blocks after the next one is made. Final blocks stay: finality is two blocks behind the newest. */
  undo(blocks: number): Promise<void>
  stop(): Promise<void>
}>

const BLOCK_MS = 400

/**
 * Makes the blocks of a chain from now on. Anvil's own mining is turned off first: a block that it makes during a reorganisation leaves one
 * transaction in two blocks.
 */
export async function makeBlocks(url: string): Promise<BlockMaker> {
  const over = new AbortController()
  const wanted: Array<() => Promise<void>> = []
  await askChain(url, 'evm_setAutomine', false)
  await askChain(url, 'evm_setIntervalMining', 0)
  const drive = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await askChain(url, 'evm_mine')
      await wanted.shift()?.()
      await sleep(BLOCK_MS)
    }
  }
  const driving = drive()
  return {
    undo: async (blocks) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      wanted.push(async () => {
        await askChain(url, 'anvil_reorg', blocks, []).then(() => resolve(), reject)
      })
      await Promise.race([promise, driving])
    },
    stop: async () => {
      over.abort()
      await driving
    },
  }
}
