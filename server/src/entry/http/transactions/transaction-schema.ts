import { Type } from 'typebox'
import { BuyTransaction } from '../buys/buy-wire.ts'
import { SellTransaction } from '../sells/sell-wire.ts'
import { WithdrawalTransaction } from '../withdrawals/withdrawal-wire.ts'

/** A transaction of any type, as it is answered. */
export const AnyTransaction = Type.Union([BuyTransaction, SellTransaction, WithdrawalTransaction])

export const nextField = Type.Union([Type.String(), Type.Null()], {
  description:
    'Give it back as `after` to get the next page; null when there is none. It means nothing else.',
  examples: ['AQGh3MM8R3_soNbSzuNMjOg', null],
})
