import { join } from 'node:path'
import { ensureLanes } from '@afara/server/entry/admin/seed.ts'
import { seedFloat, seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { afterAll, expect, test } from 'vitest'
import { askChain } from '../../http/ask-chain.ts'
import { createTestDatabase } from '../../postgres/test-database.ts'
import { createTemporaryRun } from '../../processes/temporary-run.ts'
import { simulatedNetworks } from '../simulated-networks.ts'
import { startAnvil } from './anvil-chain.ts'
import { readTokens } from './deploy-token.ts'
import { fundLanes } from './fund-lanes.ts'

const run = await createTemporaryRun()
const database = await createTestDatabase()
const pool = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const chain = await startAnvil({
  chainId: 43_113,
  directory: join(run.directory, 'chains'),
  onSpawn: run.onSpawn,
})
afterAll(async () => {
  await pool.end()
  await chain.stop()
  run.remove()
})

test('a new chain matches the ledger, to the kobo and to the lock', async () => {
  await ensureLanes({ pool, clock: systemClock })
  await ensureLanes({ pool, clock: systemClock })
  const lane = seedLanes.find(({ network, number }) => network === 'Avalanche' && number === 2)
  const address = lane?.address ?? ''
  await pool.query(`update lane set next_lock = 7 where address = $1 and network = 'Avalanche'`, [address])
  const fund = async () => fundLanes(database.url('afara_owner'), simulatedNetworks.avalanche, chain.url)
  await fund()
  await fund()
  expect(await readTokens(chain.url, address)).toBe(seedFloat.minor * 10n ** 16n)
  expect(BigInt(await askChain<string>(chain.url, 'eth_getBalance', address, 'latest'))).toBe(10n ** 22n)
  expect(Number(await askChain(chain.url, 'eth_getTransactionCount', address, 'latest'))).toBe(7)
})
