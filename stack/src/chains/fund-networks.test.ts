import { join } from 'node:path'
import { ensureLanes } from '@afara/server/entry/admin/seed.ts'
import { seedFloat } from '@afara/server/entry/admin/seed-data.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { address } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterAll, expect, test } from 'vitest'
import { askChain } from '../http/ask-chain.ts'
import { askJson } from '../http/ask-json.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { simulatedSolana, simulatedStellar } from './simulated-networks.ts'
import { fundSolana } from './solana/fund-solana.ts'
import { startSolana } from './solana/solana-chain.ts'
import { fundStellar } from './stellar/fund-stellar.ts'
import { startHorizon } from './stellar/horizon-simulator.ts'

const run = await createTemporaryRun()
const database = await createTestDatabase()
const owner = database.url('afara_owner')
const pool = createPool(owner, { max: 2, applicationName: 'test' })
const at = { directory: join(run.directory, 'chains'), onSpawn: run.onSpawn }
const [solana, stellar] = await Promise.all([startSolana({ ...at, slotMs: 20 }), startHorizon(at)])
await ensureLanes({ pool, clock: systemClock })

afterAll(async () => {
  await pool.end()
  await Promise.all([solana.stop(), stellar.stop()])
  run.remove()
})

test('a new Solana chain matches the ledger', async () => {
  await fundSolana(owner, solana.url)
  await fundSolana(owner, solana.url)
  const { lane, mint, sweeper } = simulatedSolana
  const [account] = await findAssociatedTokenPda({
    owner: address(lane),
    mint: address(mint),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  expect(await askChain(solana.url, 'getTokenAccountBalance', account)).toMatchObject({
    value: { amount: (seedFloat.minor * 10_000n).toString(), decimals: 6 },
  })
  for (const wallet of [lane, sweeper])
    expect(await askChain(solana.url, 'getBalance', wallet)).toMatchObject({ value: 10_000 * 10 ** 9 })
})

test('a new Stellar network continues the sequence number of each channel', async () => {
  await pool.query(`update lane set next_lock = 19 where network = 'Stellar'`)
  await fundStellar(owner, stellar.url)
  await fundStellar(owner, stellar.url)
  const { lane, channels, sweeper } = simulatedStellar
  type Shown = Readonly<{ sequence: string; balances: { balance: string; asset_code?: string }[] }>
  const show = async (id: string) => (await askJson(`${stellar.url}/accounts/${id}`, {})) as Shown
  expect((await show(lane)).balances[0]).toMatchObject({ asset_code: 'NGNC', balance: '1000000000.0000000' })
  expect((await show(sweeper)).balances[0]).toMatchObject({ asset_code: 'NGNC', balance: '0.0000000' })
  const shown = await Promise.all(channels.map(async (channel) => show(channel.address)))
  // Locks 0 to 18 are used: three on each of the first three channels, two on each of the others.
  expect(shown.map(({ sequence }) => Number(sequence) - 1_000_000)).toEqual([3, 3, 3, 2, 2, 2, 2, 2])
  // The lane has its gas according to the ledger and its reserve; a channel has only its reserve.
  const lumens = [await show(lane), ...shown].map(({ balances }) => balances.at(-1)?.balance)
  expect(lumens).toEqual(['10001.5000000', ...channels.map(() => '1.0000000')])
})
