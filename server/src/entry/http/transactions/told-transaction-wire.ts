import { Type } from 'typebox'
import { parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { BusinessCase } from '../../../records/cases/business/business-case.ts'
import { waitingForStaff } from '../../../records/cases/business/questions.ts'
import type { TransactionView } from '../../../records/transactions/lists/transaction-view.ts'
import { BuyTransaction, toBuyTransaction } from '../buys/buy-wire.ts'
import { toCaseNeed } from '../cases/case-wire.ts'
import { SellTransaction, toSellTransaction } from '../sells/sell-wire.ts'
import { toWithdrawalTransaction, WithdrawalTransaction } from '../withdrawals/withdrawal-wire.ts'

/** A transaction of any type, as in a response. */
export const AnyTransaction = Type.Union([BuyTransaction, SellTransaction, WithdrawalTransaction])

/** Only a well-formed id matches these routes, so that a mistyped URL is not found. */
export const TRANSACTION_PATH = '/transactions/v1/:id(^txn_[0-9a-f]{32}$)'

export const TransactionPath = Type.Object({
  id: Type.String({
    pattern: '^txn_[0-9a-f]{32}$',
    description: 'The id of the transaction.',
    examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
  }),
})

export function readTransactionId(params: Readonly<{ id: string }>): string {
  const id = parseId('transaction', params.id)
  if (id === undefined) throw new Refusal('transaction_unknown', `No transaction has the id ${params.id}.`)
  return id
}

/** Converts a transaction for a response, alone or in a list. */
export function toToldWire(
  told: TransactionView,
  linkTag: string,
  addresses: Pick<WalletAddressRules, 'tell'>,
) {
  const asks = told.type === 'withdrawal' ? undefined : told.asks
  return withQuestion(toEventTransaction(told, linkTag, addresses), told.type, asks)
}

/** Converts a transaction for an event, which never changes. What the business can decide is told in events of its own. */
export function toEventTransaction(
  told: TransactionView,
  linkTag: string,
  addresses: Pick<WalletAddressRules, 'tell'>,
) {
  if (told.type === 'buy') return toBuyTransaction(told.buy, told.paidInto, linkTag)
  if (told.type === 'sell') return toSellTransaction(told.sell, linkTag, addresses)
  return toWithdrawalTransaction(told.withdrawal, linkTag)
}

type Need = Readonly<{ message: string; due_at?: string | undefined }>

/** Adds what the business can decide, or why it cannot, to `needs`, and puts it into words in `reason`. */
function withQuestion<Told extends Readonly<{ status: string; needs: readonly Need[] }>>(
  told: Told,
  type: TransactionView['type'],
  asks: BusinessCase | undefined,
) {
  const staff = waitingForStaff[`${type}.${told.status}`]
  const need =
    asks !== undefined
      ? toCaseNeed(asks)
      : staff === undefined
        ? undefined
        : { code: told.status, message: staff, choices: [], default: 'afara_decides' }
  if (need !== undefined) return { ...told, needs: [...told.needs, need], reason: need.message }
  // A wallet cannot receive: its holder must act, and the need says until when.
  const awaited = told.needs.find(({ due_at: dueAt }) => dueAt !== undefined)
  return awaited === undefined ? told : { ...told, reason: awaited.message }
}
