import { Refusal } from '../../kernel/refusal.ts'
import type { Scenario } from './scenario.ts'
import { bankTimeoutThenSuccess } from './scenarios/bank-timeout-then-success.ts'
import { duplicatePayment } from './scenarios/duplicate-payment.ts'
import { latePayment } from './scenarios/late-payment.ts'
import { nameMismatch } from './scenarios/name-mismatch.ts'
import { onHold } from './scenarios/on-hold.ts'
import { overPayment } from './scenarios/over-payment.ts'
import { paidExactly } from './scenarios/paid-exactly.ts'
import { paymentWithoutClaim } from './scenarios/payment-without-claim.ts'
import { payoutFailedThenReturned } from './scenarios/payout-failed-then-returned.ts'
import { recalledCredit } from './scenarios/recalled-credit.ts'
import { reorg } from './scenarios/reorg.ts'
import { reversedAfterSuccess } from './scenarios/reversed-after-success.ts'
import { shortPayment } from './scenarios/short-payment.ts'
import { shortThenToppedUp } from './scenarios/short-then-topped-up.ts'
import { slowBank } from './scenarios/slow-bank.ts'
import { thirdPartyPayer } from './scenarios/third-party-payer.ts'
import { walletWithoutTrustline } from './scenarios/wallet-without-trustline.ts'
import { webhookStorm } from './scenarios/webhook-storm.ts'

/** Every scenario, in the order in which people meet such things. */
export const scenarios: readonly Scenario[] = [
  paidExactly,
  shortPayment,
  shortThenToppedUp,
  overPayment,
  latePayment,
  thirdPartyPayer,
  duplicatePayment,
  paymentWithoutClaim,
  recalledCredit,
  walletWithoutTrustline,
  onHold,
  nameMismatch,
  slowBank,
  bankTimeoutThenSuccess,
  payoutFailedThenReturned,
  reversedAfterSuccess,
  reorg,
  webhookStorm,
]

export const scenarioNames: readonly string[] = scenarios.map(({ name }) => name)

export function requireScenario(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found !== undefined) return found
  throw new Refusal('scenario_unknown', `There is no such scenario. Choose from ${scenarioNames.join(', ')}.`)
}
