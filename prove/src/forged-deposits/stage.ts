import { openCursors } from '@afara/server/flows/deposits/advance-deposits.ts'
import { watchTimes } from '@afara/server/flows/deposits/deposit-deps.ts'
import { watchDeposits } from '@afara/server/flows/deposits/watch-deposits.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { NetworkName } from '@afara/server/kernel/networks.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { listCursors } from '@afara/server/movements/deposits/cursor-store.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'
import type { ProofInput } from '../proof.ts'
import type { ForgingChain } from './forging-chain.ts'
import { raiseForging } from './forging-chains.ts'
import { createSells, type Sells } from './sells.ts'

export type Stage = Readonly<{
  worker: Pool
  chains: readonly ForgingChain[]
  sells: Sells
  /** Runs the watcher until there is nothing more to read. Returns false if it rejected a node's answer. */
  look(chain: ForgingChain): Promise<boolean>
  stop(): Promise<void>
}>

/** Sets up a database, chains and their watcher, and no other part of the service. */
export async function setStage(
  url: (role: string) => string,
  networks: readonly NetworkName[],
  at: { directory: string; onSpawn: OnSpawn },
  watchChains: ProofInput['watchChains'],
): Promise<Stage> {
  const open = (role: string) => createPool(url(role), { max: 4, applicationName: 'prove', isPatient: true })
  const [owner, api, worker] = [open('afara_owner'), open('afara_api'), open('afara_worker')]
  const chains = await Promise.all(networks.map(async (network) => raiseForging(network, at)))
  const businessId = await openBooks(owner, chains)
  const { watched, targets } = await watchChains(
    serverEnvironment({
      databaseUrl: url,
      restateIngressUrl: '',
      apiPort: 0,
      otcPort: 0,
      managementPort: 0,
      workerPort: 0,
      keyPeppers: '',
      sealHeadFile: '',
      chainUrls: Object.fromEntries(chains.map(({ network, node }) => [network, node.url])),
    }),
  )
  const deps = {
    pool: worker,
    clock: { now: () => new Date() },
    watched,
    times: watchTimes,
    nudge: async () => {},
    onNotice: () => {},
    onFailure: () => {},
  }
  await openCursors(deps)
  return {
    worker,
    chains,
    sells: createSells(api, targets, businessId),
    look: async ({ network }) => {
      try {
        for (;;) {
          const cursor = (await listCursors(worker)).find((one) => one.network === network)
          const chain = watched.get(`test:${network}`)
          if (cursor === undefined || chain === undefined)
            throw new Error(`the settings contain no watcher for ${network}`)
          if (!(await watchDeposits(deps, chain, cursor))) return true
        }
      } catch (error) {
        // An error of PostgreSQL is our fault and not a node's.
        if (typeof (error as { code?: unknown }).code === 'string') throw error
        return false
      }
    },
    stop: async () => {
      await Promise.all(chains.map(async (chain) => chain.stop()))
      await Promise.all([owner.end(), api.end(), worker.end()])
    },
  }
}

/** Creates a business, and the lanes that deposits are swept to. */
async function openBooks(owner: Pool, chains: readonly ForgingChain[]): Promise<string> {
  const id = newId()
  await owner.query(`insert into business (id, name, link_tag) values ($1, 'Ada Foods', 'ada-foods')`, [id])
  await owner.query(
    `insert into business_mode (business_id, mode, status, may_hold_balance)
     select $1, mode, case mode when 'live' then 'pending' else 'active' end, false from unnest(enum_range(null::mode)) mode`,
    [id],
  )
  for (const { network, lane } of chains)
    await owner.query(`select open_lane($1, 'test', $2, 1, $3, 0, now())`, [newId(), network, lane])
  return id
}
