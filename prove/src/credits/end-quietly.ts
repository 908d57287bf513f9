import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import type { Progress } from '../progress.ts'
import type { AnswerTrouble } from './answer-faults.ts'
import type { Imports } from './import-days.ts'
import type { Stage } from './set-stage.ts'
import { countWaiting, findUntold, untilTrue } from './until-told.ts'

const STILL_MS = 15_000

/** Ends all faults, waits for the remaining notifications, and imports the last day's statements. */
export async function endQuietly(
  stage: Stage,
  trouble: AnswerTrouble,
  imports: Imports,
  progress: Progress,
  withinMs: number,
): Promise<void> {
  const { desk, worker } = stage
  await trouble.endAll()
  await desk.run(new Date())
  const truth = await desk.truth()
  await resend(stage, truth)
  let [fewest, fewestAt] = [Infinity, performance.now()]
  await untilTrue(async () => {
    const [untold, waiting] = [await findUntold(worker, truth), await countWaiting(worker)]
    if (untold.length + waiting < fewest) [fewest, fewestAt] = [untold.length + waiting, performance.now()]
    progress.show(
      `feeds have not yet reported ${untold.length} credits, and ${waiting} notifications are unread`,
    )
    // No feed reports a line that a list hid for longer than the lookback of lists. Only the statement shows it.
    const isStill = performance.now() - fewestAt > STILL_MS
    return waiting === 0 && (untold.length === 0 || isStill)
  }, withinMs)
  const untold = await findUntold(worker, truth)
  for (const line of untold.slice(0, 5))
    progress.say(`no feed reported ${line.id} (${line.vendor} ${line.reference}, ${line.faults.join(' ')})`)
  await imports.upTo(await desk.truth(), undefined)
}

/**
 * Requests the notifications that vendors gave up or have not sent yet, as an operator would. Skips forged ones: too many bad signatures
 * would shut out the real ones.
 */
async function resend({ desk }: Stage, truth: readonly TrueLine[]): Promise<void> {
  const isForged = new Set(
    truth.filter(({ faults }) => faults.includes('hook_bad_signature')).map(({ reference }) => reference),
  )
  const { hooks } = await desk.hooks()
  const open = new Set(['given_up', 'waiting', 'held'])
  const lost = hooks.filter(({ state, reference }) => open.has(state) && !isForged.has(reference))
  for (const { id } of lost) await desk.deliver(id)
}
