import type { Command } from 'commander'
import { requestChange } from '../../flows/cases/propose-resolution.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { formatLane } from '../../movements/transfers/lane-name.ts'
import { type LostLock, selectLostLocks } from '../../movements/transfers/lost-lock-store.ts'
import type { WriteOff } from '../../records/cases/resolution.ts'
import { printNaira } from './naira.ts'
import type { OpsSession } from './ops-session.ts'
import { printAsked } from './print-asked.ts'
import { requireReason } from './require-reason.ts'
import { describeResolution } from './resolution-words.ts'

type Options = { loss?: true; business?: true; reason?: string }

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
    .action(async (lane: string | undefined, lock: string | undefined, options: Options) => {
      await session.run(async (deps) => {
        const lost = await selectLostLocks(deps.pool)
        if (lane === undefined) {
          session.print(...lostLines(lost))
          return
        }
        const found = requireLost(lost, lane, lock)
        const resolution = readWriteOff(found, options)
        const caseId = await requestChange(deps, {
          operatorId: deps.operator.id,
          reason: requireReason(options.reason ?? ''),
          change: {
            mode: found.mode,
            facts: {
              subject: `write-off:${found.laneId}:${found.lock}`,
              lane: formatLane(found),
              right: found.rightKey,
              address: found.address,
            },
            summary: `${formatLane(found)}, lock ${found.lock}: ${describeResolution(resolution)}.`,
            resolution,
          },
        })
        session.print(...printAsked(caseId))
      })
    })
}

function requireLost(lost: readonly LostLock[], lane: string, lock: string | undefined): LostLock {
  const found = lost.find(
    (one) => formatLane(one).toLowerCase() === lane.toLowerCase() && one.lock.toString() === lock,
  )
  if (found !== undefined) return found
  throw new Refusal(
    'lane_move_refused',
    `Nothing that arrived waits for its buy on lock ${lock ?? '…'} of ${lane}: see "npx afara ops write-off".`,
  )
}

function readWriteOff(found: LostLock, { loss, business }: Options): WriteOff {
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

function lostLines(lost: readonly LostLock[]): string[] {
  if (lost.length === 0) return ['Nothing that arrived before a restore waits for its buy.']
  return [
    ...lost.flatMap((one) => [
      `${formatLane(one)}, lock ${one.lock}: ${printNaira(one.tokensMinor)} for ${one.address}`,
      `    ${one.businessName ?? 'a business that we do not have'}, reference ${one.rightKey.split('/').slice(2, -2).join('/')}, taken over ${one.adoptedAt.toISOString()}`,
    ]),
    'Next: ask the business for the request, with the same reference. If it never comes:',
    '      npx afara ops write-off <lane> <lock> --loss --reason "…"',
  ]
}
