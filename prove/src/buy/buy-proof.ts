import { randomInt } from 'node:crypto'
import { employOperators } from '@afara/stack/operators/employ-operators.ts'
import { chosenNetworks } from '../chains/chosen-networks.ts'
import { liveNetworks } from '../chains/live-network.ts'
import { beginTrouble, putNodes, untilTroubled } from '../chains/put-nodes.ts'
import { createAnswerTrouble } from '../credits/answer-faults.ts'
import { createCustomers } from '../customers.ts'
import { createRandom } from '../fuzz/random.ts'
import { killParts } from '../kill-parts.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { runLoad } from '../run-load.ts'
import { beginBankTrouble } from '../sell/bank-trouble.ts'
import { closeTopUps } from './close-top-ups.ts'
import { drawPurchases, openWallets } from './draw-purchases.ts'
import { endQuietly } from './end-quietly.ts'
import { gatherBuyEvidence } from './gather-buy-evidence.ts'
import { judgeRun } from './judge-run.ts'
import { loseEngine } from './lose-engine.ts'
import { moments } from './moments.ts'
import { orderOf } from './order-of.ts'
import { paymentsOf, stranger } from './payments-of.ts'
import { bankAccounts, GTBANK, sharedAccounts, UBA } from './places.ts'
import type { Purchase } from './purchase.ts'
import { setStage } from './set-stage.ts'
import type { Stage } from './stage.ts'

/**
 * Customers buy over HTTP and pay at a faulty bank. Tokens are sent through nodes that lose, delay and lie, and blocks are undone. Partial
 * payments are returned through a bank that loses answers. API, worker, signer, payer, PostgreSQL and Restate are killed, at the worst
 * moments and at random ones. At the end the proof compares four sources: the customers' notes, the bank's truth, the database and the
 * chains.
 */
export const buyProof: Proof = {
  name: 'buy',
  sentence:
    'Each paid buy is delivered once, to the right address and to the kobo, whatever fails or reports false data.',
  sizes: {
    transactions: { full: 2_000, short: 40 },
    kills: { full: 100, short: 5 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  choices: { network: liveNetworks },
  switches: ['lose-engine'],
  run: prove,
}

// Per chain. A transfer in an undone block is sent again only after a while.
const TROUBLE_EVERY_MS = 30_000
// In production these are half an hour and five minutes: the time before we believe a bank that does not know a payment, or that reports a
// failure.
const REPEAT_SECONDS = 6
const SETTINGS = {
  BANK_POLL_SECONDS: '1',
  BANK_LOOK_BACK_SECONDS: '10',
  PAYOUT_LINES_SECONDS: '1',
  PAYOUT_REPEAT_SECONDS: String(REPEAT_SECONDS),
  PAYOUT_SPACED_SECONDS: '2',
  PAYOUT_OVERDUE_SECONDS: '40',
}
const GIVEN_BACK_ONE_IN = 13

/** Makes the payer pay only a part. Its refund goes to an account that the bank shows in full. */
function leaveAtPart(purchase: Purchase): Purchase {
  return { ...purchase, account: sharedAccounts[0].number, conduct: 'underpays', faults: ['payer_full'] }
}

async function prove(input: ProofInput): Promise<Outcome> {
  const seed = input.size('seed')
  const random = (part: number) => createRandom(seed, part)
  const { nodes, between } = putNodes(random)
  const stack = await raiseLiveStack(SETTINGS, {
    bank: { accounts: bankAccounts, seed: String(seed), repeatAfterSeconds: REPEAT_SECONDS },
    delivery: { networks: chosenNetworks(input), between },
  })
  const stage = await setStage(stack, nodes)
  try {
    return input.isOn('lose-engine')
      ? await loseEngine(stage, random, input)
      : await killEverything(stage, random, input)
  } finally {
    await stage.clear()
  }
}

async function killEverything(
  stage: Stage,
  random: (part: number) => ReturnType<typeof createRandom>,
  { size, progress }: ProofInput,
): Promise<Outcome> {
  const [transactions, kills, seed] = [size('transactions'), size('kills'), size('seed')]
  const isLarge = kills >= 20
  const { stack, desk, owner, watcher, nodes, chains } = stage
  const purchases = drawPurchases(random(1), transactions, stage).map((purchase, number) =>
    number % GIVEN_BACK_ONE_IN === 7 ? leaveAtPart(purchase) : purchase,
  )
  await openWallets(stage, purchases)
  const customers = createCustomers(
    stack.apiUrl,
    (purchase: Purchase) => orderOf(purchase, stage.vendorNames),
    random(2),
  )
  const operators = employOperators(owner, async () => {
    await closeTopUps(owner, purchases)
    return gatherBuyEvidence(stage, purchases)
  })
  const blocks = await beginTrouble(chains.all, random(4), isLarge ? TROUBLE_EVERY_MS : TROUBLE_EVERY_MS / 3)
  for (const node of nodes) node.setOneIn(6)
  const startedAt = performance.now()
  await beginBankTrouble(desk, false)
  const trouble = createAnswerTrouble(desk, random(6), false)
  await desk.putHolder(UBA, stranger.account_number, stranger.name)
  const choose = random(3)
  // Some customers pay before they send the request, and some afterwards.
  const buy = async (purchase: Purchase): Promise<void> => {
    const isPaidBefore = choose.oneIn(3)
    // The bank must know the holder of the account, because a refund goes to that account.
    await desk.putHolder(GTBANK, purchase.payer.account_number, purchase.payer.name)
    if (isPaidBefore) await desk.pay(paymentsOf(purchase))
    await customers.ask(purchase)
    if (!isPaidBefore) await desk.pay(paymentsOf(purchase))
  }
  const load = runLoad(purchases, buy, choose)
  const killed = await killParts({
    parts: [
      { part: 'worker', crash: stack.crashWorker },
      { part: 'signer', crash: stack.crashSigner },
      { part: 'PostgreSQL', crash: stack.crashPostgres },
      { part: 'api', crash: stack.crashApi },
      { part: 'Restate', crash: stack.crashEngine },
      { part: 'payer', crash: stack.crashPayer },
      { part: 'reconciler', crash: stack.crashReconciler },
    ],
    moments,
    watcher,
    random: random(5),
    kills,
    release: async (share) => {
      load.release(share)
      // These faults silence a vendor for a minute, which is too long for a short run.
      if (!isLarge) return
      await trouble.settle()
      await trouble.begin(1)
    },
    onKill: ({ part, moment, downMs }) =>
      progress.say(
        `${part} killed (${moment}); ready again after ${downMs.toFixed(0)} ms; ${load.begun()} of ${transactions} buys started`,
      ),
  })
  // The last customers arrive after every kind of fault has occurred, so coverage does not depend on chance.
  if (isLarge) await untilTroubled(blocks)
  load.release(1)
  await load.finished
  await trouble.endAll()
  const calm = (): void => {
    for (const node of nodes) node.setOneIn(0)
    blocks.calm()
  }
  // A short run does not wait twice for undone blocks.
  if (!isLarge) blocks.calm()
  await desk.endFaults()
  await endQuietly({ stage, purchases, customers, progress, withinMs: 300_000 + transactions * 60, calm })
  const chainFaults = await blocks.stop()
  const decided = await operators.stop()
  customers.close()
  const seconds = (performance.now() - startedAt) / 1000
  return judgeRun({
    stage,
    purchases,
    customers,
    killed,
    kills,
    chainFaults,
    decided,
    seconds,
    seed,
    answerHits: trouble.hits(),
  })
}
