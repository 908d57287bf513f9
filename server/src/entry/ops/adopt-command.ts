import type { Command } from 'commander'
import { type AdoptionPlan, planAdoption, proposeAdoption } from '../../flows/restores/adoption.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { formatLane } from '../../movements/transfers/lane-name.ts'
import {
  countUncomparedLanes,
  type RestoredLane,
  selectRestoredLanes,
} from '../../movements/transfers/restored-lane-store.ts'
import { runChecks } from '../../records/ledger/run-checks.ts'
import { printNaira } from './naira.ts'
import type { OpsDeps, OpsHost, OpsSession } from './ops-session.ts'
import { printAsked } from './print-asked.ts'
import { requireReason } from './require-reason.ts'

/** After a restore. It shows; with a reason it proposes; another operator approves. */
export function addAdoptCommand(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('adopt')
    .description(
      'after a restore: what the signer and the chains know of and the database has forgotten; taking it over takes two operators',
    )
    .option('--reason <text>', 'propose to take it over: what happened')
    .action(async ({ reason }: { reason?: string }) => {
      await session.run(async (deps) => {
        const lanes = await selectRestoredLanes(deps.pool)
        if (lanes.length === 0) {
          session.print(...(await nothingForgotten(deps)))
          return
        }
        const outside = await host.readChainsAndJournal()
        for (const lane of lanes) {
          const plan = await planAdoption(outside, lane)
          session.print(...planLines(plan))
          session.print(...(await next(deps, plan, lane, reason)), '')
        }
      })
    })
}

async function next(
  deps: OpsDeps,
  plan: AdoptionPlan,
  { caseId, isProposed }: RestoredLane,
  reason: string | undefined,
): Promise<string[]> {
  const id = formatId('case', caseId)
  if (isProposed) return [`Proposed already. Next, by another operator: npx afara ops approve ${id}`]
  if (reason === undefined) return ['Next: npx afara ops adopt --reason "…"']
  const operatorId = deps.operator.id
  await proposeAdoption(deps, { plan, caseId, operatorId, reason: requireReason(reason) })
  return printAsked(id)
}

function planLines({ lane, locks }: AdoptionPlan): string[] {
  const sum = (of: typeof locks): string =>
    `${of.length} (${printNaira(of.reduce((total, { tokensMinor }) => total + tokensMinor, 0n))})`
  const landed = locks.filter(({ end }) => end?.state === 'final_ok')
  const nothing = locks.filter(({ end }) => end !== undefined && end.state !== 'final_ok')
  const open = locks.filter(({ end }) => end === undefined)
  const last = lane.nextLock + BigInt(locks.length) - 1n
  return [
    `${formatLane(lane)}, ${lane.address}: the database has forgotten ${locks.length} locks, ${lane.nextLock} to ${last}.`,
    `    arrived: ${sum(landed)}`,
    `    on their way, or signed and not sent: ${sum(open.filter(({ attempts }) => attempts.length > 0))}`,
    `    written down and never signed, to be cancelled: ${sum(open.filter(({ attempts }) => attempts.length === 0))}`,
    `    moved nothing: ${sum(nothing)}`,
    '    Tokens that left are in transit until a buy with the same reference comes and takes them.',
  ]
}

/** Before a freeze is lifted: everything was compared, and the record is sound. */
async function nothingForgotten({ pool }: OpsDeps): Promise<string[]> {
  const uncompared = await countUncomparedLanes(pool)
  if (uncompared > 0) {
    return [
      `${uncompared} lanes were not compared with their chains since the database started: is the worker running? It takes a minute.`,
    ]
  }
  const { checks, findings } = await runChecks(pool)
  if (findings.length > 0) {
    return [
      ...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
      'Nothing is forgotten, but the record is not sound: leave the freeze, and look (docs/runbooks/tampering-found.md).',
    ]
  }
  return [
    `Nothing is forgotten: every lane is where its chain and the signer's journal are. All ${checks} checks hold.`,
    'Next, if everything is frozen: npx afara ops unfreeze all --reason "…"',
  ]
}
