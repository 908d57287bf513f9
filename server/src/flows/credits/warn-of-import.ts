import { formatMoney, money } from '../../kernel/money/money.ts'
import type { BankLine } from '../../movements/credits/bank-line.ts'
import type { Statement } from '../../movements/credits/statement.ts'
import type { UnprintedLine } from '../../movements/credits/unprinted-line-store.ts'

/** What somebody should look at after an import, in sentences. */
export function warnOfImport({
  statement,
  neighbours,
  news,
  missing,
  asides,
}: Readonly<{
  statement: Statement
  neighbours: { closingBeforeMinor: bigint | undefined; openingAfterMinor: bigint | undefined }
  news: readonly BankLine[]
  missing: readonly UnprintedLine[]
  asides: number
}>): string[] {
  const { openingMinor, closingMinor } = statement
  const { closingBeforeMinor: before, openingAfterMinor: after } = neighbours
  const twins = missing.filter((line) => news.some((other) => isAlike(line, other)))
  return [
    ...(before === undefined || before === openingMinor
      ? []
      : [
          `It opens with ${naira(openingMinor)}, and the statement of the day before closed with ${naira(before)}.`,
        ]),
    ...(after === undefined || after === closingMinor
      ? []
      : [
          `It closes with ${naira(closingMinor)}, and the statement of the day after opens with ${naira(after)}.`,
        ]),
    ...(missing.length === 0
      ? []
      : [`The statement lacks ${missing.length} of our lines of these days: ask the bank about them.`]),
    ...(twins.length === 0
      ? []
      : [
          `${twins.length} of those have the amount of a line that is new: one payment may be told in two ways.`,
        ]),
    ...(asides === 0 ? [] : [`${asides} rows were set aside: each has a case.`]),
  ]
}

function isAlike(line: UnprintedLine, other: BankLine): boolean {
  return line.direction === other.direction && line.settledMinor === other.settledMinor
}

function naira(minor: bigint): string {
  return `₦${formatMoney(money('NGN', minor))}`
}
