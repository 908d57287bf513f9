import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import {
  type ExportedTransaction,
  type ExportPages,
  exportTransactions,
  MOST_EXPORTED,
} from '../../../flows/transactions/export-transactions.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { formatMoney, subtract } from '../../../kernel/money/money.ts'
import type { Settlement } from '../../../records/transactions/lists/transaction-list-store.ts'
import type { TransactionView } from '../../../records/transactions/lists/transaction-view.ts'
import type { Wallet } from '../../../records/transactions/wallets/wallet.ts'
import type { AppDeps } from '../app-deps.ts'
import { CSV_TYPE, toCsv } from '../csv-text.ts'
import type { Operation } from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import { ExportQuery, readFilter } from './list-transactions-route.ts'

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
  'metadata',
  'completed_at',
  'session_id',
  'hash',
  'net_amount',
] as const

type Column = (typeof exportColumns)[number]

const LAGOS_OFFSET_MS = 60 * 60 * 1000

type Row = Partial<Record<Column, string>>

type BankAccount = Readonly<{ bankName: string; accountNumber: string; accountName: string | null }>

type Common = Pick<
  Extract<TransactionView, { type: 'sell' }>['sell'],
  'id' | 'status' | 'reference' | 'amount' | 'createdAt' | 'metadata'
>

const example = `${exportColumns.join(',')}\r
txn_01a1dcc33c477feca0d6d2cee34c8ce8,Buy,completed,order-2291,25000.5,0,NGN,Polygon,0x8ba1f109551bD432803012645Ac136ddd64DBA72,GTBank,0123456789,ADA OBI,Afara Collections,0000000003,Providus Bank,2026-11-15T09:30:00.000Z,2026-11-15 10:30:00,"{""order"":""2291""}",2026-11-15T09:30:08.402Z,090405261115093000123456789012,0x5f2b…,25000.5\r
`

const exportTransactionsOperation: Operation = {
  id: 'exportTransactions',
  tag: 'Transactions',
  summary: 'Export transactions',
  description: `All transactions that match the filters as a CSV file, newest first, with a header line. Amounts are exact. Times are in UTC and Lagos time. A cell that begins with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a line break is prefixed with an apostrophe, so that no spreadsheet runs it as a formula.

A file holds at most ${MOST_EXPORTED} transactions. If more match, you get \`export_too_large\`. \`net_amount\` is what is delivered after the fee; it is empty for a buy that nobody has paid. \`session_id\` and \`hash\` have a space between several values. New columns may be added at the end.`,
  replies: {
    200: {
      description: 'The file, streamed. If the connection breaks, the file is incomplete.',
      contentType: 'text/csv',
      schema: Type.String({ description: `Columns: ${exportColumns.join(', ')}.` }),
      examples: { file: { summary: 'One buy', value: example } },
    },
  },
  refusals: ['export_too_large', 'network_unknown'],
}

/** 200: all matching transactions as one file, which is produced while it is read. */
export function exportTransactionsRoute(app: FastifyInstance, { exports }: AppDeps): void {
  app.get<{ Querystring: ExportQuery }>(
    '/transactions/v1/export',
    {
      schema: { querystring: ExportQuery },
      attachValidation: true,
      config: { access: 'read', cost: 50, operation: exportTransactionsOperation },
    },
    async (request, reply) => {
      const filter = readFilter(request)
      await exports.begin(reply)
      const pages = await exportTransactions(exports.pool, keyOf(request).tenant, filter)
      reply.type(CSV_TYPE).header('content-disposition', 'attachment; filename="transactions.csv"')
      return reply.send(Readable.from(toLines(pages), { objectMode: false }))
    },
  )
}

export function csvHeader(): string {
  return toCsv([exportColumns])
}

/** Returns one line per transaction. */
export function csvLines(transactions: readonly ExportedTransaction[]): string {
  return toCsv(
    transactions.map(({ told, settlement }) => {
      const row = { ...toRow(told), ...ofSettlement(settlement), net_amount: netOf(told) }
      return exportColumns.map((column) => row[column] ?? '')
    }),
  )
}

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

function ofSettlement(settlement: Settlement | undefined): Row {
  if (settlement === undefined) return {}
  const { completedAt, sessionIds, hashes } = settlement
  return {
    completed_at: completedAt?.toISOString() ?? '',
    // Several payments or transfers can make one transaction.
    session_id: sessionIds.join(' '),
    hash: hashes.join(' '),
  }
}

/** What is delivered after the fee. A buy delivers what was paid, so before a payment it delivers nothing yet. */
function netOf(told: TransactionView): string {
  if (told.type === 'withdrawal') return formatMoney(told.withdrawal.amount)
  if (told.type === 'sell') return formatMoney(subtract(told.sell.amount, told.sell.fee))
  const { paid, fee } = told.buy
  return paid === undefined || paid.minor <= fee.minor ? '' : formatMoney(subtract(paid, fee))
}

function ofWallet(wallet: Wallet | null): Row {
  return wallet === null ? {} : { network: wallet.network, wallet_address: wallet.address }
}

function ofAccount({ bankName, accountNumber, accountName }: BankAccount): Row {
  return { bank_name: bankName, account_number: accountNumber, account_name: accountName ?? '' }
}

function commonOf(type: string, { id, status, reference, amount, createdAt, metadata }: Common) {
  return {
    transaction_id: formatId('transaction', id),
    type,
    status,
    reference,
    amount: formatMoney(amount),
    asset: amount.asset,
    created_at: createdAt.toISOString(),
    created_at_lagos: inLagos(createdAt),
    metadata: metadata ? JSON.stringify(metadata) : '',
  }
}

/** Formats `2026-11-15 10:30:00` in Lagos time, which is one hour ahead of UTC all year. */
function inLagos(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

async function* toLines(pages: ExportPages) {
  yield csvHeader()
  for await (const page of pages) yield csvLines(page)
}
