import { laneTimes } from '@afara/server/flows/deliveries/lane-deps.ts'
import { workLane } from '@afara/server/flows/deliveries/work-lane.ts'
import type { Clock } from '@afara/server/kernel/clock/clock.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { networkNamed } from '@afara/server/kernel/networks.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { holdLane } from '@afara/server/movements/transfers/hold-lane-store.ts'
import { releaseLane } from '@afara/server/movements/transfers/lane-store.ts'
import type { Signer } from '@afara/server/movements/transfers/signer.ts'
import { capital, float, posting } from '@afara/server/records/ledger/account.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { raiseEvmWorld } from '../../../server/test/contracts/evm-world.ts'

const FLOAT_MINOR = 1_000_000_000_00n
const UNITS_PER_KOBO = 10_000n

/** Our lane on a local Polygon, with a key of its own. The chain makes a block whenever the lane works. */
export async function openTokenLane({
  owner,
  worker,
  clock,
}: Readonly<{ owner: Pool; worker: Pool; clock: Clock }>) {
  const chainWorld = await raiseEvmWorld(networkNamed('Polygon'))
  await chainWorld.ownerCalls('mint', [chainWorld.lane, FLOAT_MINOR * UNITS_PER_KOBO])
  const lane = { id: newId(), network: 'Polygon', number: 1 }
  await owner.query('select open_lane($1, $2, $3, $4, $5, $6, $7)', [
    lane.id,
    'test',
    lane.network,
    lane.number,
    chainWorld.lane,
    0,
    clock.now(),
  ])
  await postEntry(owner, {
    id: lane.id,
    mode: 'test',
    transactionId: null,
    step: 'float_funded',
    at: clock.now(),
    postings: [posting(float(lane), capital, money('NGNC', FLOAT_MINOR))],
  })
  const signer: Signer = {
    sign: async (requests) =>
      Promise.all(
        requests.map(async ({ unsigned }) => ({
          outcome: 'signed' as const,
          ...(await chainWorld.sign(unsigned)),
        })),
      ),
    nextLock: async () => 0n,
    readLocks: async () => [],
  }
  const failures: string[] = []
  const deps = {
    pool: worker,
    clock,
    signer,
    chains: new Map([['test:Polygon' as const, chainWorld.chain]]),
    times: laneTimes,
    onAnswers: () => {},
    onNotice: (_: string, words: string) => failures.push(words),
    onFailure: (_: string, error: unknown) => failures.push(String(error)),
  }
  const round = async (): Promise<void> => {
    const at = clock.now()
    const held = await holdLane(worker, { laneId: lane.id, holder: newId(), at, leaseMs: 15_000 })
    if (held === undefined) return
    try {
      await workLane(deps, held)
    } finally {
      await releaseLane(worker, lane.id, held.fence)
    }
  }
  return {
    newWallet: chainWorld.newWallet,
    /** Sends what waits for the lane, and lets the chain finish it. */
    deliver: async (): Promise<void> => {
      await round()
      await chainWorld.mine(1)
      await chainWorld.finalize()
      await round()
    },
    tokensOf: chainWorld.tokensOf,
    failures,
    stop: chainWorld.stop,
  }
}

export type TokenLane = Awaited<ReturnType<typeof openTokenLane>>
