import { money, printMoney } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { PrintedAmount } from './printed-fields.ts'
import type { PrintedRow, PrintedStatement } from './printed-statement.ts'

export type BalancedRow = Readonly<{
  row: PrintedRow
  direction: 'credit' | 'debit'
  amountMinor: bigint
  balanceAfterMinor: bigint
  /** The reason why the row becomes no line, although its amount is counted. */
  unreadable: string | undefined
}>

/**
 * Adds up the rows and compares each printed balance. If the amount of a row cannot be read, it is taken from the change of the balance. If
 * a balance is wrong, the file is refused, because a row is missing, changed or repeated.
 */
export function balanceRows(statement: PrintedStatement): BalancedRow[] {
  let balance = statement.openingMinor
  const balanced = statement.rows.map((row) => {
    const read = readMove(row, balance)
    const moved = read.moved ?? (typeof row.balance === 'bigint' ? row.balance - balance : undefined)
    if (moved === undefined) {
      throw doesNotAddUp(`${row.place} has no readable amount or balance`)
    }
    balance += moved
    if (typeof row.balance === 'bigint' && row.balance !== balance) {
      throw doesNotAddUp(
        `the balance after ${row.place} should be ${naira(balance)}, but the file shows ${naira(row.balance)}`,
      )
    }
    return {
      row,
      direction: moved < 0n ? ('debit' as const) : ('credit' as const),
      amountMinor: moved < 0n ? -moved : moved,
      balanceAfterMinor: balance,
      unreadable: read.problem ?? (moved === 0n ? 'its amount is zero' : undefined),
    }
  })
  if (balance !== statement.closingMinor) {
    throw doesNotAddUp(
      `the rows end at ${naira(balance)}, but the closing balance is ${naira(statement.closingMinor)}`,
    )
  }
  checkTotals(statement, balanced)
  return balanced
}

type Move = Readonly<{ moved?: bigint; problem?: string }>

/** Returns the change of the balance from the row's columns. A minus sign in the debit column has no meaning of its own. */
function readMove({ debit, credit, signedByBalance, balance }: PrintedRow, before: bigint): Move {
  if (signedByBalance !== undefined) return readUnsigned(signedByBalance, balance, before)
  const out = typeof debit === 'bigint' && debit < 0n ? -debit : debit
  if (out === 'unreadable' || credit === 'unreadable') return { problem: 'its amount cannot be read' }
  if (balance === 'unreadable') {
    return { moved: value(credit) - value(out), problem: 'its balance cannot be read' }
  }
  if (value(credit) < 0n) return { problem: 'a negative credit' }
  if (value(out) > 0n && value(credit) > 0n) return { problem: 'it is both a debit and a credit' }
  return { moved: value(credit) - value(out) }
}

function readUnsigned(signedByBalance: PrintedAmount, balance: PrintedAmount, before: bigint): Move {
  if (typeof signedByBalance !== 'bigint' || typeof balance !== 'bigint')
    return { problem: 'its amount cannot be read' }
  const size = signedByBalance < 0n ? -signedByBalance : signedByBalance
  return { moved: balance < before ? -size : size }
}

function value(amount: Exclude<PrintedAmount, 'unreadable'>): bigint {
  return amount === 'nothing' ? 0n : amount
}

function checkTotals({ totals }: PrintedStatement, rows: readonly BalancedRow[]): void {
  if (totals === undefined) return
  const sum = (wanted: BalancedRow['direction']) =>
    rows.reduce((sum, { direction, amountMinor }) => (direction === wanted ? sum + amountMinor : sum), 0n)
  for (const [name, told, counted] of [
    ['debits', totals.debitsMinor, sum('debit')],
    ['credits', totals.creditsMinor, sum('credit')],
  ] as const) {
    if (told !== counted)
      throw doesNotAddUp(`the ${name} add up to ${naira(counted)}, but the file states ${naira(told)}`)
  }
}

function doesNotAddUp(where: string): Refusal {
  return new Refusal(
    'statement_does_not_add_up',
    `The statement does not add up: ${where}. Nothing was imported. Export it again.`,
  )
}

function naira(minor: bigint): string {
  return printMoney(money('NGN', minor))
}
