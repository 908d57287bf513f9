import type { Command } from 'commander'
import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { listDiffering, listStandings, readDay } from '../../movements/reconciliation/daily-close-store.ts'
import { parseMode } from '../../records/businesses/business.ts'
import { dayLines, standingLines } from './close-lines.ts'
import type { OpsSession } from './ops-session.ts'

const DAY_MS = 86_400_000
const LAGOS_MS = 3_600_000

/** What the books and the world say of each other: now, and of a day that is over. */
export function addCloseCommands(ops: Command, session: OpsSession): void {
  ops
    .command('reconciliation')
    .description('how the books stand beside chains, vendors, statements and themselves')
    .option('--mode <mode>', 'live or test', 'live')
    .action(async ({ mode }: { mode: string }) => {
      const of = parseMode(mode)
      await session.run(async ({ pool, clock }) =>
        session.print(...standingLines(await listStandings(pool, of), clock.now())),
      )
    })
  ops
    .command('close')
    .description('the close of a day: every account, to the kobo; refused while something differs')
    .option('--day <day>', 'such as 2026-11-14; yesterday, unless another is named')
    .option('--mode <mode>', 'live or test', 'live')
    .action(async ({ day, mode }: { day?: string; mode: string }) => {
      const of = parseMode(mode)
      await session.run(async ({ pool, clock }) => {
        const now = clock.now()
        const wanted = day ?? lagosDay(new Date(now.getTime() - DAY_MS))
        if (!isDay(wanted)) throw new Refusal('field_invalid', 'A day is written as 2026-11-14.')
        const found = await readDay(pool, of, wanted)
        session.print(...dayLines(found, mode))
        if (found.madeAt === undefined && found.lines.length > 0)
          await refuse(pool, of, wanted, lagosDay(now))
      })
    })
}

/** A worker closes a day some minutes after it is over, unless something stands in the way. */
async function refuse(sql: Sql, mode: Mode, day: string, today: string): Promise<never> {
  const differing = await listDiffering(sql, mode)
  const why =
    differing.length > 0
      ? `these differ: ${differing.join('; ')}`
      : day >= today
        ? 'it is not over'
        : 'a worker closes it within minutes: look again'
  throw new Refusal('day_not_closed', `${day} is not closed in ${mode} mode: ${why}.`)
}

function lagosDay(at: Date): string {
  return new Date(at.getTime() + LAGOS_MS).toISOString().slice(0, 10)
}

function isDay(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}
