import type { Command } from 'commander'
import { type AdoptionPlan, planAdoption, proposeAdoption } from '../../../flows/restores/adoption.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { formatLane } from '../../../movements/transfers/lane-overview-store.ts'
import {
  countUncomparedLanes,
  type LostLock,
  type RestoredLane,
  selectLostLocks,
  selectRestoredLanes,
} from '../../../movements/transfers/restored-lane-store.ts'
import type { WriteOff } from '../../../records/cases/resolution.ts'
import { runChecks } from '../../../records/ledger/check-store.ts'
import { formatNaira } from '../amounts.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { type OpsDeps, type OpsHost, type OpsSession, requireReason } from '../ops-session.ts'
import { describeRequest, requestApproval } from '../request-approval.ts'

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
          session.print(...(await describeNothingForgotten(deps)))
          return
        }
        const sources = await host.readChainsAndJournal()
        for (const lane of lanes) {
          const plan = await planAdoption(sources, lane)
          session.print(...formatPlan(plan))
          session.print(...(await propose(deps, plan, lane, reason)), '')
        }
      })
    })
}

/** Proposes the plan where a reason is given; else it says what to type. */
async function propose(
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
  return describeRequest(id)
}

function formatPlan({ lane, locks }: AdoptionPlan): string[] {
  const sum = (of: typeof locks): string =>
    `${of.length} (${formatNaira(of.reduce((total, { tokensMinor }) => total + tokensMinor, 0n))})`
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
async function describeNothingForgotten({ pool }: OpsDeps): Promise<string[]> {
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

type WriteOffOptions = { loss?: true; business?: true; reason?: string }

/** Tokens that left before a restore, for a buy that is lost for ever: they cannot stay in transit. Two people say whose they are. */
export function addWriteOffCommand(ops: Command, session: OpsSession): void {
  ops
    .command('write-off [lane] [lock]')
    .description(
      'tokens that arrived before a restore and whose buy never came back: without a lane, what there is; with one, book it; takes two operators',
    )
    .option('--loss', 'we bear it')
    .option('--business', 'the business that it was for owes it to us')
    .option('--reason <text>', 'who was asked, and what they said')
    .action(async (lane: string | undefined, lock: string | undefined, options: WriteOffOptions) => {
      await session.run(async (deps) => {
        const lost = await selectLostLocks(deps.pool)
        if (lane === undefined) {
          session.print(...formatLostLocks(lost))
          return
        }
        const found = requireLostLock(lost, lane, lock)
        const resolution = readWriteOff(found, options)
        session.print(
          ...(await requestApproval(deps, requireReason(options.reason ?? ''), {
            mode: found.mode,
            facts: {
              subject: `write-off:${found.laneId}:${found.lock}`,
              lane: formatLane(found),
              right: found.rightKey,
              address: found.address,
            },
            summary: `${formatLane(found)}, lock ${found.lock}: ${describeResolution(resolution)}.`,
            resolution,
          })),
        )
      })
    })
}

function requireLostLock(lost: readonly LostLock[], lane: string, lock: string | undefined): LostLock {
  const found = lost.find(
    (one) => formatLane(one).toLowerCase() === lane.toLowerCase() && one.lock.toString() === lock,
  )
  if (found !== undefined) return found
  throw new Refusal(
    'lane_move_refused',
    `Nothing that arrived waits for its buy on lock ${lock ?? '…'} of ${lane}: see "npx afara ops write-off".`,
  )
}

function readWriteOff(found: LostLock, { loss, business }: WriteOffOptions): WriteOff {
  if ((loss === true) === (business === true))
    throw new Refusal('field_invalid', 'Say who bears it: --loss or --business.')
  if (business === true && found.businessId === null)
    throw new Refusal('field_invalid', 'We do not have the business that it was for: --loss.')
  return {
    action: 'write_off',
    lane_id: found.laneId,
    lock: found.lock.toString(),
    right_key: found.rightKey,
    tokens_minor: found.tokensMinor.toString(),
    business_id: business === true ? found.businessId : null,
  }
}

function formatLostLocks(lost: readonly LostLock[]): string[] {
  if (lost.length === 0) return ['Nothing that arrived before a restore waits for its buy.']
  return [
    ...lost.flatMap((one) => [
      `${formatLane(one)}, lock ${one.lock}: ${formatNaira(one.tokensMinor)} for ${one.address}`,
      `    ${one.businessName ?? 'a business that we do not have'}, reference ${one.rightKey.split('/').slice(2, -2).join('/')}, taken over ${one.adoptedAt.toISOString()}`,
    ]),
    'Next: ask the business for the request, with the same reference. If it never comes:',
    '      npx afara ops write-off <lane> <lock> --loss --reason "…"',
  ]
}
