import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawPlain } from '../buy/draw-plain.ts'
import { orderOf } from '../buy/order-of.ts'
import { bankAccounts } from '../buy/places.ts'
import type { Purchase } from '../buy/purchase.ts'
import { setStage } from '../buy/set-stage.ts'
import type { Stage } from '../buy/stage.ts'
import { liveNetworks } from '../chains/live-network.ts'
import { patiently } from '../credits/patiently.ts'
import { type Customers, createCustomers } from '../customers.ts'
import { createRandom } from '../fuzz/random.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { judgeRestore } from './judge-restore.ts'
import { judgeSpending } from './judge-spending.ts'
import { type Round, restoreRound } from './restore-round.ts'
import { type SpendRound, spendRound } from './spend-round.ts'
import { openTerminals } from './terminal.ts'
import { weighRestore } from './weigh-restore.ts'

/**
 * Customers buy and shops spend their balances. The database is lost, and an older copy replaces it. Everything must stop by itself. Two
 * operators adopt the forgotten transfers and payouts at the command line, and the customers retry. At the end the bank, the database and
 * the chains agree.
 */
export const restoreProof: Proof = {
  name: 'restore',
  sentence: 'After the database was restored from an old backup, nothing is sent, paid or spent twice.',
  sizes: {
    transactions: { full: 120, short: 36 },
    restores: { full: 4, short: 2 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  run: prove,
}

const SETTINGS = { BANK_POLL_SECONDS: '1', BANK_LOOK_BACK_SECONDS: '5' }

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const seed = size('seed')
  const stack = await raiseLiveStack(SETTINGS, {
    bank: { accounts: bankAccounts, seed: String(seed) },
    // Nothing is adopted before every lane was compared with its chain.
    delivery: { networks: liveNetworks },
  })
  const stage = await setStage(stack, [])
  const terminals = await openTerminals(stage.owner, stack.environment)
  try {
    // One restore of four is about buys, and the others are about the spending of shops.
    const buying = Math.max(1, Math.floor(size('restores') / 4))
    const spending = Math.max(1, size('restores') - buying)
    const purchases = drawPlain(seed, size('transactions') * buying, stage)
    const silent = new Set<string>()
    const rounds: Round[] = []
    const employ = (part: number) =>
      createCustomers(
        stack.apiUrl,
        (purchase: Purchase) => orderOf(purchase, stage.vendorNames),
        createRandom(seed, part),
      )
    let customers = employ(2)
    for (let number = 1; number <= buying; number += 1) {
      const each = size('transactions')
      const some = purchases.slice((number - 1) * each, number * each)
      const random = createRandom(seed, 100 + number)
      const round = await restoreRound({ stage, purchases: some, customers, terminals, random, progress })
      rounds.push(round)
      // One customer of the forgotten buys never retries.
      const [lost] = await lostRequests(stage, round)
      if (lost !== undefined) silent.add(lost)
      customers.close()
      customers = employ(200 + number)
      const asking = purchases.slice(0, number * each).filter(({ reference }) => !silent.has(reference))
      for (const purchase of asking) await customers.ask(purchase)
      await untilQuiet(stage, asking, customers, silent, progress)
    }
    const bought = await judgeRestore({ stage, purchases, customers, silent, rounds, seed })
    customers.close()
    const [, shop] = stage.shops
    if (shop === undefined) throw new Error('no business was opened')
    const spent: SpendRound[] = []
    for (let number = 1; number <= spending; number += 1) {
      spent.push(await spendRound({ stage, shop, terminals, progress, seed, number }))
      const {
        paid_twice: paid,
        spent_twice: taken,
        unserved,
      } = (await judgeSpending(stage, shop, bought, spent)).figures
      progress.say(
        `round ${number} of ${spending}: paid_twice=${paid} spent_twice=${taken} unserved=${unserved}`,
      )
    }
    return await judgeSpending(stage, shop, bought, spent)
  } finally {
    await terminals.close()
    await stage.clear()
  }
}

/** Returns the forgotten buys whose request is not in the backup either. */
async function lostRequests({ owner }: Stage, { forgotten }: Round): Promise<string[]> {
  const { rows } = await patiently(async () =>
    owner.query<{ reference: string }>('select reference from transaction where reference = any ($1)', [
      [...forgotten],
    ]),
  )
  const known = new Set(rows.map(({ reference }) => reference))
  return [...forgotten].filter((reference) => !known.has(reference))
}

async function untilQuiet(
  stage: Stage,
  purchases: readonly Purchase[],
  customers: Customers<Purchase>,
  silent: ReadonlySet<string>,
  progress: Progress,
): Promise<void> {
  const until = performance.now() + 180_000
  for (;;) {
    const { verdict, kobo } = await patiently(async () => weighRestore(stage, purchases, customers, silent))
    progress.show(
      `${verdict.completed} of ${purchases.length} delivered, ${verdict.stuck.length} unfinished, difference of ${kobo.difference} kobo`,
    )
    if (verdict.completed === purchases.length && kobo.difference === 0n) return
    if (performance.now() > until) return
    await sleep(500)
  }
}
