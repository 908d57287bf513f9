import { type Static, Type } from 'typebox'
import type { AcceptedBuy, BuyRequest } from '../../../flows/buys/accept-buy.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber, type Money, money, printMoney } from '../../../kernel/money/money.ts'
import type { FieldProblem } from '../../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { Bank } from '../../../records/banks/bank-directory.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import { requirePaidAccount, type VendorAccount } from '../../../records/banks/vendor-account.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { buyBounds, requireWithin } from '../../../records/limits/transaction-bounds.ts'
import type { Buy, Need } from '../../../records/transactions/accepting/buy-store.ts'
import type { PaidAccount } from '../../../records/transactions/lists/transaction-view.ts'
import { buyMachine } from '../../../records/transactions/machines/buy-machine.ts'
import { sortedMetadata } from '../../../records/transactions/metadata.ts'
import { waitMessages } from '../../../records/transactions/wait-messages.ts'
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
  accountNumberField,
  amountField,
  businessFields,
  metadataField,
  referenceField,
  textField,
  walletFields,
} from '../request-fields.ts'
import { dateCreated, readAmount, readWallet, requireOwnBusiness, toWalletNeed } from '../transaction-wire.ts'

const { id, transaction_id, business, link_tag, metadata, date_created, created_at } = transactionFields

