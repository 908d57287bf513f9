import type { Command } from 'commander'
import { requestChange } from '../../flows/cases/propose-resolution.ts'
import { planAbandoning } from '../../flows/deliveries/plan-abandoning.ts'
import { formatLane } from '../../movements/transfers/lane-name.ts'
import type { OpsHost, OpsSession } from './ops-session.ts'
import { printAsked } from './print-asked.ts'
import { requireLane } from './require-lane.ts'
import { describeResolution } from './resolution-words.ts'

/** For a lane whose key is lost. The signer's journal is asked whether anything was signed for what would be given up. */
export function addAbandonCommand(lane: Command, session: OpsSession, host: OpsHost): void {
  lane
    .command('abandon <lane>')
    .description(
      'its key is lost: what has a lock there and no bytes is dead; for ever, and takes two operators',
    )
    .requiredOption('--reason <text>', 'how the key was lost, and how that is known')
    .action(async (name: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        const found = await requireLane(deps.pool, name)
        const { journal } = await host.readChainsAndJournal()
        const resolution = await planAbandoning({ pool: deps.pool, journal }, found)
        const { id, mode, address, haltedBecause } = found
        const caseId = await requestChange(deps, {
          operatorId: deps.operator.id,
          reason,
          change: {
            mode,
            facts: { subject: `abandon:${id}`, lane: formatLane(found), address, because: haltedBecause },
            summary: `Give ${formatLane(found)} up for ever: ${describeResolution(resolution)}.`,
            resolution,
          },
        })
        session.print(...printAsked(caseId))
      })
    })
}
