import type { Command } from 'commander'
import { proposeResolution, requestChange } from '../../flows/cases/propose-resolution.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { formatLane } from '../../movements/transfers/lane-name.ts'
import { type LaneOverview, selectLanes } from '../../movements/transfers/lane-overview-store.ts'
import { stopLane } from '../../movements/transfers/stop-lane.ts'
import { findCaseOfLane } from '../../records/cases/case-store.ts'
import { addAbandonCommand } from './abandon-command.ts'
import { laneLines } from './lane-lines.ts'
import type { OpsDeps, OpsHost, OpsSession } from './ops-session.ts'
import { printAsked } from './print-asked.ts'
import { requireLane } from './require-lane.ts'
import { requireReason } from './require-reason.ts'
import { addTopUpCommand } from './top-up-command.ts'

type Reason = { reason: string }

/** Stopping a lane is for one person at once; letting it send again takes two. */
export function addLaneCommands(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('lanes')
    .description('the wallets of ours that tokens are sent from: what they have, what waits, what is out')
    .action(async () => {
      await session.run(async ({ pool, clock }) =>
        session.print(...laneLines(await selectLanes(pool), clock.now())),
      )
    })
  const lane = ops
    .command('lane')
    .description('stop a wallet of ours, let it send again, give it up, or book what it was brought')
  addStop(lane, session, {
    command: 'halt',
    to: 'halted',
    done: 'sends nothing, not even what is signed. It is still watched.',
  })
  addStop(lane, session, {
    command: 'drain',
    to: 'draining',
    done: 'takes nothing new and finishes what it has.',
  })
  lane
    .command('resume <lane>')
    .description('let it send again; takes two operators')
    .requiredOption('--reason <text>', 'what was found out')
    .action(async (name: string, { reason }: Reason) => {
      await session.run(async (deps) => {
        session.print(...printAsked(await askToResume(deps, await requireLane(deps.pool, name), reason)))
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
    .description(`it ${done}`)
    .requiredOption('--reason <text>', 'what happened')
    .action(async (name: string, { reason }: Reason) => {
      await session.run(async ({ pool, clock, operator }) => {
        const { id } = await requireLane(pool, name)
        const by = { by: operator.id, reason: requireReason(reason), at: clock.now() }
        const moved = await stopLane(pool, { laneId: id, to, ...by })
        session.print(
          moved === null ? `${name} is ${to} already.` : `${name} ${done}`,
          ...(moved === null || moved === 0
            ? []
            : [`What waited for it (${moved}) waits for another lane now.`]),
          `Next, when it is understood: npx afara ops lane resume ${name} --reason "…"`,
        )
      })
    })
}

/** Where a question about the lane is open, it is answered; else one is asked. */
async function askToResume(deps: OpsDeps, lane: LaneOverview, reason: string): Promise<string> {
  const { operator } = deps
  const shown = formatLane(lane)
  if (lane.state === 'active')
    throw new Refusal('lane_move_refused', `${shown} is active: there is nothing to do.`)
  if (lane.isAbandoned) {
    throw new Refusal('lane_move_refused', `${shown} was given up for ever: open another.`)
  }
  const open = await findCaseOfLane(deps.pool, lane.id)
  if (open !== undefined) {
    const wanted = { action: 'resume_lane', lane_id: lane.id }
    const caseId = formatId('case', open)
    await proposeResolution(deps, { caseId, operatorId: operator.id, wanted, reason })
    return caseId
  }
  return requestChange(deps, {
    operatorId: operator.id,
    reason,
    change: {
      mode: lane.mode,
      facts: { subject: lane.id, lane: shown, address: lane.address },
      summary: `Let ${shown} send again; it is ${lane.state}${lane.haltedBecause === null ? '' : `: "${lane.haltedBecause}"`}.`,
      resolution: { action: 'resume_lane', lane_id: lane.id },
    },
  })
}
