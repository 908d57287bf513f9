import type { Need, PreviewReply, Transaction } from '../api/wire.ts'
import type { Session } from '../session.ts'
import { printSpan } from './moment.ts'
import { printNaira, printTokens } from './money.ts'
import { colourOf } from './paint.ts'
import { toPlainText } from './plain-text.ts'
import { printFacts, printTable } from './table.ts'

/** The amount of a buy is in naira, every other amount in tokens. */
export function amountOf({ type, amount }: Pick<Transaction, 'type' | 'amount'>): string {
  return type === 'Buy' ? printNaira(amount) : printTokens(amount)
}

export function transactionLines(transaction: Transaction, session: Session): string[] {
  const { deposit, payout } = transaction
  const isFree = /^0(\.0*)?$/.test(transaction.fee)
  const facts = printFacts(
    [
      ['transaction', transaction.transaction_id],
      ['type', transaction.type],
      ['status', { text: transaction.status, colour: colourOf(transaction.status) }],
      [
        'amount',
        `${amountOf(transaction)}${isFree ? '' : `, including a fee of ${printNaira(transaction.fee)}`}`,
      ],
      ['reference', transaction.reference],
      [
        'pay into',
        join(transaction.link_account_number, transaction.link_bank_name, transaction.link_account_name),
      ],
      ['paid from', transaction.type === 'Buy' ? bankOf(transaction) : undefined],
      ['send to', deposit && join(deposit.address, deposit.memo && `memo ${deposit.memo}`)],
      ['pays', payout && `${printNaira(payout.amount)} to ${bankOf(payout) ?? ''}`],
      ['wallet', join(transaction.wallet_address, transaction.network && `on ${transaction.network}`)],
      ['created', session.moment(transaction.created_at)],
    ],
    session.paint,
  )
  return [...facts, ...needLines(transaction.needs, session)]
}

export function transactionTable(transactions: readonly Transaction[], session: Session): string[] {
  return printTable(
    [
      { title: 'created' },
      { title: 'type' },
      { title: 'status' },
      { title: 'amount', isRight: true },
      { title: 'reference' },
      { title: 'transaction' },
    ],
    transactions.map((transaction) => [
      session.moment(transaction.created_at),
      transaction.type,
      { text: transaction.status, colour: colourOf(transaction.status) },
      amountOf(transaction),
      transaction.reference,
      transaction.transaction_id,
    ]),
    session.paint,
  )
}

export function previewLines({ preview }: PreviewReply, type: string, session: Session): string[] {
  const { paint } = session
  const isBuy = type === 'Buy'
  const receives = type === 'Sell' ? printNaira(preview.receives) : printTokens(preview.receives)
  const seconds = preview.expected_by_seconds
  return [
    preview.ok
      ? paint('This would be accepted. Nothing was recorded.', 'green')
      : paint('This would not be accepted. Nothing was recorded.', 'yellow'),
    ...printFacts(
      [
        ['amount', isBuy ? printNaira(preview.amount) : printTokens(preview.amount)],
        ['fee', printNaira(preview.fee)],
        ['receives', receives],
        [
          'expected',
          seconds === undefined || seconds === null
            ? undefined
            : `within ${printSpan(Number(seconds) * 1000)}`,
        ],
      ],
      paint,
    ),
    ...needLines(preview.needs, session),
    ...preview.warnings.map((warning) => paint(`note  ${needText(warning)}`, 'yellow')),
  ]
}

function needLines(needs: readonly Need[], { paint }: Session): string[] {
  return needs.map((need) => paint(`needs  ${needText(need)}`, 'yellow'))
}

function needText({ code, message, field, fix }: Need): string {
  const where = field === undefined || field === null ? '' : `${field}: `
  const next = fix === undefined || fix === null || fix === message ? '' : ` ${fix}`
  return toPlainText(`${where}${message}${next} (${code})`)
}

function bankOf(
  account: Pick<Transaction, 'account_number' | 'bank_name' | 'account_name'>,
): string | undefined {
  return join(account.account_number, account.bank_name, account.account_name)
}

function join(...parts: ReadonlyArray<string | undefined>): string | undefined {
  const known = parts.filter((part) => part !== undefined && part !== '')
  return known.length === 0 ? undefined : known.join(', ')
}
