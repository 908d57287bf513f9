import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { askChain } from '../../http/ask-chain.ts'
import { createTemporaryRun } from '../../processes/temporary-run.ts'
import { startAnvil } from './anvil-chain.ts'

const run = await createTemporaryRun()
const directory = join(run.directory, 'anvil')

afterAll(() => run.remove())

test('two chains run at the same time, and a block is final two blocks later', async () => {
  const start = async (chainId: number) => startAnvil({ chainId, directory, onSpawn: run.onSpawn })
  const [polygon, avalanche] = await Promise.all([start(80_002), start(43_113)])
  expect(Number(await askChain(polygon.url, 'eth_chainId'))).toBe(80_002)
  expect(Number(await askChain(avalanche.url, 'eth_chainId'))).toBe(43_113)
  await askChain(polygon.url, 'anvil_mine', '0x5')
  expect(await finalBlock(polygon.url)).toBe(3)
  await polygon.stop()
  await avalanche.stop()
})

test('with a block time, a transaction is in a block at once and final without another transaction', async () => {
  const chain = await startAnvil({
    chainId: 80_002,
    directory,
    blockTimeSeconds: 5,
    onSpawn: run.onSpawn,
  })
  const [from] = await askChain<string[]>(chain.url, 'eth_accounts')
  const hash = await askChain<string>(chain.url, 'eth_sendTransaction', { from, to: from, value: '0x0' })
  const receipt = async () =>
    askChain<{ blockNumber: string } | null>(chain.url, 'eth_getTransactionReceipt', hash)
  // Less than the block time.
  await expect.poll(receipt, { timeout: 4_500, interval: 20 }).not.toBeNull()
  const block = Number((await receipt())?.blockNumber)
  await expect.poll(async () => finalBlock(chain.url)).toBeGreaterThanOrEqual(block)
  await chain.stop()
})

async function finalBlock(url: string): Promise<number> {
  return Number((await askChain<{ number: string }>(url, 'eth_getBlockByNumber', 'finalized', false)).number)
}
