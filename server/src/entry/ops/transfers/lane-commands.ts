import type { Command } from 'commander'
import { proposeResolution } from '../../../flows/cases/propose-resolution.ts'
import { planAbandoning } from '../../../flows/deliveries/plan-abandoning.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { parseMoney } from '../../../kernel/money/money.ts'
import { networkNamed } from '../../../kernel/networks.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  formatLane,
  type LaneOverview,
  requireTopUpRoom,
  selectLanes,
} from '../../../movements/transfers/lane-overview-store.ts'
import { stopLane } from '../../../movements/transfers/lane-store.ts'
import { findCaseOfLane } from '../../../records/cases/case-store.ts'
import type { TopUp } from '../../../records/cases/resolution.ts'
import { readNaira } from '../amounts.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { addOpenLane } from '../open-commands.ts'
import { type OpsDeps, type OpsHost, type OpsSession, requireReason } from '../ops-session.ts'
import { describeRequest, requestApproval } from '../request-approval.ts'
import { formatLanes } from './format-lanes.ts'

type WithReason = { reason: string }

/** One operator can stop a lane at once. Resuming it needs two. */
export function addLaneCommands(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('lanes')
    .description('list lanes: balance, queue, pending transfers')
    .action(async () => {
      await session.run(async ({ pool, clock }) =>
        session.print(...formatLanes(await selectLanes(pool), clock.now())),
      )
    })
  const lane = ops.command('lane').description('manage lanes')
  addOpenLane(lane, session, host)
  addStop(lane, session, {
    command: 'halt',
    to: 'halted',
    done: 'sends nothing, not even signed transfers. It is still watched.',
  })
  addStop(lane, session, {
    command: 'drain',
    to: 'draining',
    done: 'gets no new transfers and finishes the ones that it has.',
  })
  lane
    .command('resume <lane>')
    .description('resume a lane; needs two operators')
    .requiredOption('--reason <text>', 'what you found')
    .action(async (name: string, { reason }: WithReason) => {
      await session.run(async (deps) => {
        session.print(...(await requestResume(deps, await requireLane(deps.pool, name), reason)))
      })
    })
  addTopUpCommand(lane, session)
  addAbandonCommand(lane, session, host)
}

function addStop(
  lane: Command,
  session: OpsSession,
  { command, to, done }: { command: string; to: 'halted' | 'draining'; done: string },
): void {
  lane
    .command(`${command} <lane>`)
    .description(`the lane ${done}`)
    .requiredOption('--reason <text>', 'what happened')
    .action(async (name: string, { reason }: WithReason) => {
      await session.run(async ({ pool, clock, operator }) => {
        const { id } = await requireLane(pool, name)
        const by = { by: operator.id, reason: requireReason(reason), at: clock.now() }
        const movedCount = await stopLane(pool, { laneId: id, to, ...by })
        session.print(
          movedCount === null ? `${name} is already ${to}.` : `${name} ${done}`,
          ...(movedCount === null || movedCount === 0
            ? []
            : [`Its ${movedCount} queued transfers moved to another lane.`]),
          `Next, after the investigation: npx afara ops lane resume ${name} --reason "…"`,
        )
      })
    })
}

/** Proposes the resolution of the lane's open case. Without a case, requests a new one. */
async function requestResume(deps: OpsDeps, lane: LaneOverview, reason: string): Promise<string[]> {
  const shown = formatLane(lane)
  if (lane.state === 'active') throw new Refusal('lane_move_refused', `${shown} is active. Nothing was done.`)
  if (lane.isAbandoned) {
    throw new Refusal('lane_move_refused', `${shown} was abandoned and cannot be resumed. Open another lane.`)
  }
  const open = await findCaseOfLane(deps.pool, lane.id)
  if (open !== undefined) {
    const wanted = { action: 'resume_lane', lane_id: lane.id }
    const caseId = formatId('case', open)
    const { obstacle } = await proposeResolution(deps, {
      caseId,
      operatorId: deps.operator.id,
      wanted,
      reason,
    })
    return describeRequest(deps, { caseId, obstacle })
  }
  return requestApproval(deps, reason, {
    mode: lane.mode,
    facts: { subject: lane.id, lane: shown, address: lane.address },
    summary: `Resume ${shown}. It is ${lane.state}${lane.haltedBecause === null ? '' : `: "${lane.haltedBecause}"`}.`,
    resolution: { action: 'resume_lane', lane_id: lane.id },
  })
}

type TopUpOptions = WithReason & { tokens: string; gas: string }

/** Books tokens that the wallet already has, because a lane sends nothing that is not booked. */
function addTopUpCommand(lane: Command, session: OpsSession): void {
  lane
    .command('top-up <lane>')
    .description('book tokens and gas that were added to the wallet of a lane; needs two operators')
    .option('--tokens <naira>', 'tokens, in naira', '0')
    .option('--gas <coins>', "the network's coin, such as 12.5", '0')
    .requiredOption('--reason <text>', 'where they came from')
    .action(async (name: string, { tokens, gas, reason }: TopUpOptions) => {
      const tokensMinor = readNaira(tokens).minor
      await session.run(async (deps) => {
        const found = await requireLane(deps.pool, name)
        const { id, mode, network, number, address } = found
        const gasUnits = parseMoney(gas, networkNamed(network).gasAsset).minor
        if (tokensMinor + gasUnits === 0n) throw new Refusal('field_invalid', 'Pass --tokens, --gas or both.')
        await requireTopUpRoom(deps.pool, found, { tokensMinor, gasUnits, at: deps.clock.now() })
        const resolution: TopUp = {
          action: 'top_up_lane',
          network,
          number,
          tokens_minor: tokensMinor.toString(),
          gas_units: gasUnits.toString(),
        }
        session.print(
          ...(await requestApproval(deps, reason, {
            mode,
            // Not only the lane's id: a case that asks to resume the lane may be open at the same time.
            facts: { subject: `top-up:${id}`, lane: formatLane(found), address },
            summary: `In ${mode} mode, ${describeResolution(resolution)}: ${address}.`,
            resolution,
          })),
        )
      })
    })
}

/** Abandons a lane whose key is lost. Checks the signer's journal for signatures of the locks that would be given up. */
function addAbandonCommand(lane: Command, session: OpsSession, host: OpsHost): void {
  lane
    .command('abandon <lane>')
    .description(
      'abandon a lane whose key is lost: locks without signed bytes become void; permanent, and needs two operators',
    )
    .requiredOption('--reason <text>', 'how the key was lost, and how you know')
    .action(async (name: string, { reason }: WithReason) => {
      await session.run(async (deps) => {
        const found = await requireLane(deps.pool, name)
        const { journal } = await host.readChainsAndJournal()
        const resolution = await planAbandoning({ pool: deps.pool, journal }, found)
        const { id, mode, address, haltedBecause } = found
        session.print(
          ...(await requestApproval(deps, reason, {
            mode,
            facts: { subject: `abandon:${id}`, lane: formatLane(found), address, because: haltedBecause },
            summary: `Abandon ${formatLane(found)} permanently: ${describeResolution(resolution)}.`,
            resolution,
          })),
        )
      })
    })
}

/** Finds the lane with this printed name, ignoring case, or refuses. */
export async function requireLane(sql: Sql, name: string): Promise<LaneOverview> {
  const lane = (await selectLanes(sql)).find((one) => formatLane(one).toLowerCase() === name.toLowerCase())
  if (lane !== undefined) return lane
  throw new Refusal(
    'lane_unknown',
    `No lane is called "${name}". Copy its name (such as test:Polygon:1) from "npx afara ops lanes".`,
  )
}
