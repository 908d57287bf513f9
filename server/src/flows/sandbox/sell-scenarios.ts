import type { PayoutMishap } from '../../movements/sandbox/sandbox-world.ts'
import { type BegunSell, beginSell } from './begin-sell.ts'
import { sandboxBank } from './sandbox-parties.ts'
import { type Scenario, type ScenarioDeps, type ScenarioWords, sellPaid, usualFields } from './scenario.ts'

/** Creates one sell and runs `happen` on it, unless the request is repeated. */
function createSellScenario(
  words: ScenarioWords,
  happen: (deps: ScenarioDeps, sell: BegunSell, seconds: number | undefined) => Promise<void>,
  begin: typeof beginSell = beginSell,
): Scenario {
  return {
    ...words,
    type: 'sell',
    run: async (deps, call) => {
      const sell = await begin(deps, call)
      if (!sell.isReplay) await happen(deps, sell, call.given.seconds)
      return { transactionIds: [sell.id] }
    },
  }
}

/** Creates a sell scenario in which the simulated bank mishandles the payout. */
function createPayoutScenario(
  words: ScenarioWords,
  mishapOf: (seconds: number | undefined) => PayoutMishap,
): Scenario {
  return createSellScenario(words, async (deps, sell, seconds) => {
    await deps.world.befallPayout(sell.payout, mishapOf(seconds))
    await sendTokensOf(deps, sell)
  })
}

async function sendTokensOf({ world }: ScenarioDeps, { network, address, amount }: BegunSell): Promise<void> {
  await world.sendTokens(network, address, amount)
}

const CLAIMED_NAME = 'GRACE EFFIONG'
const NAME_AT_BANK = 'MUSA DANJUMA'

export const nameMismatch = createSellScenario(
  {
    name: 'name_mismatch',
    sentence:
      'The beneficiary’s name at the bank differs from the name in the sell. Nothing is paid, and the business must decide.',
    does: 'The bank changes the name before the tokens arrive. (If the name differs when you create a sell, it is rejected with `beneficiary_name_mismatch`.)',
    // The account is always a new one: an account that other scenarios use must keep its name.
    takes: ['amount', 'reference', 'network', 'wallet_address'],
    expect: ['sell.pending_deposit', 'sell.deposit_received', 'sell.action_required'],
  },
  async (deps, sell) => {
    await nameAccount(deps, sell.payout.accountNumber, NAME_AT_BANK)
    await sendTokensOf(deps, sell)
  },
  async (deps, call) =>
    beginSell(deps, call, {
      payeeName: CLAIMED_NAME,
      beforeAccepted: async (accountNumber) => nameAccount(deps, accountNumber, CLAIMED_NAME),
    }),
)

export const accountClosed = createSellScenario(
  {
    name: 'account_closed',
    sentence: 'The bank has closed the beneficiary’s account. Nothing is paid, and the business must decide.',
    does: 'The bank closes the account before the tokens arrive.',
    // The account is always a new one: an account that other scenarios use must stay open.
    takes: ['amount', 'reference', 'network', 'wallet_address'],
    expect: ['sell.pending_deposit', 'sell.deposit_received', 'sell.action_required'],
  },
  async (deps, sell) => {
    await deps.world.closeAccount({
      bankCode: sandboxBank.code,
      accountNumber: sell.payout.accountNumber,
    })
    await sendTokensOf(deps, sell)
  },
)

async function nameAccount({ world }: ScenarioDeps, accountNumber: string, name: string): Promise<void> {
  await world.nameAccount({ bankCode: sandboxBank.code, accountNumber }, name)
}

const PAID_AFTER_SECONDS = 8

export const slowBank = createPayoutScenario(
  {
    name: 'slow_bank',
    sentence: 'The bank pays slowly. The sell stays paying_out, then completes.',
    does: 'The bank reports the payment as pending for `seconds` (default 8).',
    takes: [...usualFields, 'seconds'],
    expect: sellPaid,
  },
  (seconds = PAID_AFTER_SECONDS) => ({ kind: 'slow', seconds }),
)

export const bankTimeoutThenSuccess = createPayoutScenario(
  {
    name: 'bank_timeout_then_success',
    sentence: 'The bank accepts the payment but does not answer. Nothing is paid twice.',
    does: 'We query the status until the bank reports it.',
    takes: usualFields,
    expect: sellPaid,
  },
  () => ({ kind: 'unanswered' }),
)

export const payoutFailedThenReturned = createPayoutScenario(
  {
    name: 'payout_failed_then_returned',
    sentence: 'The payout fails and the naira comes back. The sell is paid through another bank.',
    does: 'The first payout fails, and we retry it from another of our accounts. (After three failures a sell is `action_required`.)',
    takes: usualFields,
    expect: [
      'sell.pending_deposit',
      'sell.deposit_received',
      'sell.cleared',
      'sell.paying_out',
      'sell.payout_failed',
      'sell.paying_out',
      'sell.completed',
    ],
  },
  () => ({ kind: 'fails', times: 1 }),
)

// The naira is returned after this time. By then the success must have been recorded.
const SENT_BACK_AFTER_SECONDS = 20

export const reversedAfterSuccess = createPayoutScenario(
  {
    name: 'reversed_after_success',
    sentence: 'The bank reports success, and later the receiving bank returns the naira.',
    does: 'The naira comes back to us `seconds` (default 20) after the payout succeeded.',
    takes: [...usualFields, 'seconds'],
    expect: [...sellPaid, 'sell.returned', 'sell.action_required'],
  },
  (afterSeconds = SENT_BACK_AFTER_SECONDS) => ({ kind: 'sent_back', afterSeconds }),
)

export const reorg = createSellScenario(
  {
    name: 'reorg',
    sentence: 'The network reorganises. The deposit disappears, is sent again, and counts when it is final.',
    does: 'The block with the tokens is replaced by one without them.',
    takes: usualFields,
    expect: sellPaid,
  },
  async (deps, sell) => {
    const { network, address, amount } = sell
    const isForgotten = await deps.world.sendTokensAndForget(network, address, amount)
    if (isForgotten) await sendTokensOf(deps, sell)
  },
)
