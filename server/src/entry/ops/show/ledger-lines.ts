import { type Asset, formatMoney, money } from '../../../kernel/money/money.ts'
import type { EntryLine } from '../../../records/cases/entry-story-store.ts'
import { printMoment } from '../moments.ts'
import { printNaira } from '../naira.ts'
import { printTable } from '../table.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12})/

const columns = [
  { title: 'when', width: 18 },
  { title: 'what', width: 16 },
  { title: 'debit', width: 20 },
  { title: 'credit', width: 20 },
  { title: 'amount', width: 16, isRight: true },
]

/** Debit first, as the ledger has it. Owners are cut to their last digits: the rest stands above. */
export function ledgerLines(lines: readonly EntryLine[]): string[] {
  if (lines.length === 0) return []
  const account = (text: string) => text.replace(uuid, '…$1')
  return [
    '',
    'In the ledger:',
    ...printTable(
      columns,
      lines.map(({ step, postedAt, debit, credit, asset, amountMinor }) => [
        printMoment(postedAt),
        step,
        account(debit),
        account(credit),
        printAmount(asset, amountMinor),
      ]),
    ).map((line) => `  ${line}`),
  ]
}

/** A token is a naira; gas is neither. */
function printAmount(asset: Asset, minor: bigint): string {
  if (asset === 'NGN' || asset === 'NGNC') return printNaira(minor)
  return `${formatMoney(money(asset, minor))} ${asset}`
}
