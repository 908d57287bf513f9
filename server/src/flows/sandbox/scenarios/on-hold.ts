import { Refusal } from '../../../kernel/refusal.ts'
import { beginBuy, payFor } from '../begin-buy.ts'
import type { Scenario } from '../scenario.ts'

export const onHold: Scenario = {
  name: 'on_hold',
  type: 'buy',
  sentence: 'The buy is held for a review, and is not told why.',
  does: 'Makes a buy whose payer has the name of somebody on the sanctions list of test mode, and pays it. Only people end this.',
  takes: ['amount', 'reference', 'network', 'wallet_address', 'bank_name', 'account_number'],
  expect: ['buy.pending_payment', 'buy.payment_received', 'buy.on_hold'],
  run: async (deps, call) => {
    const { listedName } = deps.world
    if (listedName === undefined)
      throw new Refusal('sandbox_unavailable', 'Test mode is not screened by a list here.')
    const buy = await beginBuy(deps, call, { payerName: listedName })
    await payFor(deps, buy, buy.payment)
    return { transactionIds: [buy.id] }
  },
}
