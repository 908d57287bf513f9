import { type Static, Type } from 'typebox'
import type { AcceptedWithdrawal, WithdrawalRequest } from '../../../flows/withdrawals/accept-withdrawal.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import type { FieldProblem } from '../../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { requireWithin, sellBounds } from '../../../records/limits/transaction-bounds.ts'
import type { Withdrawal } from '../../../records/transactions/accepting/withdrawal-store.ts'
import { withdrawalMachine } from '../../../records/transactions/machines/withdrawal-machine.ts'
import { sortedMetadata } from '../../../records/transactions/metadata.ts'
import { namedObject } from '../object-schemas.ts'
import { readFields } from '../read-fields.ts'
import {
  amountReply,
  needsField,
  reasonField,
  successField,
  textReply,
  transactionFields,
  wordReply,
} from '../reply-fields.ts'
import {
  amountField,
  businessFields,
  metadataField,
  referenceField,
  requiredWalletFields,
} from '../request-fields.ts'
import {
  dateCreated,
  readAmount,
  readGivenWallet,
  requireOwnBusiness,
  toWalletNeed,
} from '../transaction-wire.ts'

const { id, transaction_id, business, link_tag, metadata, date_created, created_at } = transactionFields

export const WithdrawalTransaction = namedObject('WithdrawalTransaction', {
  id,
  transaction_id,
  business,
  type: wordReply(['Withdrawal'], 'Always Withdrawal.'),
  reference: textReply('Your reference, or one that we generated.', 'withdrawal-12'),
  amount: amountReply('The NGNC amount you sent. The full amount is delivered.', 25000.5),
  link_tag,
  network: textReply('The network of the destination wallet.', 'Polygon'),
  wallet_address: textReply('The destination wallet.', '0x8ba1f109551bD432803012645Ac136ddd64DBA72'),
  date_created,
  status: wordReply(Object.keys(withdrawalMachine.meanings), 'The current status. New values may be added.'),
  created_at,
  fee: amountReply('Always 0. A withdrawal has no fee.', 0),
  needs: needsField('What is blocking the transfer; usually empty.'),
  reason: reasonField,
  metadata,
})

export const WithdrawalReply = namedObject('WithdrawalReply', {
  status: successField,
  message: textReply(
    'A human-readable message. It says that the tokens are not sent yet.',
    'Accepted, not sent yet: …',
  ),
  transaction: WithdrawalTransaction,
})

export const WithdrawalBody = namedObject('WithdrawalRequest', {
  ...businessFields,
  type: Type.Enum(['withdrawal'], { description: 'Always withdrawal.', examples: ['withdrawal'] }),
  amount: amountField('The NGNC to debit from your balance and send.', sellBounds),
  ...requiredWalletFields,
  reference: referenceField,
  metadata: metadataField,
})

export type WithdrawalBody = Static<typeof WithdrawalBody>

/** Reads each part of a withdrawal. */
export function withdrawalReaders(body: WithdrawalBody, addresses: WalletAddressRules) {
  return {
    // Withdrawals have the same bounds as sells.
    amount: () => requireWithin(sellBounds, readAmount(body, 'NGNC')),
    wallet_address: () => readGivenWallet(addresses, body),
  }
}

/** Reads a withdrawal. Refuses all errors at once. */
export function readWithdrawalRequest(
  body: WithdrawalBody,
  key: AuthenticatedKey,
  addresses: WalletAddressRules,
  idempotencyKey: string | null,
  problems: readonly FieldProblem[],
): WithdrawalRequest {
  if (problems.length === 0) requireOwnBusiness(key, body)
  const read = readFields(withdrawalReaders(body, addresses), problems)
  return {
    amount: read.amount,
    wallet: read.wallet_address,
    reference: body.reference ?? null,
    metadata: sortedMetadata(body.metadata),
    idempotencyKey,
  }
}

export function toWithdrawalReply({ withdrawal, isReplay }: AcceptedWithdrawal, linkTag: string) {
  return {
    status: 'success',
    message: isReplay
      ? `This request was accepted before. The transaction is now ${withdrawal.status}. Nothing was recorded twice.`
      : 'Accepted, not sent yet: the tokens were debited from your balance and will be sent next.',
    transaction: toWithdrawalTransaction(withdrawal, linkTag),
  }
}

export function toWithdrawalTransaction(withdrawal: Withdrawal, linkTag: string) {
  return {
    id: formatId('transaction', withdrawal.id),
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
    metadata: withdrawal.metadata ?? {},
    needs: withdrawal.walletStop === undefined ? [] : [toWalletNeed(withdrawal.walletStop, 'afara_decides')],
  }
}