export const BuyTransaction = namedObject('BuyTransaction', {
  id,
  transaction_id,
  business,
  type: wordReply(['Buy'], 'Always Buy.'),
  reference: textReply('Your reference, or one that we generated.', 'order-2291'),
  amount: amountReply('The naira amount you requested.', 25000.5),
  paid_amount: amountReply(
    'The naira that have arrived. It may differ from amount by the tolerance of your business: 1 naira by default, at most 0.5 ‰ of the amount.',
    25000.5,
  ),
  link_account_name: textReply(
    'The name on the vendor account to pay, from our records.',
    'Afara Collections',
  ),
  link_account_number: textReply('The account number of the vendor account.', '0000000003'),
  link_bank_name: textReply('The bank of the vendor account.', 'Providus Bank'),
  account_number: textReply('The payer’s account number, as you sent it.', '0123456789'),
  bank_name: textReply('The payer’s bank, as you sent it.', 'GTBank'),
  link_tag,
  network: textReply(
    'The network of the destination wallet; empty if the tokens are credited to your balance.',
    'Polygon',
  ),
  wallet_address: textReply(
    'The destination wallet; empty if the tokens are credited to your balance.',
    '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  ),
  date_created,
  status: wordReply(Object.keys(buyMachine.meanings), 'The current status. New values may be added.'),
  created_at,
  fee: amountReply('The fee, included in the paid amount: you receive paid_amount − fee tokens.', 0),
  needs: needsField('What is blocking delivery; usually empty.'),
  reason: reasonField,
  metadata,
})

export const BuyReply = namedObject('BuyReply', {
  status: successField,
  message: textReply(
    'A human-readable message. It says that the transaction is not settled yet.',
    'Accepted, not settled: …',
  ),
  transaction: BuyTransaction,
})

export const BuyBody = namedObject('BuyRequest', {
  ...businessFields,
  type: Type.Enum(['buy_ramp'], { description: 'Always buy_ramp.', examples: ['buy_ramp'] }),
  amount: amountField('The naira amount that was paid into the vendor account. Minimum 15000.', buyBounds),
  vendor_name: textField('vendorName of the account that was paid, from the vendor list.', [
    'TEST Ada Foods / Afara',
  ]),
  vendor_bank: textField('vendorBank of that account.', ['TEST BANK (not a bank)']),
  vendor_number: textField('vendorNumber of that account.', ['0000000003'], 20),
  bank_name: textField('The payer’s bank: its name, a common short name or its code.', ['GTBank']),
  account_number: accountNumberField,
  account_name: Type.Optional(textField('The name on the payer’s account.', ['ADA OBI'])),
  ...walletFields,
  reference: referenceField,
  metadata: metadataField,
})

export type BuyBody = Static<typeof BuyBody>

type KnownToBuyer = Readonly<{ accounts: readonly VendorAccount[]; addresses: WalletAddressRules }>

const needMessages: Readonly<Record<Need, string>> = {
  daily_limit:
    'The buy exceeds the daily limit of the business. It waits until the limit is raised or an operator releases it.',
}

/** Reads each part of a buy. */
export function buyReaders(body: BuyBody, key: AuthenticatedKey, known: KnownToBuyer) {
  return {
    amount: () => requireWithin(buyBounds, readAmount(body, 'NGN')),
    vendor_number: () => requirePaidAccount(known.accounts, key.tenant.mode, claimedAccount(body)),
    bank_name: () => requireBank(body.bank_name),
    wallet_address: () => readWallet(known.addresses, body),
  }
}

export function payerOf(body: Pick<BuyBody, 'bank_name' | 'account_number' | 'account_name'>, bank: Bank) {
  return {
    bankCode: bank.key,
    bankName: body.bank_name,
    accountNumber: body.account_number,
    accountName: body.account_name ?? null,
  }
}

/** Reads a buy and resolves every name. Refuses all errors at once, with those that its schema found. */
export function readBuyRequest(
  body: BuyBody,
  key: AuthenticatedKey,
  known: KnownToBuyer,
  idempotencyKey: string | null,
  problems: readonly FieldProblem[],
): BuyRequest {
  if (problems.length === 0) requireOwnBusiness(key, body)
  const read = readFields(buyReaders(body, key, known), problems)
  return {
    amount: read.amount,
    paidInto: read.vendor_number,
    payer: payerOf(body, read.bank_name),
    wallet: read.wallet_address,
    reference: body.reference ?? null,
    metadata: sortedMetadata(body.metadata),
    idempotencyKey,
  }
}

export function claimedAccount(body: Pick<BuyBody, 'vendor_name' | 'vendor_number' | 'vendor_bank'>) {
  return { name: body.vendor_name, accountNumber: body.vendor_number, bankName: body.vendor_bank }
}

export function toBuyReply({ buy, isReplay }: AcceptedBuy, paidInto: VendorAccount, linkTag: string) {
  return {
    status: 'success',
    message: messageOf(buy.status, isReplay, buy.wallet === null),
    transaction: toBuyTransaction(buy, paidInto, linkTag),
  }
}

export function toBuyTransaction(buy: Buy, paidInto: PaidAccount, linkTag: string) {
  return {
    id: formatId('transaction', buy.id),
    transaction_id: formatId('transaction', buy.id),
    business: { business_id: formatId('business', buy.businessId) },
    type: 'Buy',
    reference: buy.reference,
    amount: jsonNumber(buy.amount),
    paid_amount: jsonNumber(buy.paid ?? money('NGN', 0n)),
    link_account_name: paidInto.name,
    link_account_number: paidInto.accountNumber,
    link_bank_name: paidInto.bankName,
    account_number: buy.payer?.accountNumber ?? '',
    bank_name: buy.payer?.bankName ?? '',
    link_tag: linkTag,
    // Empty instead of absent when the tokens go to the balance, because these fields are always text.
    network: buy.wallet?.network ?? '',
    wallet_address: buy.wallet?.address ?? '',
    date_created: dateCreated(buy.createdAt),
    status: buy.status,
    created_at: buy.createdAt.toISOString(),
    fee: jsonNumber(buy.fee),
    metadata: buy.metadata ?? {},
    needs: [
      ...buy.needs.map((code) => ({ code, message: needMessages[code] })),
      ...(buy.wait === undefined || buy.walletStop !== undefined
        ? []
        : [{ code: buy.wait, message: waitMessages[buy.wait] }]),
      ...(buy.walletStop === undefined ? [] : [toWalletNeed(buy.walletStop, 'you_decide')]),
      ...(buy.owed === undefined ? [] : [{ code: 'owed', message: owedMessage(buy.owed) }]),
    ],
  }
}

function owedMessage(owed: Money): string {
  return `The sending bank recalled the naira after the tokens were delivered. Your business owes us ${printMoney(owed)}.`
}

function messageOf(status: string, isReplay: boolean, isForBalance: boolean): string {
  if (isReplay)
    return `This request was accepted before. The transaction is now ${status}. Nothing was recorded twice.`
  const then = isForBalance ? 'credited to your balance' : 'sent to the wallet'
  return `Accepted, not settled: the tokens will be ${then} when the payment reaches our bank account.`
}
