import { money } from '../../kernel/money/money.ts'
import { buyBounds } from '../../records/limits/transaction-bounds.ts'
import { expectBuy } from '../buys/expect-buy.ts'
import { chooseNetwork, drawPerson, drawWallet, sandboxBank } from './sandbox-parties.ts'
import { buyDelivered, type Scenario, usualFields } from './scenario.ts'

/** A buy that its payer pays to a number of its own. Nobody claims it. */
export const expectedPayment: Scenario = {
  name: 'expected_payment',
  type: 'buy',
  sentence: 'You get an account number first. The naira arrives there, and the tokens are delivered.',
  does: 'As `POST /transactions/v1/onramp/expected`; then somebody pays the exact amount to the account number of the reply.',
  takes: usualFields,
  expect: buyDelivered,
  run: async (deps, { name, asking, given }) => {
    const own = given.reference ?? given.idempotencyKey ?? crypto.randomUUID()
    const words = [asking.tenant.businessId, name, own]
    const amount = given.amountMinor === undefined ? buyBounds.minimum : money('NGN', given.amountMinor)
    const wallet =
      given.wallet ?? (await drawWallet(deps, chooseNetwork(deps.world, given.network), ...words))
    const visible = await deps.vendorAccounts.visibleTo(asking.tenant)
    const { reference, idempotencyKey } = given
    const { buy, payInto, isReplay } = await expectBuy(deps, asking, visible, {
      amount,
      wallet,
      reference,
      idempotencyKey,
    })
    if (payInto !== null && !isReplay) {
      const drawn = drawPerson(...words)
      const payer = {
        accountNumber: given.accountNumber ?? drawn.accountNumber,
        name: given.accountName ?? drawn.name,
        bankCode: given.bank?.code ?? sandboxBank.code,
      }
      await deps.world.pay([{ accountNumber: payInto.accountNumber, amount, payer, remark: payInto.code }])
    }
    return { transactionIds: [buy.id] }
  },
}
