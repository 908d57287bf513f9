import { type SimulatedNetwork, simulatedNetworkNamed } from '../chains/simulated-networks.ts'
import { runDrill } from '../journeys/drill.ts'
import { settleFirstBuy } from '../journeys/first-buy.ts'
import { settleFirstSell, settleWalletSell } from '../journeys/first-sell.ts'
import { settleFirstWithdrawals } from '../journeys/first-withdrawal.ts'
import type { DevPlan } from './dev-plan.ts'

type Facts = Readonly<Record<string, string>>

/** The result of a check: lines to print, and the duration of each part. */
type CheckOutcome = Readonly<{ lines: readonly string[]; figures: Readonly<Record<string, number>> }>
type CheckJourneys = (plan: DevPlan, facts: Facts) => Promise<CheckOutcome>

/** Returns all journeys, or only those on the given network. Throws if the stack does not have the network. */
export function chooseJourneys(network: string | undefined): CheckJourneys {
  if (network === undefined) return checkAll
  const simulated = simulatedNetworkNamed(network)
  return async (plan, facts) => checkNetwork(plan, facts, simulated)
}

/** Runs a drill, a buy and two sells, and then a withdrawal on each network. */
async function checkAll(plan: DevPlan, facts: Facts): Promise<CheckOutcome> {
  const places = placesOf(plan)
  const roundTrip = await runDrill(places.apiUrl, facts['testKey'] ?? '')
  const buy = await settleFirstBuy(places, facts)
  const sell = await settleFirstSell(places.apiUrl, facts)
  const walletSell = await settleWalletSell(places, facts)
  const withdrawals = await settleFirstWithdrawals(places.apiUrl, facts)
  return {
    lines: [
      `the first buy was delivered by ${buy.hash}`,
      `the first sell was paid out in session ${sell.sessionId}`,
      `the first sell from a wallet was paid out in session ${walletSell.sessionId}`,
      ...withdrawals.hashes.map(
        ([network, hash]) => `the first withdrawal on ${network} was sent by ${hash}`,
      ),
    ],
    figures: {
      round_trip_ms: roundTrip,
      paid_ms: buy.paidMs,
      completed_ms: buy.completedMs,
      sold_ms: sell.paidOutMs,
      wallet_sold_ms: walletSell.paidOutMs,
      withdrawn_ms: withdrawals.arrivedMs,
    },
  }
}

/** Runs a buy to a wallet on the network, and a sell from one. */
async function checkNetwork(plan: DevPlan, facts: Facts, network: SimulatedNetwork): Promise<CheckOutcome> {
  const places = placesOf(plan)
  const buy = await settleFirstBuy(places, facts, network.name)
  const sell = await settleWalletSell(places, facts, network)
  return {
    lines: [
      `a buy to a wallet on ${network.name} was delivered by ${buy.hash}`,
      `a sell from a wallet on ${network.name} was paid out in session ${sell.sessionId}`,
    ],
    figures: { paid_ms: buy.paidMs, completed_ms: buy.completedMs, wallet_sold_ms: sell.paidOutMs },
  }
}

function placesOf({ ports, chainUrls }: DevPlan) {
  return {
    apiUrl: `http://127.0.0.1:${ports.api}`,
    bankUrl: `http://127.0.0.1:${ports.bank}`,
    chainUrls,
  }
}
