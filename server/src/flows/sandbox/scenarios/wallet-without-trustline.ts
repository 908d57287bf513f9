import { Refusal } from '../../../kernel/refusal.ts'
import { beginBuy, payFor } from '../begin-buy.ts'
import type { Scenario } from '../scenario.ts'

export const walletWithoutTrustline: Scenario = {
  name: 'wallet_without_trustline',
  type: 'buy',
  sentence: 'The wallet does not accept the token yet: the buy waits, and says why in `needs`.',
  does: 'Makes a buy for a new Stellar account without a trustline, and pays it. It goes on by itself when the wallet is mended; move the clock by two days, and people are asked.',
  takes: ['amount', 'bank_name', 'account_number', 'account_name'],
  expect: ['buy.pending_payment', 'buy.payment_received'],
  run: async (deps, call) => {
    const wallet = await deps.world.openWalletWithoutTrustline()
    if (wallet === undefined)
      throw new Refusal('sandbox_unavailable', 'No network with trustlines can be acted upon here.')
    const buy = await beginBuy(deps, call, { wallet })
    await payFor(deps, buy, buy.payment)
    return { transactionIds: [buy.id] }
  },
}
