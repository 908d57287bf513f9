import { randomInt } from 'node:crypto'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { createAnswerTrouble } from '../credits/answer-faults.ts'
import { openBankDesk } from '../credits/bank-desk.ts'
import { createRandom } from '../fuzz/random.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { createCustomers } from './customers.ts'
import { drawPurchases } from './draw-purchases.ts'
import { driveBlocks } from './drive-blocks.ts'
import { endQuietly } from './end-quietly.ts'
import { type FaultyRpc, startFaultyRpc } from './faulty-rpc.ts'
import { judgeRun } from './judge-run.ts'
import { killParts } from './kill-parts.ts'
import { loseEngine } from './lose-engine.ts'
import { openShops } from './open-shops.ts'
import { employOperators } from './operators.ts'
import { bankAccounts } from './places.ts'
import { runLoad } from './run-load.ts'
import type { Stage } from './stage.ts'

/**
 * Customers buy over HTTP and pay at a bank that goes wrong; tokens leave over nodes that lose, delay and lie; blocks are
 * undone; api, worker, signer, PostgreSQL and Restate are killed, at moments at which it hurts and at random ones. At the
 * end four witnesses are heard: the customers' notes, the bank's truth, the record, and the chains.
 */
export const buyProof: Proof = {
  name: 'buy',
  sentence:
    'Whatever dies and whoever lies, each paid buy is delivered once, to the right address, to the kobo.',
  sizes: {
    transactions: { full: 2_000, short: 40 },
    kills: { full: 100, short: 5 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  switches: ['lose-engine'],
  run: prove,
}

// Of each chain. What was in an undone block is sent again only after a while.
const UNDO_EVERY_MS = 30_000
const SETTINGS = { BANK_POLL_SECONDS: '1', BANK_LOOK_BACK_SECONDS: '10' }

async function prove(input: ProofInput): Promise<Outcome> {
  const seed = input.size('seed')
  const random = (part: number) => createRandom(seed, part)
  const nodes: FaultyRpc[] = []
  const between = async (_network: string, url: string): Promise<string> => {
    const node = await startFaultyRpc(url, random(10 + nodes.length))
    nodes.push(node)
    return node.url
  }
  const stack = await raiseLiveStack(SETTINGS, {
    bank: { accounts: bankAccounts, seed: String(seed) },
    delivery: { between },
  })
  const pools = openPools(stack)
  try {
    const stage = await setStage(stack, pools, nodes)
    return input.isOn('lose-engine')
      ? await loseEngine(stage, random, input)
      : await killEverything(stage, random, input)
  } finally {
    for (const pool of Object.values(pools)) await pool.end()
    for (const node of nodes) await node.close()
    await stack.stop()
  }
}

async function killEverything(
  stage: Stage,
  random: (part: number) => ReturnType<typeof createRandom>,
  { size, progress }: ProofInput,
): Promise<Outcome> {
  const [transactions, kills, seed] = [size('transactions'), size('kills'), size('seed')]
  const isLarge = kills >= 20
  const { stack, desk, owner, watcher, nodes, chains, shops } = stage
  const purchases = drawPurchases(random(1), transactions, shops)
  const customers = createCustomers(stack.apiUrl, stage.vendorNames, random(2))
  const operators = employOperators(owner)
  const blocks = await driveBlocks(chains, random(4), isLarge ? UNDO_EVERY_MS : UNDO_EVERY_MS / 3)
  for (const node of nodes) node.setOneIn(6)
  const startedAt = performance.now()
  const trouble = createAnswerTrouble(desk, random(6), false)
  const load = runLoad({ purchases, customers, desk, random: random(3) })
  const killed = await killParts({
    stack,
    watcher,
    random: random(5),
    kills,
    release: async (share) => {
      load.release(share)
      // Those that silence a vendor for a minute have no place in a short run.
      if (!isLarge) return
      await trouble.settle()
      await trouble.begin(1)
    },
    onKill: ({ part, moment, downMs }) =>
      progress.say(
        `${part} killed (${moment}); back after ${downMs.toFixed(0)} ms; ${load.begun()} of ${transactions} begun`,
      ),
  })
  load.release(1)
  await load.finished
  await trouble.endAll()
  const calm = (): void => {
    for (const node of nodes) node.setOneIn(0)
    blocks.calm()
  }
  // In a short run what was undone is not waited for twice.
  if (!isLarge) calm()
  await endQuietly({ stage, purchases, customers, progress, withinMs: 90_000 + transactions * 60, calm })
  const reorgs = await blocks.stop()
  const decided = await operators.stop()
  customers.close()
  const seconds = (performance.now() - startedAt) / 1000
  return judgeRun({
    stage,
    purchases,
    customers,
    killed,
    kills,
    reorgs,
    decided,
    seconds,
    seed,
    answerHits: trouble.hits(),
  })
}

function openPools({ databaseUrl }: LiveStack): Record<'owner' | 'watcher', Pool> {
  const open = (role: string) => createPool(databaseUrl(role), { max: 3, applicationName: 'proof' })
  return { owner: open('afara_owner'), watcher: open('afara_owner') }
}

async function setStage(
  stack: LiveStack,
  { owner, watcher }: Record<'owner' | 'watcher', Pool>,
  nodes: readonly FaultyRpc[],
): Promise<Stage> {
  const { bank, chains } = stack
  if (bank === undefined || chains === undefined) throw new Error('there is no bank, or there are no chains')
  const shops = await openShops(stack, owner)
  const { rows } = await owner.query<{ number: string; name: string }>(
    `select account_number as number, name from vendor_account where mode = 'test'`,
  )
  return {
    stack,
    desk: openBankDesk(bank.adminUrl),
    owner,
    watcher,
    nodes,
    chains,
    shops,
    vendorNames: new Map(rows.map(({ number, name }) => [number, name])),
  }
}
