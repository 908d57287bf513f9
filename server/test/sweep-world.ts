import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { SweepDeps } from '@afara/server/flows/sweeps/sweep-deps.ts'
import { sweepNetworks } from '@afara/server/flows/sweeps/sweep-networks.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { createEvmSweeps } from '@afara/server/rails/chains/evm/evm-sweeps.ts'
import { polygon } from '@afara/server/rails/chains/networks/polygon.ts'
import { createVaultSweeps } from '@afara/server/rails/signing/vault/vault-sweeps.ts'
import { capital, sweeperGas } from '@afara/server/records/ledger/account.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { posting } from '@afara/server/records/ledger/posting.ts'
import { startChild } from '@afara/stack/child-process.ts'
import { findFreePort } from '@afara/stack/loopback-port.ts'
import { waitUntilReady } from '@afara/stack/wait-until-ready.ts'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { createDepositWorld } from './deposit-world.ts'

const TOKEN = 'a-token-of-the-test-only'
const COIN = 10n ** 18n

/** Sells whose tokens arrive on a real chain, and the signer's own process with the key of a sweeper that has a coin for gas. */
export async function createSweepWorld() {
  const world = await createDepositWorld()
  const { evm, owner, worker, clock, factory } = world
  const key = generatePrivateKey()
  const sweeper = privateKeyToAddress(key)
  await evm.ask('anvil_setBalance', sweeper, toHex(COIN))
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'gas_funded',
    at: clock.now(),
    postings: [posting(sweeperGas('Polygon'), capital, money('POL', COIN))],
  })

  const folder = mkdtempSync(join(tmpdir(), 'afara-sweeps-'))
  const port = await findFreePort()
  const line = {
    mode: 'test',
    network: 'Polygon',
    chain_id: polygon.chainIds.test,
    factory,
    token: evm.token,
  }
  const caps = { max_cost: COIN.toString(), max_salts: 50, per_hour: 100 }
  writeFileSync(
    join(folder, 'policy.json'),
    JSON.stringify({ lanes: [], sweepers: [{ ...line, ...caps, address: sweeper, key: 'sweeper' }] }),
  )
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ sweeper: key }))
  const databaseUrl = new URL(world.superuser.options.connectionString ?? '')
  databaseUrl.username = 'afara_signer'
  const child = await startChild({
    name: 'signer',
    command: process.execPath,
    args: ['vault/src/main-signer.ts'],
    directory: resolve(import.meta.dirname, '../..'),
    environment: {
      SIGNER_HOST: '127.0.0.1',
      SIGNER_PORT: String(port),
      SIGNER_TOKEN: TOKEN,
      DATABASE_URL_SIGNER: databaseUrl.href,
      SIGNER_JOURNAL_FILE: join(folder, 'journal.jsonl'),
      SIGNER_POLICY_FILE: join(folder, 'policy.json'),
      SIGNER_KEY_FILE: join(folder, 'keys.json'),
      SIGNER_KILL_FILE: join(folder, 'kill'),
    },
    logFile: join(folder, 'signer.log'),
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(
    child,
    async () => (await fetch(`${url}/ready`).catch(() => undefined))?.ok === true,
    'It is the signer.',
  )

  const notices: string[] = []
  const chain = createEvmSweeps({
    mode: 'test',
    network: polygon,
    token: evm.token,
    decimals: 6,
    deadlineMs: 2_000,
    factory,
    sweeper,
    url: evm.proxy.url,
  })
  const deps: SweepDeps = {
    pool: worker,
    clock,
    chains: [chain],
    signer: createVaultSweeps({ url, token: TOKEN }),
    settings: { aboveMinor: 1_000_000_00n, afterMs: 600_000 },
    onNotice: (_: string, words: string) => notices.push(words),
  }
  return {
    ...world,
    sweeper,
    chain,
    notices,
    deps,
    sweepNow: async (changes: Partial<SweepDeps> = {}) => sweepNetworks({ ...deps, ...changes }),
    sweeps: async () => {
      const { rows } = await owner.query<{ state: string; count: number; attempts: number }>(
        `select w.state, cardinality(w.addresses) as count,
           (select count(*)::integer from sweep_attempt a where a.sweep_id = w.id) as attempts
         from sweep w order by w.opened_at, w.id`,
      )
      return rows.map(({ state, count, attempts }) => `${state} ${count}/${attempts}`)
    },
    gasInBooks: async (): Promise<bigint> => {
      const { rows } = await owner.query<{ sum: string }>(
        `select account_sum('test', 'gas', 'Polygon:sweeper', 'POL') as sum`,
      )
      return BigInt(rows[0]?.sum ?? '0')
    },
    gasOnChain: async (): Promise<bigint> =>
      BigInt(await evm.ask<string>('eth_getBalance', sweeper, 'latest')),
    close: async () => {
      await child.stop()
      await world.close()
      rmSync(folder, { recursive: true })
    },
  }
}
