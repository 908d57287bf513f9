import { formatMoney, money } from '../../kernel/money/money.ts'
import type { Statement } from '../../movements/feeds/statement.ts'

type Findings = Readonly<{
  /** Balances of the imports of the day before and the day after, where there are any. */
  neighbours: { closingBeforeMinor: bigint | undefined; openingAfterMinor: bigint | undefined }
  missing: number
  toldTwice: number
  asides: number
}>

/** What somebody should look at after an import, in sentences. */
export function warnOfImport({ openingMinor, closingMinor }: Statement, found: Findings): string[] {
  const { missing, toldTwice, asides } = found
  const { closingBeforeMinor: before = openingMinor, openingAfterMinor: after = closingMinor } =
    found.neighbours
  const warnings: ReadonlyArray<readonly [isDue: boolean, words: string]> = [
    [
      before !== openingMinor,
      `It opens with ${naira(openingMinor)}, and the statement of the day before closed with ${naira(before)}.`,
    ],
    [
      after !== closingMinor,
      `It closes with ${naira(closingMinor)}, and the statement of the day after opens with ${naira(after)}.`,
    ],
    [missing > 0, `The statement lacks ${missing} of our lines of these days: ask the bank about them.`],
    [
      toldTwice > 0,
      `${toldTwice} of those are like a line that is new, so that one payment may be told in two ways: such credits wait for a person.`,
    ],
    [asides > 0, `${asides} rows were set aside: each has a case.`],
  ]
  return warnings.filter(([isDue]) => isDue).map(([, words]) => words)
}

function naira(minor: bigint): string {
  return `₦${formatMoney(money('NGN', minor))}`
}
