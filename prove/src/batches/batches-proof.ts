import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Afara, type PayoutBatch, type PayoutBatchRow } from '@afara/sdk'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { business } from '@afara/server/records/ledger/account.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { readBalance } from '@afara/server/records/ledger/ledger-store.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import { type BankDesk, openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { createRandom, type Random } from '../fuzz/random.ts'
import { type Kill, killParts, type Moments } from '../kill-parts.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof } from '../proof.ts'
import { hasten } from '../sell/hasten.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { drawRows } from './draw-rows.ts'
import { judgeBatch, judgeEvents } from './judge-batch.ts'

// In production these are half an hour and eleven minutes: how long a bank must not know a payment before it is sent again.
const settings = {
  BANK_POLL_SECONDS: '30',
  PAYOUT_LINES_SECONDS: '2',
  PAYOUT_REPEAT_SECONDS: '8',
  PAYOUT_SPACED_SECONDS: '2',
}

/**
 * Sends a file of payouts over HTTP, confirms it by two clients at once, and kills worker, payer, api, Restate and PostgreSQL while its rows
 * are checked, accepted and paid. At the end it asks the simulated bank what arrived at each account.
 */
export const batchesProof: Proof = {
  name: 'batches',
  sentence:
    'Each row of a confirmed batch is paid once and to the kobo, and no other row, whichever process is killed.',
  sizes: {
    rows: { full: 10_000, short: 200 },
    kills: { full: 10, short: 2 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  run: async ({ size, progress }) => {
    const stack = await raiseLiveStack(settings, { bank: { repeatAfterSeconds: 8 } })
    const open = (role: string) => createPool(stack.databaseUrl(role), { max: 3, applicationName: 'proof' })
    const pools = { owner: open('afara_owner'), watcher: open('afara_owner'), worker: open('afara_worker') }
    try {
      const sizes = { rows: size('rows'), kills: size('kills'), seed: size('seed') }
      return await payUnderKills({ stack, ...pools, progress }, sizes)
    } finally {
      for (const pool of Object.values(pools)) await pool.end()
      await stack.stop()
    }
  },
}

type World = Readonly<{ stack: LiveStack; owner: Pool; watcher: Pool; worker: Pool; progress: Progress }>

const checkingMoments: Moments = {
  checked_in_part: 'select from batch_check limit 1',
}
const payingMoments: Moments = {
  accepted_in_part: `select from batch_ready d where (select count(*) from batch_sell s where s.batch_id = d.batch_id) < d.payable_rows`,
  sending: `select from payout where state = 'sending' limit 1`,
  answered: `select from payout where state in ('accepted', 'unknown') limit 1`,
  paid: `select from payout where state = 'succeeded' and ended_at > clock_timestamp() - interval '400 milliseconds' limit 1`,
}

async function payUnderKills(
  world: World,
  { rows, kills, seed }: Readonly<{ rows: number; kills: number; seed: number }>,
): Promise<Outcome> {
  const { stack, owner, worker, progress } = world
  const startedAt = performance.now()
  const secondsSince = (at: number) => ((performance.now() - at) / 1000).toFixed(1)
  const before = await giveTo(world)
  const drawn = drawRows(rows)
  const [client, other] = clientsOf(stack)
  const random = createRandom(seed, 1)
  // Of the kills, some come while rows are checked, and more while they are paid.
  const early = Math.max(1, Math.floor(kills / 4))
  const made = await client.batches.create(drawn.map(({ row }) => row))
  const earlyKills = kill(world, random, {
    kills: early,
    first: 0,
    moments: checkingMoments,
    done: 'select count(*)::integer as count from batch_check',
    whole: rows,
  })
  const ready = await client.batches.untilReady(made.id)
  const checkedSeconds = secondsSince(startedAt)
  progress.say(`checked in ${checkedSeconds} s: ${ready.preview?.rows} of ${ready.rows} rows can be paid`)
  const confirmation = {
    rows: ready.preview?.rows ?? 0,
    total: ready.preview?.total ?? '0',
    skip_problems: true,
  }
  const confirmedAt = performance.now()
  const lateKills = kill(world, random, {
    kills: kills - early,
    first: early,
    moments: payingMoments,
    done: `select count(*)::integer as count from batch_sell s join transaction t on t.id = s.transaction_id where t.status = 'completed'`,
    whole: confirmation.rows,
  })
  await Promise.all([
    client.batches.confirm(made.id, confirmation),
    other.batches.confirm(made.id, confirmation),
  ])
  const ended = await untilCompleted(world, client, made.id, 600_000 + rows * 60)
  const paidSeconds = secondsSince(confirmedAt)
  const killed = [...(await earlyKills), ...(await lateKills)]
  await untilQuiet(owner)

  const told: PayoutBatchRow[] = []
  for await (const row of client.batches.rows(made.id)) told.push(row)
  const desk = deskOf(stack)
  const judged = judgeBatch(drawn, told, await desk.payoutTruth(), await readFees(owner, made.id))
  const mistold = await judgeEvents(client, made.id)
  const spent = before - (await balanceOf(world))
  const difference = spent - judged.debitedMinor
  const { checks, findings } = await runChecks(worker)
  return {
    figures: {
      rows,
      problem_rows: ready.preview?.problem_rows ?? 0,
      kills: killed.length,
      killed: tally(killed.map(({ part }) => part)),
      moments: tally(killed.map(({ moment }) => moment)),
      checked_s: checkedSeconds,
      paid_s: paidSeconds,
      checks,
      findings: findings.length,
      disagreements: judged.disagreements.length,
      paid_wrongly: judged.paidWrongly.length,
      paid_twice: judged.paidTwice.length,
      unpaid: judged.unpaid.length,
      kobo_difference: String(judged.arrivedDifference + (difference < 0n ? -difference : difference)),
      seconds: secondsSince(startedAt),
    },
    shortfalls: [
      ...some(judged.paidTwice),
      ...some(judged.unpaid),
      ...some(judged.paidWrongly),
      ...some(judged.disagreements),
      ...mistold,
      ...unless(difference === 0n, `the balance lost ${spent} kobo, and the rows are ${judged.debitedMinor}`),
      ...unless(
        judged.arrivedDifference === 0n,
        `${judged.arrivedDifference} kobo arrived too much or too little`,
      ),
      ...unless(
        ended.state === 'completed',
        `the batch is ${ended.state}: ${JSON.stringify(ended.outcomes)}`,
      ),
      ...unless(killed.length >= kills, `only ${killed.length} kills happened`),
      ...findings.slice(0, 5).map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
    ],
  }
}

/** Two clients of one business. They repeat a call for as long as a killed process may be away. */
function clientsOf({ apiUrl, testKey, businessId, linkTag }: LiveStack): readonly [Afara, Afara] {
  const open = () =>
    new Afara({ key: testKey, baseUrl: apiUrl, businessId, linkTag, maxRetries: 60, deadlineMs: 180_000 })
  return [open(), open()]
}

type Killing = Readonly<{
  kills: number
  /** The part that is killed first. */
  first: number
  moments: Moments
  /** Counts the rows that are done. */
  done: string
  whole: number
}>

const SHARE_WITHIN_MS = 60_000

async function untilDone(watcher: Pool, query: string, wanted: number): Promise<void> {
  const until = performance.now() + SHARE_WITHIN_MS
  while (performance.now() < until) {
    const found = await watcher.query<{ count: number }>(query).catch(() => undefined)
    if ((found?.rows[0]?.count ?? -1) >= wanted) return
    await sleep(50)
  }
}

async function kill(
  { stack, watcher, progress }: World,
  random: Random,
  { kills, first, moments, done, whole }: Killing,
): Promise<Kill[]> {
  const all = [
    { part: 'worker', crash: stack.crashWorker },
    { part: 'payer', crash: stack.crashPayer },
    { part: 'api', crash: stack.crashApi },
    { part: 'Restate', crash: stack.crashEngine },
    { part: 'PostgreSQL', crash: stack.crashPostgres },
  ]
  const from = first % all.length
  return killParts({
    parts: [...all.slice(from), ...all.slice(0, from)],
    moments,
    watcher,
    random,
    kills,
    // Kills are spread over the work. The first comes at once.
    release: async (share) => untilDone(watcher, done, Math.floor((share - 1 / (kills + 1)) * whole)),
    onKill: ({ part, moment, downMs }) =>
      progress.say(`${part} killed (${moment}); ready again after ${downMs.toFixed(0)} ms`),
  })
}

async function untilCompleted(
  { owner, progress }: World,
  client: Afara,
  id: string,
  withinMs: number,
): Promise<PayoutBatch> {
  const until = performance.now() + withinMs
  for (;;) {
    const batch = await client.batches.get(id)
    const { paid = 0, paying = 0, waiting = 0 } = batch.outcomes ?? {}
    progress.show(`paid ${paid}, on the way ${paying}, waiting ${waiting}`)
    if (batch.state !== 'paying' || performance.now() > until) return batch
    if (waiting === 0) {
      await hasten(owner)
      await owner
        .query(`update wake set due_at = clock_timestamp() where type = 'payout-batch'`)
        .catch(() => undefined)
    }
    await sleep(1_000)
  }
}

/** Waits until the vendor's ledger has told about every payout, so that the checks see whole books. */
async function untilQuiet(owner: Pool): Promise<void> {
  for (let waited = 0; waited < 60; waited += 1) {
    const { rows } = await owner.query<{ open: number }>(
      'select count(*)::integer as open from payout where final_entry_id is null and money_back_at is null',
    )
    if (rows[0]?.open === 0) return
    await sleep(500)
  }
}

const GIVEN = money('NGNC', 1_000_000_000_00n)

/** Gives the business tokens to pay with. Returns its balance. */
async function giveTo(world: World): Promise<bigint> {
  await giveBalance(world.owner, { businessId: businessOf(world), minor: GIVEN.minor })
  return balanceOf(world)
}

async function balanceOf(world: World): Promise<bigint> {
  return (await readBalance(world.owner, 'test', business(businessOf(world)), 'NGNC')).minor
}

function businessOf({ stack }: World): string {
  const id = parseId('business', stack.businessId)
  if (id === undefined) throw new Error('the seed names no business')
  return id
}

async function readFees(owner: Pool, batchId: string): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await owner.query<{ number: number; fee: string }>(
    'select number, coalesce(fee_minor, 0)::text as fee from batch_row where batch_id = $1',
    [parseId('batch', batchId)],
  )
  return new Map(rows.map(({ number, fee }) => [number, BigInt(fee)]))
}

function deskOf({ bank }: LiveStack): BankDesk {
  if (bank === undefined) throw new Error('the stack was started without a bank')
  return openBankDesk(bank.adminUrl)
}
