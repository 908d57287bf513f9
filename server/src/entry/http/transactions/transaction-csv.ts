import { stringify } from 'csv-stringify/sync'
import { formatId } from '../../../kernel/ids/ids.ts'
import { formatMoney } from '../../../kernel/money/money.ts'
import type { TransactionView } from '../../../records/transactions/lists/transaction-view.ts'
import type { Wallet } from '../../../records/transactions/wallets/wallet.ts'

/** The columns of an export, in their order. */
export const exportColumns = [
  'transaction_id',
  'type',
  'status',
  'reference',
  'amount',
  'fee',
  'asset',
  'network',
  'wallet_address',
  'bank_name',
  'account_number',
  'account_name',
  'link_account_name',
  'link_account_number',
  'link_bank_name',
  'created_at',
  'created_at_lagos',
] as const

type Column = (typeof exportColumns)[number]

const LAGOS_OFFSET_MS = 60 * 60 * 1000

export function csvHeader(): string {
  return toCsv([exportColumns])
}

/** One line each. Names and references were typed by strangers: a cell that a spreadsheet would run gets an apostrophe before it. */
export function csvLines(transactions: readonly TransactionView[]): string {
  return toCsv(
    transactions.map((told) => {
      const row = toRow(told)
      return exportColumns.map((column) => row[column] ?? '')
    }),
  )
}

function toCsv(lines: ReadonlyArray<readonly string[]>): string {
  // Half a line end would by itself not be put in quotes.
  return stringify([...lines], { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}

type Row = Partial<Record<Column, string>>

function toRow(told: TransactionView): Row {
  if (told.type === 'buy') return ofBuy(told)
  if (told.type === 'sell') return ofSell(told)
  const { withdrawal } = told
  return { ...commonOf('Withdrawal', withdrawal), fee: '0', ...ofWallet(withdrawal.wallet) }
}

function ofBuy({ buy, paidInto }: Extract<TransactionView, { type: 'buy' }>): Row {
  return {
    ...commonOf('Buy', buy),
    fee: formatMoney(buy.fee),
    ...ofWallet(buy.wallet),
    ...(buy.payer !== null && ofAccount(buy.payer)),
    link_account_name: paidInto.name,
    link_account_number: paidInto.accountNumber,
    link_bank_name: paidInto.bankName,
  }
}

function ofSell({ sell }: Extract<TransactionView, { type: 'sell' }>): Row {
  return {
    ...commonOf('Sell', sell),
    fee: formatMoney(sell.fee),
    ...ofWallet(sell.wallet),
    ...ofAccount(sell.payee),
  }
}

function ofWallet(wallet: Wallet | null): Row {
  return wallet === null ? {} : { network: wallet.network, wallet_address: wallet.address }
}

type BankAccount = Readonly<{ bankName: string; accountNumber: string; accountName: string | null }>

function ofAccount({ bankName, accountNumber, accountName }: BankAccount): Row {
  return { bank_name: bankName, account_number: accountNumber, account_name: accountName ?? '' }
}

type Common = Pick<
  Extract<TransactionView, { type: 'sell' }>['sell'],
  'id' | 'status' | 'reference' | 'amount' | 'createdAt'
>

function commonOf(type: string, { id, status, reference, amount, createdAt }: Common) {
  return {
    transaction_id: formatId('transaction', id),
    type,
    status,
    reference,
    amount: formatMoney(amount),
    asset: amount.asset,
    created_at: createdAt.toISOString(),
    created_at_lagos: inLagos(createdAt),
  }
}

/** `2026-11-15 10:30:00`, as clocks in Lagos show it: one hour ahead of UTC, all year. */
function inLagos(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}
