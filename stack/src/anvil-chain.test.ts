import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startAnvil } from './anvil-chain.ts'
import { createTemporaryRun } from './temporary-run.ts'

const run = await createTemporaryRun()
const directory = join(run.directory, 'anvil')

afterAll(() => run.remove())

test('two chains stand side by side, and a block is final two blocks later', async () => {
  const [polygon, avalanche] = await Promise.all(
    [137, 43_114].map((chainId) => startAnvil({ chainId, directory, onSpawn: run.onSpawn })),
  )
  expect(Number(await ask(polygon?.url, 'eth_chainId'))).toBe(137)
  expect(Number(await ask(avalanche?.url, 'eth_chainId'))).toBe(43_114)
  await ask(polygon?.url, 'anvil_mine', '0x5')
  const finalized = (await ask(polygon?.url, 'eth_getBlockByNumber', 'finalized', false)) as {
    number: string
  }
  expect(Number(finalized.number)).toBe(3)
  await polygon?.stop()
  await avalanche?.stop()
})

async function ask(url: string | undefined, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await response.json()) as { result: unknown }).result
}
