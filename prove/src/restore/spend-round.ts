import { setTimeout as sleep } from 'node:timers/promises'
import { orderOf } from '../buy/order-of.ts'
import { paidMinor } from '../buy/payments-of.ts'
import type { Shop } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import { patiently } from '../credits/patiently.ts'
import { createCustomers } from '../customers.ts'
import { createRandom } from '../fuzz/random.ts'
import type { Progress } from '../progress.ts'
import { adopt, unfreeze } from './adopt.ts'
import { drawShort, employHonest, payShort, readBack, untilRefunded } from './refund-round.ts'
import { restoreBackup } from './restore-round.ts'
import { copyJournals, rollBackJournal, type Vault } from './roll-back-journal.ts'
import { askAll, drawSpendings, giveTokens, rename, type Spending, spend, untilEnded } from './spender.ts'
import type { Terminals } from './terminal.ts'

export type SpendRound = Readonly<{
  wanted: readonly Spending[]
  ownedMinor: bigint
  /** Requests that were accepted before the forgotten ones were known, and the number of them that operators returned. */
  early: readonly Spending[]
  givenBack: number
  /** Number of requests under another reference once the forgotten ones were known, and those that were accepted. */
  renamed: number
  renamedAccepted: readonly Spending[]
  /** Processes whose rolled-back journal was noticed. Each round rolls back both. */
  noticed: readonly Vault[]
  unserved: readonly string[]
  /** Amount that the payer received back, and the amount that was due. */
  refund: Readonly<{ reference: string; backMinor: bigint; dueMinor: bigint }>
  /** Number of cases that operators decided. */
  withPeople: number
}>

const WITHIN_MS = 120_000

/**
 * A shop spends its whole balance after the backup, by sells and withdrawals, and a customer gets a refund. Both journals are rolled back,
 * which must be noticed. Then the backup replaces the database. The shop sends requests under new references, before and after the
 * forgotten ones are known. At last it uses the old references and is served.
 */
export async function spendRound({
  stage,
  shop,
  terminals,
  progress,
  seed,
  number,
}: Readonly<{
  stage: Stage
  shop: Shop
  terminals: Terminals
  progress: Progress
  seed: number
  number: number
}>): Promise<SpendRound> {
  const random = createRandom(seed, 1_000 + number)
  const wanted = drawSpendings(random, number, ['sell', 'withdrawal', 'sell', 'withdrawal'])
  const [first, second, sell, withdrawal] = wanted
  if (!first || !second || !sell || !withdrawal) throw new Error('too few payments were drawn')
  // In every third round the balance has a surplus, so a new request may be served.
  const spare = number % 3 === 0 ? random.pick(wanted).amountMinor : 0n
  const ownedMinor = wanted.reduce((total, { amountMinor }) => total + amountMinor, spare)
  const purchase = drawShort(shop, number)
  const customers = createCustomers(stage.stack.apiUrl, () => orderOf(purchase, stage.vendorNames), random)
  await giveTokens(stage, shop, ownedMinor)
  await stage.stack.backUpPostgres()
  copyJournals(stage)

  const before = employHonest(stage, purchase, new Set())
  await customers.ask(purchase)
  await payShort(stage, purchase)
  await askAll(stage, shop, [first, second])
  await untilEnded(stage, shop, [first, second])
  if (!(await untilRefunded(stage, purchase)))
    throw new Error(`${purchase.reference} was not refunded in time`)
  const noticed: Vault[] = []
  for (const [vault, bait] of [['payer', sell] as const, ['signer', withdrawal] as const]) {
    if (await rollBackJournal(stage, vault, async () => void (await askAll(stage, shop, [bait]))))
      noticed.push(vault)
    await untilEnded(stage, shop, [bait])
  }
  const decidedBefore = await before.stop()
  progress.say(
    `balance spent and both journals rolled back; the rollback was noticed by ${noticed.join(' and ')}`,
  )

  const kinds = random.pick([[first], [second], [first, second]])
  const early = kinds.map((one) => rename(one, 'early'))
  await restoreBackup(stage, async () => void (await askAll(stage, shop, early)))
  await untilHeld(stage, shop, wanted)
  const late = wanted.map((one) => rename(one, 'late'))
  const isSell = ({ kind }: Spending) => kind === 'sell'
  const renamedAccepted = await askOnce(stage, shop, late.filter(isSell))
  await adopt(stage, terminals)
  await unfreeze(terminals)
  const after = employHonest(stage, purchase, new Set([...early, ...late].map(({ reference }) => reference)))
  renamedAccepted.push(
    ...(await askOnce(
      stage,
      shop,
      late.filter((one) => !isSell(one)),
    )),
  )
  await customers.ask(purchase)
  const refused = await askAll(stage, shop, wanted)
  const accepted = wanted.filter(({ reference }) => !refused.includes(reference))
  const ended = await untilEnded(stage, shop, [...accepted, ...renamedAccepted, ...early])
  const unserved = [...refused, ...ended]
  if (!(await untilRefunded(stage, purchase))) unserved.push(purchase.reference)
  const decidedAfter = await after.stop()
  customers.close()
  const decisions = [...decidedBefore.values(), ...decidedAfter.values()]
  return {
    wanted,
    ownedMinor,
    early,
    givenBack: await countGivenBack(stage, shop, early),
    renamed: late.length,
    renamedAccepted,
    noticed,
    unserved,
    refund: {
      reference: purchase.reference,
      backMinor: await readBack(stage, purchase),
      dueMinor: paidMinor(purchase),
    },
    withPeople: decisions.reduce((sum, count) => sum + count, 0),
  }
}

/** Sends each request once and returns the accepted ones. */
async function askOnce(stage: Stage, shop: Shop, wanted: readonly Spending[]): Promise<Spending[]> {
  const accepted: Spending[] = []
  for (const one of wanted) if ((await spend(stage, shop, one)).status === 200) accepted.push(one)
  return accepted
}

async function countGivenBack({ owner }: Stage, { uuid }: Shop, early: readonly Spending[]): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer as count from transaction where business_id = $1 and reference = any ($2)
       and status in ('returned_to_balance', 'refunded')`,
    [uuid, early.map(({ reference }) => reference)],
  )
  return rows[0]?.count ?? 0
}

/** Waits until the payer's journal was compared, so that the amounts that it paid for the shop are held in its balance. */
async function untilHeld({ owner }: Stage, { uuid }: Shop, wanted: readonly Spending[]): Promise<void> {
  const keys = wanted.flatMap(({ kind, reference }) =>
    kind === 'sell' ? [`${uuid}/test/${reference}/payout/1`] : [],
  )
  const until = performance.now() + WITHIN_MS
  for (;;) {
    const { rows } = await patiently(async () =>
      owner.query<{ count: number }>(
        'select count(distinct right_key)::integer as count from payout_forgotten where right_key = any ($1)',
        [keys],
      ),
    )
    if (rows[0]?.count === keys.length) return
    if (performance.now() > until)
      throw new Error(
        `only ${rows[0]?.count} of ${keys.length} payouts were reported as missing from the database`,
      )
    await sleep(200)
  }
}
