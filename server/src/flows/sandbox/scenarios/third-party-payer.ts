import { beginBuy, payFor } from '../begin-buy.ts'
import { drawPerson } from '../draw-person.ts'
import { type Scenario, usualFields } from '../scenario.ts'
import { waitedHalfHour } from '../waited-half-hour.ts'

export const thirdPartyPayer: Scenario = {
  name: 'third_party_payer',
  type: 'buy',
  sentence: 'Somebody else than the buy names pays its amount: nothing is given by itself.',
  does: 'Makes a buy and pays it from another account under another name. People are asked; the buy stays where it is.',
  takes: usualFields,
  expect: ['buy.pending_payment'],
  run: async (deps, call) => {
    const buy = await beginBuy(deps, call)
    const payment = await waitedHalfHour(deps, call, buy)
    const other = drawPerson('somebody else', buy.id)
    const payer = { ...payment.payer, accountNumber: other.accountNumber, name: 'MUSA IBRAHIM' }
    await payFor(deps, buy, { ...payment, payer })
    return { transactionIds: [buy.id] }
  },
}
