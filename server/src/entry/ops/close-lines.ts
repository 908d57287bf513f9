import { type Asset, formatMoney, money } from '../../kernel/money/money.ts'
import type { Day, DayLine, Standings } from '../../movements/reconciliation/daily-close-store.ts'
import { printSpan } from './moments.ts'
import { printNaira } from './naira.ts'
import { printTable } from './table.ts'

const dayColumns = [
  { title: 'account', width: 54 },
  { title: 'opening', width: 18, isRight: true },
  { title: 'in', width: 18, isRight: true },
  { title: 'out', width: 18, isRight: true },
  { title: 'closing', width: 18, isRight: true },
  { title: 'the world', width: 18, isRight: true },
  { title: 'apart', width: 8, isRight: true },
]

/** Every account of a day, and whether the day is closed. */
export function dayLines({ day, madeAt, lines }: Day, mode: string): string[] {
  const heading = `${day}, ${mode} mode, by the day in Lagos`
  if (lines.length === 0) return [`${heading}: nothing was ever booked.`]
  return [
    `${heading}: ${madeAt === undefined ? 'not closed' : `closed at ${madeAt.toISOString()}`}`,
    '',
    ...printTable(dayColumns, lines.map(toRow)),
  ]
}

function toRow(line: DayLine): string[] {
  const show = (minor: bigint | undefined) => (minor === undefined ? '–' : amount(line.asset, minor))
  return [
    `${line.kind}${line.owner === '' ? '' : `:${line.owner}`} ${line.asset}`,
    show(line.openingMinor),
    show(line.inMinor),
    show(line.outMinor),
    show(line.closingMinor),
    show(line.worldMinor),
    show(line.differenceMinor),
  ]
}

/** Naira and the token to the kobo; gas in its coin. */
function amount(asset: Asset, minor: bigint): string {
  if (asset === 'NGN' || asset === 'NGNC') return printNaira(minor)
  const text = formatMoney(money(asset, minor < 0n ? -minor : minor))
  return minor < 0n ? `-${text}` : text
}

const standingColumns = [
  { title: 'compared', width: 15 },
  { title: 'with', width: 36 },
  { title: 'state', width: 10 },
  { title: 'apart', width: 16, isRight: true },
  { title: 'for', width: 7, isRight: true },
  { title: 'looked', width: 7, isRight: true },
]

/** What is compared with the world, and how it stands. */
export function standingLines(standings: Standings, now: Date): string[] {
  if (standings.length === 0) return ['Nothing was compared yet: does a worker run?']
  const differing = standings.filter(({ state }) => state !== 'agrees')
  return [
    ...printTable(
      standingColumns,
      standings.map(({ kind, scope, state, differenceMinor, since, lookedAt }) => [
        kind.replace('_', ' '),
        scope,
        state,
        kind === 'gas' || kind === 'ledger' ? String(differenceMinor) : printNaira(differenceMinor),
        printSpan(now.getTime() - since.getTime()),
        printSpan(now.getTime() - lookedAt.getTime()),
      ]),
    ),
    '',
    differing.length === 0
      ? 'Next: nothing.'
      : 'Next: npx afara ops cases --kind reconciliation_differs, then docs/runbooks/reconciliation-differs.md',
  ]
}
