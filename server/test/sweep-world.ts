import type { SweepDeps } from '@afara/server/flows/sweeps/sweep-deps.ts'
import { sweepNetworks } from '@afara/server/flows/sweeps/sweep-networks.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { networkNamed } from '@afara/server/kernel/networks.ts'
import { createEvmSweeps } from '@afara/server/rails/chains/evm/evm-sweeps.ts'
import { createVaultSweeps } from '@afara/server/rails/signing/vault/vault-signer.ts'
import { capital, posting, sweeperGas } from '@afara/server/records/ledger/account.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { createDepositWorld } from './deposit-world.ts'
import { startSweepSigner } from './sweep-signer-process.ts'

const polygon = networkNamed('Polygon')

const COIN = 10n ** 18n

/** Creates sells whose tokens arrive on a real chain, and the signer process with the key of a sweeper that has one coin for gas. */
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
    step: 'test',
    at: clock.now(),
    postings: [posting(sweeperGas('Polygon'), capital, money('POL', COIN))],
  })

  const line = {
    mode: 'test',
    network: 'Polygon',
    chain_id: polygon.chainIds.test,
    factory,
    token: evm.token,
  }
  const caps = { max_cost: COIN.toString(), max_salts: 50, per_hour: 100 }
  const vault = await startSweepSigner(world.superuser, {
    sweepers: [{ ...line, ...caps, address: sweeper, key: 'sweeper' }],
    keys: { sweeper: key },
  })

  const notices: string[] = []
  const chain = createEvmSweeps({
    mode: 'test',
    network: polygon,
    token: evm.token,
    decimals: 6,
    deadlineMs: 15_000,
    factory,
    sweeper,
    url: evm.proxy.url,
  })
  const deps: SweepDeps = {
    pool: worker,
    clock,
    chains: [chain],
    signer: createVaultSweeps(vault),
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
      await vault.stop()
      await world.close()
    },
  }
}
