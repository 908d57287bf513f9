import type { Command } from 'commander'
import { signOffDay } from '../../../flows/reconciliation/sign-off-day.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  type Day,
  type DayLine,
  listDiffering,
  listStandings,
  readDay,
  type Standings,
} from '../../../movements/reconciliation/daily-close-store.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { formatAmount, formatNaira } from '../amounts.ts'
import type { OpsSession } from '../ops-session.ts'
import { formatAge, formatTable } from '../terminal-text.ts'

const DAY_MS = 86_400_000
const LAGOS_OFFSET_MS = 3_600_000

/** Compares the ledger with the outside records, now and for a day that has ended. */
export function addReconciliationCommands(ops: Command, session: OpsSession): void {
  ops
    .command('reconciliation')
    .description('show how the ledger compares with chains, vendors and statements')
    .option('--mode <mode>', 'live or test', 'live')
    .action(async ({ mode }: { mode: string }) => {
      const of = parseMode(mode)
      await session.run(async ({ pool, clock }) =>
        session.print(...formatStandings(await listStandings(pool, of), clock.now())),
      )
    })
  ops
    .command('close')
    .description('show the close of a day for every account; rejected while something differs')
    .option('--day <day>', 'such as 2026-11-14; the default is yesterday')
    .option('--mode <mode>', 'live or test', 'live')
    .action(async ({ day, mode }: { day?: string; mode: string }) => {
      const of = parseMode(mode)
      await session.run(async ({ pool, clock }) => {
        const now = clock.now()
        const wanted = day ?? toLagosDay(new Date(now.getTime() - DAY_MS))
        if (!isDay(wanted)) throw new Refusal('field_invalid', '--day must be a date such as 2026-11-14.')
        const found = await readDay(pool, of, wanted)
        session.print(...formatDay(found, mode))
        if (found.madeAt === undefined && found.lines.length > 0)
          await refuseClose(pool, of, wanted, toLagosDay(now))
      })
    })
  ops
    .command('books')
    .description('sign off closed days')
    .command('sign-off <day>')
    .description(
      'sign off the close of a day with your passkey, after you compared its figures; one operator is enough',
    )
    .option('--mode <mode>', 'live or test', 'live')
    .requiredOption('--reason <text>', 'what you compared')
    .action(async (day: string, { mode, reason }: { mode: string; reason: string }) => {
      const of = parseMode(mode)
      if (!isDay(day)) throw new Refusal('field_invalid', 'Name a day such as 2026-11-14.')
      await session.run(async ({ pool, clock, operator, signing }) => {
        const input = { mode: of, day, operatorId: operator.id, note: reason }
        const { accounts } = await signOffDay({ pool, clock, signing }, input)
        session.print(`Signed off ${day} in ${of} mode: ${accounts} accounts.`, 'Next: nothing.')
      })
    })
}

/** Explains why a day is not closed yet. A worker closes each day some minutes after it ends, unless something differs. */
async function refuseClose(sql: Sql, mode: Mode, day: string, today: string): Promise<never> {
  const differing = await listDiffering(sql, mode)
  const why =
    differing.length > 0
      ? `these accounts differ: ${differing.join('; ')}`
      : day >= today
        ? 'the day has not ended'
        : 'a worker closes it within minutes; try again then'
  throw new Refusal('day_not_closed', `${day} is not closed in ${mode} mode: ${why}.`)
}

function toLagosDay(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

function isDay(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}

const dayColumns = [
  { title: 'account', width: 54 },
  { title: 'opening', width: 18, isRight: true },
  { title: 'in', width: 18, isRight: true },
  { title: 'out', width: 18, isRight: true },
  { title: 'closing', width: 18, isRight: true },
  { title: 'outside', width: 18, isRight: true },
  { title: 'difference', width: 10, isRight: true },
]

/** Lists every account of a day, and whether the day is closed. */
function formatDay({ day, madeAt, lines }: Day, mode: string): string[] {
  const heading = `${day}, ${mode} mode, Lagos time`
  if (lines.length === 0) return [`${heading}: no bookings.`]
  return [
    `${heading}: ${madeAt === undefined ? 'not closed' : `closed at ${madeAt.toISOString()}`}`,
    '',
    ...formatTable(dayColumns, lines.map(toRow)),
  ]
}

function toRow(line: DayLine): string[] {
  const show = (minor: bigint | undefined) => (minor === undefined ? '–' : formatAmount(line.asset, minor))
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

const standingColumns = [
  { title: 'compared', width: 15 },
  { title: 'with', width: 36 },
  { title: 'state', width: 10 },
  { title: 'difference', width: 16, isRight: true },
  { title: 'for', width: 7, isRight: true },
  { title: 'checked', width: 7, isRight: true },
]

/** Lists everything that is compared with the outside records, with its state. */
function formatStandings(standings: Standings, now: Date): string[] {
  if (standings.length === 0) return ['No comparison yet. Check that a worker runs.']
  const differing = standings.filter(({ state }) => state !== 'agrees')
  return [
    ...formatTable(
      standingColumns,
      standings.map(({ kind, scope, state, differenceMinor, since, lookedAt }) => [
        kind.replace('_', ' '),
        scope,
        state,
        kind === 'gas' || kind === 'ledger' ? String(differenceMinor) : formatNaira(differenceMinor),
        formatAge(since, now),
        formatAge(lookedAt, now),
      ]),
    ),
    '',
    differing.length === 0
      ? 'Next: nothing.'
      : 'Next: npx afara ops cases --kind reconciliation_differs, then docs/runbooks/reconciliation-differs.md',
  ]
}
