import { type Static, Type } from 'typebox'
import type { AcceptedSell, SellRequest } from '../../../flows/sells/accept-sell.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { atPar, jsonNumber, subtract } from '../../../kernel/money/money.ts'
import type { NetworkName } from '../../../kernel/networks.ts'
import type { FieldProblem } from '../../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { Bank } from '../../../records/banks/bank-directory.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { requireWithin, sellBounds } from '../../../records/limits/transaction-bounds.ts'
import { depositWindowMs, type Sell } from '../../../records/transactions/accepting/sell-store.ts'
import { sellMachine } from '../../../records/transactions/machines/sell-machine.ts'
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
  accountNumberField,
  amountField,
  businessFields,
  metadataField,
  referenceField,
  textField,
  walletFields,
} from '../request-fields.ts'
import { dateCreated, readAmount, readWallet, requireOwnBusiness } from '../transaction-wire.ts'

const { id, transaction_id, business, link_tag, metadata, date_created, created_at } = transactionFields

const Payout = namedObject(
  'Payout',
  {
    bank_name: textReply('The beneficiary’s bank.', 'GTBank'),
    account_number: textReply('The beneficiary’s account number.', '0123456789'),
    account_name: textReply('The beneficiary’s name, as you sent it; empty if you sent none.', 'ADA OBI'),
    amount: amountReply('The naira to be paid out: amount − fee.', 25000.5),
  },
  'The payout.',
)

const Deposit = namedObject(
  'Deposit',
  {
    network: textReply('The network to use. Tokens sent on another network are lost.', 'Polygon'),
    address: textReply(
      'The deposit address. The address and its memo, if any, identify this sell.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ),
    memo: textReply(
      'The memo (type id) to send with the tokens if sells share an address (Stellar); empty otherwise.',
      '',
    ),
    amount: amountReply('The NGNC to send, in one transfer.', 25000.5),
    expires_at: textReply(
      'The deadline, in UTC. Tokens that arrive later are not lost, but an operator has to decide about them.',
      '2026-11-16T09:30:00.000Z',
    ),
  },
  'Where to send the tokens of a sell from a wallet.',
)

export const SellTransaction = namedObject('SellTransaction', {
  id,
  transaction_id,
  business,
  type: wordReply(['Sell'], 'Always Sell.'),
  reference: textReply('Your reference, or one that we generated.', 'payout-77'),
  amount: amountReply('The NGNC amount you sent.', 25000.5),
  account_name: textReply('The beneficiary’s name, as you sent it; empty if you sent none.', 'ADA OBI'),
  account_number: textReply('The beneficiary’s account number.', '0123456789'),
  bank_name: textReply('The beneficiary’s bank, as you sent it.', 'GTBank'),
  link_tag,
  network: textReply(
    'The network of the deposit; empty if the tokens were debited from your balance.',
    'Polygon',
  ),
  wallet_address: textReply(
    'The wallet you named; empty if you named none.',
    '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  ),
  date_created,
  status: wordReply(Object.keys(sellMachine.meanings), 'The current status. New values may be added.'),
  created_at,
  fee: amountReply('The fee, included in the amount: the payout is amount − fee.', 0),
  needs: needsField('What is blocking the payout; usually empty.'),
  reason: reasonField,
  metadata,
  deposit: Type.Optional(Deposit),
  payout: Payout,
})

export const SellReply = namedObject('SellReply', {
  status: successField,
  message: textReply(
    'A human-readable message. It says that the sell is not paid out yet.',
    'Accepted, not settled: …',
  ),
  transaction: SellTransaction,
})

export const SellBody = namedObject('SellRequest', {
  ...businessFields,
  type: Type.Enum(['sell_ramp'], { description: 'Always sell_ramp.', examples: ['sell_ramp'] }),
  amount: amountField('The NGNC to sell; 1 NGNC is ₦1.', sellBounds),
  bank_name: textField('The beneficiary’s bank: its name, a common short name or its code.', ['GTBank']),
  account_number: accountNumberField,
  account_name: Type.Optional(textField('The beneficiary’s name.', ['ADA OBI'])),
  ...walletFields,
  reference: referenceField,
  metadata: metadataField,
})

export type SellBody = Static<typeof SellBody>

/** A sell from a wallet brings its own tokens, so it takes nothing out of the balance. */
export function isFromBalance(body: unknown): boolean {
  const { network, wallet_address: address } = (body ?? {}) as Partial<SellBody>
  return network === undefined && address === undefined
}

type TellAddress = Pick<WalletAddressRules, 'tell'>

/** Reads each part of a sell. */
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

/** Reads a sell and resolves every name. Refuses all errors at once. */
export function readSellRequest(
  body: SellBody,
  key: AuthenticatedKey,
  addresses: WalletAddressRules,
  idempotencyKey: string | null,
  problems: readonly FieldProblem[],
): SellRequest {
  if (problems.length === 0) requireOwnBusiness(key, body)
  const read = readFields(sellReaders(body, addresses), problems)
  return {
    amount: read.amount,
    payee: payeeOf(body, read.bank_name),
    wallet: read.wallet_address,
    reference: body.reference ?? null,
    metadata: sortedMetadata(body.metadata),
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
    id: formatId('transaction', sell.id),
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
    metadata: sell.metadata ?? {},
    ...depositOf(sell, addresses),
    payout: {
      bank_name: sell.payee.bankName,
      account_number: sell.payee.accountNumber,
      account_name: sell.payee.accountName ?? '',
      amount: jsonNumber(atPar(subtract(sell.amount, sell.fee), 'NGN')),
    },
  }
}

/** Returns the address to send the tokens to, and the deadline. Empty if the tokens were taken from the balance. */
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
  if (isReplay)
    return `This request was accepted before. The transaction is now ${status}. Nothing was recorded twice.`
  if (wallet === null) {
    return 'Accepted, not settled: the tokens were debited from your balance. The naira will be paid out next.'
  }
  if ((targetOf(sell, addresses)?.memo ?? null) !== null)
    return 'Accepted, not settled: send the tokens to the address in deposit with its memo. The naira is paid out when they arrive. Without the memo we cannot identify the deposit.'
  return 'Accepted, not settled: send the tokens to the address in deposit. The naira is paid out when they arrive.'
}
