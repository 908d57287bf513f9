import { setTimeout as sleep } from 'node:timers/promises'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import type { PostgresPair } from '@afara/stack/postgres/postgres-pair.ts'
import type { Shop } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import { patiently } from '../credits/patiently.ts'
import { createRandom } from '../fuzz/random.ts'
import { adopt } from '../restore/adopt.ts'
import {
  askAll,
  drawSpendings,
  giveTokens,
  readLeft,
  rename,
  type Spending,
  spend,
  untilEnded,
} from '../restore/spender.ts'
import type { Terminals } from '../restore/terminal.ts'

export type LossyRound = Readonly<{
  wanted: readonly Spending[]
  /** The same requests under other references, of a client that hopes to be paid twice. Those that were accepted. */
  hostile: readonly Spending[]
  hostileAsked: number
  ownedMinor: bigint
  /** Requests of which money had left, and that the promoted database lacks. */
  lost: readonly string[]
  /** Those of them that a case or a row names. */
  named: readonly string[]
  /** Freezes that the loss placed, such as `business bus_…`. */
  freezes: readonly string[]
  unserved: readonly string[]
}>

const WITHIN_MS = 120_000

/**
 * A shop spends its balance while the standby receives nothing. The primary is killed, and the standby is promoted without these commits.
 * The shop sends the same requests under other references at once, then under the old ones. Two operators adopt what was forgotten.
 */
export async function loseCommits({
  stage,
  pair,
  shop,
  terminals,
  seed,
  number,
}: Readonly<{
  stage: Stage
  pair: PostgresPair
  shop: Shop
  terminals: Terminals
  seed: number
  number: number
}>): Promise<LossyRound> {
  const { owner } = stage
  const wanted = drawSpendings(createRandom(seed, 500 + number), 1_000 + number, [
    'sell',
    'withdrawal',
    'sell',
    'withdrawal',
  ])
  const ownedMinor = wanted.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  await giveTokens(stage, shop, ownedMinor)
  await untilReplayed(pair)
  pair.loseStream()
  await askAll(stage, shop, wanted)
  await untilEnded(stage, shop, wanted)
  await pair.kill()
  await pair.promote()

  const missing = await missingOf(stage, shop, wanted)
  const left = await readLeft(stage, shop, wanted)
  const lost = missing.filter((reference) => (left.get(reference)?.length ?? 0) > 0)
  const renamed = wanted.map((one) => rename(one, 'again'))
  const hostile = await askOnce(stage, shop, renamed)
  const freezes = await readLossFreezes(stage)
  await adopt(stage, terminals)
  const named = await namedOf(stage, shop, lost)
  hostile.push(
    ...(await askOnce(
      stage,
      shop,
      renamed.filter((one) => !hostile.includes(one)),
    )),
  )
  for (const words of freezes) await lift(terminals, words)
  const refused = await askAll(stage, shop, wanted)
  const ended = await untilEnded(
    stage,
    shop,
    wanted.filter(({ reference }) => !refused.includes(reference)),
  )
  await pair.rebuild()
  const open = await patiently(async () => owner.query('select from freeze_order where lifted_at is null'))
  return {
    wanted,
    hostile,
    hostileAsked: renamed.length,
    ownedMinor,
    lost,
    named,
    freezes,
    unserved: [...refused, ...ended, ...(open.rows.length > 0 ? ['a freeze is left'] : [])],
  }
}

/** Waits until the standby has everything that was committed so far. */
async function untilReplayed(pair: PostgresPair): Promise<void> {
  const [primary, standby] = (['primary', 'standby'] as const).map((which) =>
    createPool(pair.urlOf(which, 'postgres', 'afara'), { max: 1, applicationName: 'proof' }),
  )
  if (primary === undefined || standby === undefined) throw new Error('there is no pair')
  try {
    const { rows } = await primary.query<{ end: string }>('select pg_current_wal_flush_lsn()::text as "end"')
    const until = performance.now() + WITHIN_MS
    for (;;) {
      const { rows: has } = await standby.query<{ has: boolean }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
        [rows[0]?.end],
      )
      if (has[0]?.has === true) return
      if (performance.now() > until) throw new Error('the standby does not catch up')
      await sleep(50)
    }
  } finally {
    await Promise.all([primary.end(), standby.end()])
  }
}

async function missingOf({ owner }: Stage, { uuid }: Shop, wanted: readonly Spending[]): Promise<string[]> {
  const references = wanted.map(({ reference }) => reference)
  const { rows } = await patiently(async () =>
    owner.query<{ reference: string }>(
      'select reference from transaction where business_id = $1 and reference = any ($2)',
      [uuid, references],
    ),
  )
  const known = new Set(rows.map(({ reference }) => reference))
  return references.filter((reference) => !known.has(reference))
}

/** Returns which of these requests the rows about forgotten payments and adopted transfers name. */
async function namedOf({ owner }: Stage, { uuid }: Shop, lost: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>(
    'select right_key as key from payout_forgotten union select right_key from adopted_lock',
  )
  const keys = rows.map(({ key }) => key)
  return lost.filter((reference) => keys.some((key) => key.startsWith(`${uuid}/test/${reference}/`)))
}

/** Returns what the loss froze, in the words of the command that lifts it. */
async function readLossFreezes({ owner }: Stage): Promise<string[]> {
  const { rows } = await patiently(async () =>
    owner.query<{ words: string }>(
      `select btrim(scope || ' ' || subject) as words from freeze_order where lifted_at is null order by 1`,
    ),
  )
  return rows.map(({ words }) => words)
}

async function lift({ first, second }: Terminals, words: string): Promise<void> {
  const [scope = '', subject] = words.split(' ')
  const of = subject === undefined ? [] : [scope === 'business' ? formatId('business', subject) : subject]
  const asked = await first('unfreeze', scope, ...of, '--reason', 'everything was adopted')
  const [, caseId] = /(?:Requested|Proposed) as (cas_[0-9a-f]+)/.exec(asked) ?? []
  if (caseId === undefined) throw new Error(`the unfreeze was not requested: ${asked}`)
  await second('approve', caseId)
}

/** Sends each request until there is an answer. Returns those that were accepted. */
async function askOnce(stage: Stage, shop: Shop, wanted: readonly Spending[]): Promise<Spending[]> {
  const accepted: Spending[] = []
  for (const one of wanted) {
    const answer = await patiently(async () => {
      const given = await spend(stage, shop, one)
      if (given.status >= 500) throw new Error(given.text)
      return given
    })
    if (answer.status === 200) accepted.push(one)
  }
  return accepted
}
