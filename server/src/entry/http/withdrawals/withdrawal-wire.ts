import { type Static, Type } from 'typebox'
import type { AcceptedWithdrawal, WithdrawalRequest } from '../../../flows/withdrawals/accept-withdrawal.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber } from '../../../kernel/money/json-number.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { AuthenticatedKey } from '../../../records/businesses/authenticate-key.ts'
import { requireWithin, sellBounds } from '../../../records/limits/transaction-bounds.ts'
import type { Withdrawal } from '../../../records/transactions/withdrawal-store.ts'
import { readFields } from '../read-fields.ts'
import { amountField, businessFields, referenceField, requiredWalletFields } from '../request-fields.ts'
import { dateCreated, readAmount, readGivenWallet, requireOwnBusiness } from '../transaction-wire.ts'

export const WithdrawalBody = Type.Object(
  {
    ...businessFields,
    type: Type.Enum(['withdrawal'], { description: 'Always withdrawal.', examples: ['withdrawal'] }),
    amount: amountField('NGNC to take from your balance and send.', 100, 250_000_000),
    ...requiredWalletFields,
    reference: referenceField,
  },
  { $id: 'WithdrawalRequest', additionalProperties: false },
)

export type WithdrawalBody = Static<typeof WithdrawalBody>

/** How each part of a withdrawal is read. */
export function withdrawalReaders(body: WithdrawalBody, addresses: WalletAddressRules) {
  return {
    // Tokens leave by the same measure, to a bank account or to a wallet.
    amount: () => requireWithin(sellBounds, readAmount(body, 'NGNC')),
    wallet_address: () => readGivenWallet(addresses, body),
  }
}

/** What a withdrawal asks for; refuses all that is wrong at once. */
export function readWithdrawalRequest(
  body: WithdrawalBody,
  key: AuthenticatedKey,
  addresses: WalletAddressRules,
  idempotencyKey: string | null,
): WithdrawalRequest {
  requireOwnBusiness(key, body)
  const read = readFields(withdrawalReaders(body, addresses))
  return {
    amount: read.amount,
    wallet: read.wallet_address,
    reference: body.reference ?? null,
    idempotencyKey,
  }
}

export function toWithdrawalReply({ withdrawal, isReplay }: AcceptedWithdrawal, linkTag: string) {
  return {
    status: 'success',
    message: isReplay
      ? `This was accepted before, and is ${withdrawal.status} now. Nothing was recorded twice.`
      : 'Accepted, not sent yet: the tokens were taken from your balance, and are sent when they are cleared.',
    transaction: toWithdrawalTransaction(withdrawal, linkTag),
  }
}

export function toWithdrawalTransaction(withdrawal: Withdrawal, linkTag: string) {
  return {
    transaction_id: formatId('transaction', withdrawal.id),
    business: { business_id: formatId('business', withdrawal.businessId) },
    type: 'Withdrawal',
    reference: withdrawal.reference,
    amount: jsonNumber(withdrawal.amount),
    link_tag: linkTag,
    network: withdrawal.wallet.network,
    wallet_address: withdrawal.wallet.address,
    date_created: dateCreated(withdrawal.createdAt),
    status: withdrawal.status,
    created_at: withdrawal.createdAt.toISOString(),
    fee: 0,
    needs: withdrawal.walletStop === undefined ? [] : [withdrawal.walletStop],
  }
}
