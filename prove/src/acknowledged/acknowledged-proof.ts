import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof } from '../proof.ts'
import { type Crash, crashInTurn } from './crash-in-turn.ts'
import { drawIntents } from './draw-intents.ts'
import type { Vendor } from './intent.ts'
import { judgeRun } from './judge-run.ts'
import { createParties } from './party.ts'
import { type Line, openLine } from './post.ts'
import { runLoad } from './run-load.ts'
import { type SecondApi, startSecondApi } from './second-api.ts'
import { shareReferences } from './share-references.ts'

const CLIENTS = 64

export const acknowledgedProof: Proof = {
  name: 'acknowledged',
  sentence:
    'Every request that was acknowledged is recorded once and unchanged, although the api and PostgreSQL are killed under load.',
  sizes: { requests: { full: 20_000, short: 2_000 }, kills: { full: 20, short: 4 } },
  run: async ({ size, progress }) => {
    const stack = await raiseLiveStack()
    const second = await startSecondApi(stack)
    const line = openLine()
    const pools = openPools(stack)
    try {
      return await killUnderLoad({ stack, second, line, ...pools }, size('requests'), size('kills'), progress)
    } finally {
      line.close()
      for (const pool of Object.values(pools)) await pool.end()
      await second.stop()
      await stack.stop()
    }
  },
}

type Stage = Readonly<{
  stack: LiveStack
  second: SecondApi
  line: Line
  owner: Pool
  worker: Pool
  watcher: Pool
}>

function openPools({ databaseUrl }: LiveStack): Record<'owner' | 'worker' | 'watcher', Pool> {
  const open = (role: string) => createPool(databaseUrl(role), { max: 1, applicationName: 'proof' })
  return { owner: open('afara_owner'), worker: open('afara_worker'), watcher: open('postgres') }
}

async function killUnderLoad(
  stage: Stage,
  requests: number,
  kills: number,
  progress: Progress,
): Promise<Outcome> {
  const { stack, second, line } = stage
  const parties = await createParties(stage.owner, readKeySettings(stack))
  const vendors = await listVendors(stage.owner)
  const urls = [stack.apiUrl, second.url]
  const deadline = performance.now() + 120_000 + kills * 10_000
  let turn = 0
  const anyUrl = () => urls[(turn += 1) % urls.length] ?? stack.apiUrl

  const startedAt = performance.now()
  const load = runLoad(drawIntents(requests, parties, vendors), CLIENTS, { line, anyUrl, deadline })
  const crashes = await crashInTurn({
    kills,
    requests,
    // Every second kill hits PostgreSQL. The kills in between hit the two API processes in turn.
    parts: [
      { name: 'api', crash: stack.crashApi },
      { name: 'PostgreSQL', crash: stack.crashPostgres },
      { name: 'second api', crash: second.crash },
      { name: 'PostgreSQL', crash: stack.crashPostgres },
    ],
    ...load,
    underWay: line.underWay,
    watcher: stage.watcher,
    deadline,
    onCrash: (crash) => progress.say(describeCrash(crash)),
  })
  load.release(requests)
  const witnesses = await load.finished
  const seconds = (performance.now() - startedAt) / 1000
  const [party] = parties
  const [vendor] = vendors
  if (party === undefined || vendor === undefined)
    throw new Error('there is no business or no vendor account to send requests for')
  const shared = await shareReferences(line, urls, party, vendor, requests)
  return judgeRun(stage.worker, { requests, kills, seconds, witnesses, crashes, shared, parties })
}

function describeCrash({ name, underWay, inGroup, downMs }: Crash): string {
  return `${name} killed with ${underWay} open requests${inGroup ? ', during the commit of a group' : ''}; ready again after ${downMs.toFixed(0)} ms`
}

function readKeySettings({ environment }: LiveStack) {
  const [version = '', pepper = ''] = (environment.KEY_PEPPERS ?? '').split(':')
  return { cell: environment.CELL ?? '', peppers: new Map([[Number(version), Buffer.from(pepper, 'hex')]]) }
}

/** Returns the collection accounts that every business may use in test mode. */
async function listVendors(owner: Pool): Promise<Vendor[]> {
  const { rows } = await owner.query<Vendor>(
    `select id as uuid, name, bank_name as "bankName", account_number as "accountNumber" from vendor_account
     where mode = 'test' and business_id is null and state = 'active'`,
  )
  return rows
}
