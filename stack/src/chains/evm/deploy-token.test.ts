import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { askChain } from '../../http/ask-chain.ts'
import { createTemporaryRun } from '../../processes/temporary-run.ts'
import { FACTORY_ADDRESS } from '../simulated-networks.ts'
import { startAnvil } from './anvil-chain.ts'
import { deployFactory, deployToken, mintTokens, readTokens } from './deploy-token.ts'

const HOLDER = '0x52908400098527886E0F7030069857D2E4169EE7'
const run = await createTemporaryRun()
const chain = await startAnvil({
  chainId: 80_002,
  directory: join(run.directory, 'chains'),
  blockTimeSeconds: 1,
  onSpawn: run.onSpawn,
})
afterAll(async () => {
  await chain.stop()
  run.remove()
})

test('the deposit factory is deployed once, at its fixed address', async () => {
  await deployToken(chain.url, 6)
  await deployFactory(chain.url)
  await deployFactory(chain.url)
  expect(await askChain<string>(chain.url, 'eth_getCode', FACTORY_ADDRESS, 'latest')).not.toBe('0x')
})

test('the token is deployed once, at its fixed address, and its owner can mint any amount', async () => {
  await deployToken(chain.url, 6)
  await deployToken(chain.url, 6)
  await mintTokens(chain.url, HOLDER, 15_000_000_000n)
  expect(await readTokens(chain.url, HOLDER)).toBe(15_000_000_000n)
})
