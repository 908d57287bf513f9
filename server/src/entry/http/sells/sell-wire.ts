import { type Static, Type } from 'typebox'
import type { AcceptedSell, SellRequest } from '../../../flows/sells/accept-sell.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { atPar, jsonNumber, subtract } from '../../../kernel/money/money.ts'
import type { NetworkName } from '../../../kernel/networks.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { Bank } from '../../../records/banks/bank-directory.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { requireWithin, sellBounds } from '../../../records/limits/transaction-bounds.ts'
import { depositWindowMs, type Sell } from '../../../records/transactions/accepting/sell-store.ts'
import { sellMachine } from '../../../records/transactions/machines/sell-machine.ts'
import { namedObject } from '../object-schemas.ts'
import { readFields } from '../read-fields.ts'
import {
  amountReply,
  needsField,
  successField,
  textReply,
  transactionFields,
  wordReply,
} from '../reply-fields.ts'
import {
  accountNumberField,
  amountField,
  businessFields,
  referenceField,
  textField,
  walletFields,
} from '../request-fields.ts'
import { dateCreated, readAmount, readWallet, requireOwnBusiness } from '../transaction-wire.ts'

const { transaction_id, business, link_tag, date_created, created_at } = transactionFields

const Payout = namedObject(
  'Payout',
  {
    bank_name: textReply('The bank to pay.', 'GTBank'),
    account_number: textReply('The account to pay.', '0123456789'),
    account_name: textReply('Its name as it was given; empty if it was not.', 'ADA OBI'),
    amount: amountReply('Naira to be paid out: amount − fee.', 25000.5),
  },
  'What will be paid out.',
)

const Deposit = namedObject(
  'Deposit',
  {
    network: textReply('Send them on this network and no other.', 'Polygon'),
    address: textReply(
      'Where to send them. With its memo, if it has one, it is for this sell alone.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ),
    memo: textReply(
      'What must be sent along, as a memo of the type id, where sells share an address (Stellar); empty elsewhere.',
      '',
    ),
    amount: amountReply('NGNC to send, in one transfer.', 25000.5),
    expires_at: textReply(
      'Until then (UTC) they are waited for. What comes later is not lost, but somebody has to decide about it.',
      '2026-11-16T09:30:00.000Z',
    ),
  },
  'Where to send the tokens of a sell from a wallet.',
)

export const SellTransaction = namedObject('SellTransaction', {
  transaction_id,
  business,
  type: wordReply(['Sell'], 'Always Sell.'),
  reference: textReply('Your reference, or one of ours if you gave none.', 'payout-77'),
  amount: amountReply('NGNC, exactly as it was asked for.', 25000.5),
  account_name: textReply('The account to pay, as it was given; empty if it was not.', 'ADA OBI'),
  account_number: textReply('Its number.', '0123456789'),
  bank_name: textReply('Its bank, as it was given.', 'GTBank'),
  link_tag,
  network: textReply('Where the tokens come from; empty when they were taken from your balance.', 'Polygon'),
  wallet_address: textReply(
    'The wallet you named; empty when none.',
    '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  ),
  date_created,
  status: wordReply(Object.keys(sellMachine.meanings), 'Where it has got to. New states may come.'),
  created_at,
  fee: amountReply('Inside the amount: the payout is amount − fee.', 0),
  needs: needsField('What stands in the way of the payout; usually empty.'),
  deposit: Type.Optional(Deposit),
  payout: Payout,
})

export const SellReply = namedObject('SellReply', {
  status: successField,
  message: textReply(
    'For people: says plainly that nothing is paid out yet.',
    'Accepted, not settled yet: …',
  ),
  transaction: SellTransaction,
})

export const SellBody = namedObject('SellRequest', {
  ...businessFields,
  type: Type.Enum(['sell_ramp'], { description: 'Always sell_ramp.', examples: ['sell_ramp'] }),
  amount: amountField('NGNC to sell; one is one naira.', sellBounds),
  bank_name: textField('The bank to pay: its name, a common short name, or its code.', ['GTBank']),
  account_number: accountNumberField,
  account_name: Type.Optional(textField('The name on the account to pay.', ['ADA OBI'])),
  ...walletFields,
  reference: referenceField,
})

export type SellBody = Static<typeof SellBody>

type TellAddress = Pick<WalletAddressRules, 'tell'>

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
