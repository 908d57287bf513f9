import { randomInt } from 'node:crypto'
import type { NetworkName } from '@afara/server/kernel/networks.ts'
import { employOperators } from '@afara/stack/operators/employ-operators.ts'
import { bankAccounts } from '../buy/places.ts'
import { setStage } from '../buy/set-stage.ts'
import type { Stage } from '../buy/stage.ts'
import type { Purse } from '../chains/chain-witness.ts'
import { chosenNetworks } from '../chains/chosen-networks.ts'
import { liveNetworks } from '../chains/live-network.ts'
import { beginTrouble, putNodes, untilTroubled } from '../chains/put-nodes.ts'
import { createCustomers } from '../customers.ts'
import { createRandom } from '../fuzz/random.ts'
import { killParts } from '../kill-parts.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { runLoad } from '../run-load.ts'
import { armFault, armInTurn, beginBankTrouble, endBankTrouble } from './bank-trouble.ts'
import { drawSales } from './draw-sales.ts'
import { endQuietly } from './end-quietly.ts'
import { gatherSellEvidence } from './gather-sell-evidence.ts'
import { giveBalances } from './give-balances.ts'
import { judgeSellRun } from './judge-sell-run.ts'
import { sellMoments } from './moments.ts'
import { orderOfSale } from './order-of-sale.ts'
import type { Sale } from './sale.ts'
import { sendTokens } from './send-tokens.ts'

/**
 * Customers sell over HTTP, from balances and from wallets. Three of ten calls to the bank fail, nodes lose and lie, and blocks are undone.
 * API, worker, payer, signer, PostgreSQL and Restate are killed, at the worst moments and at random ones. At the end the proof compares
 * four sources: the customers' notes, the chains, the database and the bank's truth.
 */
export const sellProof: Proof = {
  name: 'sell',
  sentence:
    'Each sell is paid out once, to the right account and to the kobo, whichever process is killed and whatever a bank reports.',
  sizes: {
    transactions: { full: 2_000, short: 30 },
    kills: { full: 100, short: 5 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  choices: { network: liveNetworks },
  run: prove,
}

// In production these are half an hour and five minutes: the time before we believe a bank that does not know a payment, or that reports a
// failure.
const repeatSeconds = (isLarge: boolean) => (isLarge ? 20 : 6)
const settingsOf = (isLarge: boolean) => ({
  BANK_POLL_SECONDS: '5',
  PAYOUT_LINES_SECONDS: isLarge ? '3' : '1',
  PAYOUT_REPEAT_SECONDS: String(repeatSeconds(isLarge)),
  PAYOUT_SPACED_SECONDS: isLarge ? '5' : '2',
  PAYOUT_OVERDUE_SECONDS: '40',
  // Deposits are not swept, because the proof checks them at their addresses.
  SWEEP_AFTER_SECONDS: '9999',
  SWEEP_ABOVE_NAIRA: '1000000000000',
})
const isLargeRun = (kills: number): boolean => kills >= 20
// Per chain.
const TROUBLE_EVERY_MS = 20_000

async function prove(input: ProofInput): Promise<Outcome> {
  const seed = input.size('seed')
  const isLarge = isLargeRun(input.size('kills'))
  const random = (part: number) => createRandom(seed, part)
  const { nodes, between } = putNodes(random)
  const stack = await raiseLiveStack(settingsOf(isLarge), {
    bank: { accounts: bankAccounts, seed: String(seed), repeatAfterSeconds: repeatSeconds(isLarge) },
    delivery: { networks: chosenNetworks(input), between },
  })
  const stage = await setStage(stack, nodes)
  try {
    return await sellAndKill(stage, random, input)
  } finally {
    await stage.clear()
  }
}

async function sellAndKill(
  stage: Stage,
  random: (part: number) => ReturnType<typeof createRandom>,
  { size, progress }: ProofInput,
): Promise<Outcome> {
  const [transactions, kills, seed] = [size('transactions'), size('kills'), size('seed')]
  const isLarge = isLargeRun(kills)
  const { stack, desk, owner, watcher, nodes, chains, shops } = stage
  const sales = drawSales(random(1), transactions, stage, isLarge)
  const customers = createCustomers(stack.apiUrl, (sale: Sale) => orderOfSale(sale, chains), random(2))
  const addresses = new Map<string, string>()
  const market = { sales, customers, addresses, given: await giveBalances(owner, shops) }
  const purses = new Map<NetworkName, Purse>()
  for (const chain of chains.all) purses.set(chain.network, await chain.openPurse())
  const operators = employOperators(owner, async () => gatherSellEvidence(stage, sales))
  const blocks = await beginTrouble(chains.all, random(4), isLarge ? TROUBLE_EVERY_MS : TROUBLE_EVERY_MS / 3)
  for (const node of nodes) node.setOneIn(8)
  await beginBankTrouble(desk, isLarge)
  const arm = armInTurn(desk, isLarge)
  const startedAt = performance.now()
  const sell = async (sale: Sale): Promise<void> => {
    const reply = await customers.ask(sale)
    await armFault(desk, sale)
    const address = reply === undefined ? undefined : await sendTokens(sale, reply, { chains, purses, owner })
    if (address !== undefined) addresses.set(sale.reference, address)
  }
  const load = runLoad(sales, sell, random(3))
  const killed = await killParts({
    // The payer process is listed twice, because no other process knows its requests to banks.
    parts: [
      { part: 'worker', crash: stack.crashWorker },
      { part: 'payer', crash: stack.crashPayer },
      { part: 'PostgreSQL', crash: stack.crashPostgres },
      { part: 'api', crash: stack.crashApi },
      { part: 'payer', crash: stack.crashPayer },
      { part: 'Restate', crash: stack.crashEngine },
      { part: 'signer', crash: stack.crashSigner },
      { part: 'reconciler', crash: stack.crashReconciler },
    ],
    moments: sellMoments,
    watcher,
    random: random(5),
    kills,
    release: async (share) => {
      load.release(share)
      if (isLarge) await arm()
    },
    onKill: ({ part, moment, downMs }) =>
      progress.say(
        `${part} killed (${moment}); ready again after ${downMs.toFixed(0)} ms; ${load.begun()} of ${transactions} sells started`,
      ),
  })
  // The last customers arrive after every kind of fault has occurred, so coverage does not depend on chance.
  if (isLarge) await untilTroubled(blocks)
  load.release(1)
  await load.finished
  let bank = await desk.state()
  const calm = async (): Promise<void> => {
    for (const node of nodes) node.setOneIn(0)
    blocks.calm()
    bank = await desk.state()
    await endBankTrouble(desk)
  }
  const troubleMs = isLarge ? 240_000 + transactions * 50 : 20_000
  const weighed = await endQuietly({
    stage,
    market,
    progress,
    troubleMs,
    withinMs: 420_000,
    isShort: !isLarge,
    calm,
  })
  for (const purse of purses.values()) await purse.stop()
  const chainFaults = await blocks.stop()
  const decided = await operators.stop()
  customers.close()
  const seconds = (performance.now() - startedAt) / 1000
  return judgeSellRun({ stage, market, weighed, bank, killed, kills, chainFaults, decided, seconds, seed })
}
