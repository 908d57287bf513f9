import type { Mode } from '../../kernel/mode.ts'
import { money } from '../../kernel/money/money.ts'
import type { VendorAccount, VendorAccountState } from '../banks/vendor-account.ts'
import type { Buy, ClaimedPayer, Need } from './buy-store.ts'
import type { Sell } from './sell-store.ts'
import { toWallet } from './wallet.ts'
import type { WalletStop } from './wallet-stop.ts'
import type { Withdrawal } from './withdrawal-store.ts'

/** A transaction as it was when the event happened. */
export type EventTransaction =
  | Readonly<{ type: 'buy'; buy: Buy; paidInto: VendorAccount }>
  | Readonly<{ type: 'sell'; sell: Sell }>
  | Readonly<{ type: 'withdrawal'; withdrawal: Withdrawal }>

/** The event, and of its transaction only what never changes; what does not belong to its type is null. */
export type EventRow = {
  number: string
  event_id: string
  sequence: number
  type: 'buy' | 'sell' | 'withdrawal'
  from_status: string
  to_status: string
  happened_at: Date
  business_id: string
  mode: Mode
  link_tag: string
  wallet_stop: WalletStop | null
  transaction_id: string
  reference: string
  amount_minor: string
  created_at: Date
  fee_minor: string | null
  network: string | null
  wallet_address: string | null
  deposit_address: string | null
  /** The payer of a buy, the payee of a sell. */
  bank_code: string | null
  bank_name: string | null
  account_number: string | null
  account_name: string | null
  needs: Need[] | null
  vendor_account_id: string | null
  vendor_business_id: string | null
  vendor_name: string | null
  vendor_number: string | null
  vendor_bank_code: string | null
  vendor_bank_name: string | null
  vendor_state: VendorAccountState | null
}

export function toEventTransaction(row: EventRow): EventTransaction {
  if (row.type === 'buy') return { type: 'buy', buy: toBuy(row), paidInto: toPaidAccount(row) }
  if (row.type === 'sell') return { type: 'sell', sell: toSell(row) }
  return { type: 'withdrawal', withdrawal: toWithdrawal(row) }
}

function toBuy(row: EventRow): Buy {
  return {
    ...partsOfAll(row),
    amount: money('NGN', BigInt(row.amount_minor)),
    fee: money('NGN', BigInt(row.fee_minor ?? 0)),
    vendorAccountId: row.vendor_account_id ?? '',
    payer: toPayer(row),
    wallet: toWallet(row.network, row.wallet_address),
    needs: row.needs ?? [],
    walletStop: row.wallet_stop ?? undefined,
  }
}

function toPayer({
  bank_code: bankCode,
  bank_name: bankName,
  account_number: number,
  account_name,
}: EventRow): ClaimedPayer | null {
  if (bankCode === null || bankName === null || number === null) return null
  return { bankCode, bankName, accountNumber: number, accountName: account_name }
}

function toPaidAccount(row: EventRow): VendorAccount {
  return {
    id: row.vendor_account_id ?? '',
    mode: row.mode,
    businessId: row.vendor_business_id,
    name: row.vendor_name ?? '',
    accountNumber: row.vendor_number ?? '',
    bankCode: row.vendor_bank_code ?? '',
    bankName: row.vendor_bank_name ?? '',
    state: row.vendor_state ?? 'closed',
  }
}

function toSell(row: EventRow): Sell {
  return {
    ...partsOfAll(row),
    amount: money('NGNC', BigInt(row.amount_minor)),
    fee: money('NGNC', BigInt(row.fee_minor ?? 0)),
    payee: {
      bankCode: row.bank_code ?? '',
      bankName: row.bank_name ?? '',
      accountNumber: row.account_number ?? '',
      accountName: row.account_name,
    },
    wallet: toWallet(row.network, row.wallet_address),
    depositAddress: row.deposit_address,
  }
}

function toWithdrawal(row: EventRow): Withdrawal {
  return {
    ...partsOfAll(row),
    amount: money('NGNC', BigInt(row.amount_minor)),
    wallet: { network: row.network ?? '', address: row.wallet_address ?? '' },
    walletStop: row.wallet_stop ?? undefined,
  }
}

function partsOfAll(row: EventRow) {
  return {
    id: row.transaction_id,
    businessId: row.business_id,
    mode: row.mode,
    // The status that the event led to, whatever has become of the transaction since.
    status: row.to_status,
    reference: row.reference,
    createdAt: row.created_at,
  }
}
