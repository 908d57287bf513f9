import { type Static, Type } from 'typebox'
import type { AcceptedSell, SellRequest } from '../../../flows/sells/accept-sell.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber } from '../../../kernel/money/json-number.ts'
import { atPar, subtract } from '../../../kernel/money/money.ts'
import type { NetworkName, WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { Bank } from '../../../records/banks/bank.ts'
import { requireBank } from '../../../records/banks/require-bank.ts'
import type { AuthenticatedKey } from '../../../records/businesses/authenticate-key.ts'
import { requireWithin, sellBounds } from '../../../records/limits/transaction-bounds.ts'
import { depositWindowMs } from '../../../records/transactions/deposit-window.ts'
import type { Sell } from '../../../records/transactions/sell-store.ts'
import { readFields } from '../read-fields.ts'
import {
  accountNumberField,
  amountField,
  businessFields,
  referenceField,
  textField,
  walletFields,
} from '../request-fields.ts'
import { dateCreated, readAmount, readWallet, requireOwnBusiness } from '../transaction-wire.ts'

export const SellBody = Type.Object(
  {
    ...businessFields,
    type: Type.Enum(['sell_ramp'], { description: 'Always sell_ramp.', examples: ['sell_ramp'] }),
    amount: amountField('NGNC to sell; one is one naira.', 100, 250_000_000),
    bank_name: textField('The bank to pay: its name, a common short name, or its code.', ['GTBank']),
    account_number: accountNumberField,
    account_name: Type.Optional(textField('The name on the account to pay.', ['ADA OBI'])),
    ...walletFields,
    reference: referenceField,
  },
  { $id: 'SellRequest', additionalProperties: false },
)

export type SellBody = Static<typeof SellBody>

/** How each part of a sell is read. */
export function sellReaders(body: SellBody, addresses: WalletAddressRules) {
  return {
    amount: () => requireWithin(sellBounds, readAmount(body, 'NGNC')),
    bank_name: () => requireBank(body.bank_name),
    wallet_address: () => readWallet(addresses, body),
  }
}

export function payeeOf(body: SellBody, bank: Bank): Sell['payee'] {
  return {
    bankCode: bank.key,
    bankName: body.bank_name,
    accountNumber: body.account_number,
    accountName: body.account_name ?? null,
  }
}

/** What a sell asks for, with every name resolved; refuses all that is wrong at once. */
export function readSellRequest(
  body: SellBody,
  key: AuthenticatedKey,
  addresses: WalletAddressRules,
  idempotencyKey: string | null,
): SellRequest {
  requireOwnBusiness(key, body)
  const read = readFields(sellReaders(body, addresses))
  return {
    amount: read.amount,
    payee: payeeOf(body, read.bank_name),
    wallet: read.wallet_address,
    reference: body.reference ?? null,
    idempotencyKey,
  }
}

type TellAddress = Pick<WalletAddressRules, 'tell'>

export function toSellReply({ sell, isReplay }: AcceptedSell, linkTag: string, addresses: TellAddress) {
  return {
    status: 'success',
    message: messageOf(sell, isReplay, addresses),
    transaction: toSellTransaction(sell, linkTag, addresses),
  }
}

export function toSellTransaction(sell: Sell, linkTag: string, addresses: TellAddress) {
  return {
    transaction_id: formatId('transaction', sell.id),
    business: { business_id: formatId('business', sell.businessId) },
    type: 'Sell',
    reference: sell.reference,
    amount: jsonNumber(sell.amount),
    account_name: sell.payee.accountName ?? '',
    account_number: sell.payee.accountNumber,
    bank_name: sell.payee.bankName,
    link_tag: linkTag,
    network: sell.wallet?.network ?? '',
    wallet_address: sell.wallet?.address ?? '',
    date_created: dateCreated(sell.createdAt),
    status: sell.status,
    created_at: sell.createdAt.toISOString(),
    fee: jsonNumber(sell.fee),
    needs: [],
    ...depositOf(sell, addresses),
    payout: {
      bank_name: sell.payee.bankName,
      account_number: sell.payee.accountNumber,
      account_name: sell.payee.accountName ?? '',
      amount: jsonNumber(atPar(subtract(sell.amount, sell.fee), 'NGN')),
    },
  }
}

/** Where to send the tokens, and until when they are waited for; nothing where they were taken from the balance. */
function depositOf(sell: Sell, addresses: TellAddress) {
  const { wallet, amount, createdAt } = sell
  const target = targetOf(sell, addresses)
  if (wallet === null || target === undefined) return {}
  return {
    deposit: {
      network: wallet.network,
      address: target.shown,
      memo: target.memo ?? '',
      amount: jsonNumber(amount),
      expires_at: new Date(createdAt.getTime() + depositWindowMs).toISOString(),
    },
  }
}

function targetOf({ wallet, depositAddress }: Sell, addresses: TellAddress) {
  if (wallet === null || depositAddress === null) return undefined
  return addresses.tell(wallet.network as NetworkName, depositAddress)
}

function messageOf(sell: Sell, isReplay: boolean, addresses: TellAddress): string {
  const { status, wallet } = sell
  if (isReplay) return `This was accepted before, and is ${status} now. Nothing was recorded twice.`
  if (wallet === null) {
    return 'Accepted, not settled yet: the tokens were taken from your balance, and the naira is still to be paid out.'
  }
  if ((targetOf(sell, addresses)?.memo ?? null) !== null)
    return 'Accepted, not settled yet: send the tokens to the address in deposit with its memo, and the naira is paid out when they are here. Without the memo nobody knows whose they are.'
  return 'Accepted, not settled yet: send the tokens to the address in deposit, and the naira is paid out when they are here.'
}
