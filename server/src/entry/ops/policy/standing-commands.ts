import type { Command } from 'commander'
import { formatId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { requireBusiness } from '../../../records/businesses/business-store.ts'
import { requireCase } from '../../../records/cases/case-store.ts'
import { parseStandingKind, type StandingTerms } from '../../../records/cases/standing.ts'
import {
  endStanding,
  type StandingDecision,
  selectStandingDecisions,
} from '../../../records/cases/standing-store.ts'
import { parseExpiry } from '../../../records/keys/key-rights.ts'
import { formatNaira, readNaira } from '../amounts.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { type OpsSession, requireReason } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatMoment, formatTable } from '../terminal-text.ts'

type AllowOptions = {
  mode: string
  ground: string
  cap: string
  total: string
  until: string
  business?: string
  reason: string
}

/** Two operators let one person close a narrow kind of case. One operator ends that. */
export function addStandingCommands(ops: Command, session: OpsSession): void {
  const standing = ops
    .command('standing')
    .description('let one person close a narrow kind of case: allow, end, list')
  addAllow(standing, session)
  addEnd(standing, session)
  addList(standing, session)
}

function addAllow(standing: Command, session: OpsSession): void {
  standing
    .command('allow <decision>')
    .description('let one person make this decision in cases of one kind; needs two operators')
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption('--ground <kind>', 'the kind of case')
    .requiredOption('--cap <naira>', 'the most that one decision moves')
    .requiredOption('--total <naira>', 'the most that all decisions together move')
    .requiredOption('--until <date or time>', 'when it expires, within 90 days, such as 2027-06-30')
    .option('--business <business>', 'only for cases of this business (default: every business)')
    .requiredOption('--reason <text>', 'why one person suffices')
    .action(async (decision: string, options: AllowOptions) => {
      const { mode, ground, cap, total, until, business: tag, reason } = options
      const allowed = parseStandingKind(decision, ground)
      await session.run(async (deps) => {
        const business = tag === undefined ? undefined : await requireBusiness(deps.pool, tag)
        const expiresAt = parseExpiry(until, deps.clock.now())
        if (expiresAt === null)
          throw new Refusal('expiry_invalid', 'A standing decision must expire. Pass --until.')
        const resolution: StandingTerms = {
          action: 'allow_standing',
          ...allowed,
          cap_minor: readNaira(cap).minor.toString(),
          total_minor: readNaira(total).minor.toString(),
          expires_at: expiresAt.toISOString(),
          business_id: business?.id ?? null,
        }
        session.print(
          ...(await requestApproval(deps, reason, {
            mode: parseMode(mode),
            facts: { subject: `standing:${allowed.kind}:${ground}:${business?.id ?? 'all'}` },
            summary: `In ${mode} mode, ${describeResolution(resolution)}.`,
            resolution,
          })),
        )
      })
    })
}

function addEnd(standing: Command, session: OpsSession): void {
  standing
    .command('end <case>')
    .description('end a standing decision at once; one operator suffices')
    .requiredOption('--reason <text>', 'why')
    .action(async (caseId: string, { reason }: { reason: string }) => {
      await session.run(async ({ pool, clock, operator }) => {
        const { id, resolution, ended } = await requireCase(pool, caseId)
        if (resolution?.action !== 'allow_standing' || ended !== 'approved')
          throw new Refusal('not_found', `${caseId} is not a standing decision in force.`)
        const about = {
          standingId: id,
          operatorId: operator.id,
          reason: requireReason(reason),
          at: clock.now(),
        }
        session.print(
          (await endStanding(pool, about))
            ? `${caseId} has ended. Two operators decide these cases from now on.`
            : `${caseId} had already ended. Nothing was changed.`,
        )
      })
    })
}

function addList(standing: Command, session: OpsSession): void {
  standing
    .command('list')
    .description('show the standing decisions, newest first')
    .action(async () => {
      await session.run(async ({ pool, clock }) => {
        const all = await selectStandingDecisions(pool)
        if (all.length === 0) return session.print('There are no standing decisions.')
        session.print(
          ...formatTable(
            [
              { title: 'standing decision', width: 36 },
              { title: 'mode', width: 4 },
              { title: 'decision', width: 12 },
              { title: 'ground', width: 14 },
              { title: 'each', width: 16, isRight: true },
              { title: 'used', width: 16, isRight: true },
              { title: 'of', width: 16, isRight: true },
              { title: 'state', width: 60 },
            ],
            all.map((one) => [
              formatId('case', one.id),
              one.mode,
              one.kind.replaceAll('_', '-'),
              one.ground,
              formatNaira(BigInt(one.capMinor)),
              formatNaira(BigInt(one.usedMinor)),
              formatNaira(BigInt(one.totalMinor)),
              describeState(one, clock.now()),
            ]),
          ),
        )
      })
    })
}

function describeState({ endedBecause, expiresAt, businessId }: StandingDecision, now: Date): string {
  if (endedBecause !== null) return `ended: ${endedBecause}`
  if (expiresAt <= now) return `expired ${formatMoment(expiresAt)}`
  const whose = businessId === null ? '' : `, only ${formatId('business', businessId)}`
  return `in force until ${formatMoment(expiresAt)}${whose}`
}
