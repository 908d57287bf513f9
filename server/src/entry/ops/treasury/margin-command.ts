import type { Command } from 'commander'
import { Refusal } from '../../../kernel/refusal.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import {
  type LosingPlan,
  listLosingPlans,
  type MarginGroup,
  type MarginLine,
  marginGroups,
  readMargins,
} from '../../../records/fees/margin-store.ts'
import { formatNaira } from '../amounts.ts'
import type { OpsSession } from '../ops-session.ts'
import { formatTable } from '../terminal-text.ts'

const DAY_MS = 86_400_000

export function addMarginCommand(ops: Command, session: OpsSession): void {
  ops
    .command('margin')
    .description("show what ended transactions earned: our fees less vendors' fees and gas")
    .option('--by <group>', marginGroups.join(', '), 'business')
    .option('--days <number>', 'only transactions accepted in this many days', '7')
    .option('--mode <mode>', 'live or test', 'live')
    .action(async ({ by, days, mode: text }: { by: string; days: string; mode: string }) => {
      const mode = parseMode(text)
      const group = readGroup(by)
      const ms = readDays(days) * DAY_MS
      await session.run(async ({ pool, clock }) => {
        const since = new Date(clock.now().getTime() - ms)
        session.print(...formatMargins(await readMargins(pool, { mode, by: group, since }), group))
        const losing = (await listLosingPlans(pool)).filter((plan) => plan.mode === mode)
        session.print(...describeLosingPlans(losing))
      })
    })
}

function readGroup(text: string): MarginGroup {
  const group = marginGroups.find((known) => known === text)
  if (group !== undefined) return group
  throw new Refusal('field_invalid', `--by must be ${marginGroups.join(', ')}, not "${text}".`)
}

function readDays(text: string): number {
  if (/^[1-9][0-9]{0,2}$/.test(text)) return Number(text)
  throw new Refusal('field_invalid', `--days must be a number from 1 to 999, not "${text}".`)
}

function formatMargins(lines: readonly MarginLine[], group: MarginGroup): string[] {
  if (lines.length === 0) return ['No transaction has ended in these days.']
  const unpriced = lines.reduce((sum, line) => sum + line.unpriced, 0)
  return [
    ...formatTable(
      [
        { title: group, width: 24 },
        { title: 'ended', width: 8, isRight: true },
        { title: 'lost money', width: 10, isRight: true },
        { title: 'amount', width: 20, isRight: true },
        { title: 'fees', width: 16, isRight: true },
        { title: "vendors' fees", width: 16, isRight: true },
        { title: 'gas', width: 14, isRight: true },
        { title: 'margin', width: 16, isRight: true },
      ],
      lines.map((line) => [
        group === 'plan' ? describePlan(line.subject) : line.subject,
        String(line.transactions),
        String(line.losing),
        formatNaira(line.amountMinor),
        formatNaira(line.feeMinor),
        formatNaira(line.vendorFeeMinor),
        formatNaira(line.gasMinor),
        formatNaira(line.marginMinor),
      ]),
    ),
    ...(unpriced === 0
      ? []
      : [
          `The gas of ${unpriced} transactions has no price and counts as nothing. Set RATES_COINGECKO_URL of the worker.`,
        ]),
  ]
}

/** Reads "10000+50bps<=200000" as ₦100.00 + 50 bps, at most ₦2,000.00. */
function describePlan(text: string): string {
  const [, flat = '0', bps = '0', cap] = /^([0-9]+)\+([0-9]+)bps(?:<=([0-9]+))?$/.exec(text) ?? []
  const most = cap === undefined ? '' : `, at most ${formatNaira(BigInt(cap))}`
  return `${formatNaira(BigInt(flat))} + ${bps} bps${most}`
}

/** Names the businesses whose fees lose money, for every list that operators look at each day. */
export function describeLosingPlans(plans: readonly LosingPlan[]): string[] {
  return plans.map(
    ({ linkTag, mode, transactions, marginMinor }) =>
      `${linkTag} loses money in ${mode} mode: ${formatNaira(marginMinor)} in 7 days, ${transactions} transactions. ` +
      `Change its fees: npx afara ops business terms ${linkTag} --mode ${mode} …`,
  )
}
