import type { Told } from '../listen/read-feed.ts'
import { collectRun } from '../sandbox/follow-run.ts'
import type { Scenario } from '../sandbox/scenario.ts'
import type { Session } from '../session.ts'
import type { Check } from './check.ts'
import { judgeCreates } from './judge-creates.ts'
import { judgeDuplicates, judgeOrder, judgeRetries } from './judge-delivery.ts'
import { judgeScenario, triggerRun } from './judge-scenario.ts'
import { judgeSignatures } from './judge-signatures.ts'
import type { Receiver } from './receiver.ts'

export type Plan = Readonly<{
  receiver: Receiver
  url: string
  createUrl: string | undefined
  scenarios: readonly Scenario[]
  onCheck(check: Check): void
}>

/** What the events of the first checks are taken from: the plainest way to the end. */
const MODEL = 'paid_exactly'

/** One check after the other, each with a transaction of its own, so that what fails in one fails in no other. */
export async function runCertify(session: Session, plan: Plan): Promise<readonly Check[]> {
  const { receiver, url, onCheck } = plan
  const checks: Check[] = []
  const note = (...found: readonly Check[]) => {
    checks.push(...found)
    for (const check of found) onCheck(check)
  }
  const [signatures, duplicates, order, retries] = await Promise.all([
    playModel(session),
    playModel(session),
    playModel(session),
    playModel(session),
  ])
  note(...(await judgeSignatures(receiver, signatures, session.world.now())))
  note(...(await judgeDuplicates(receiver, duplicates)))
  note(await judgeOrder(receiver, order))
  note(await judgeRetries(receiver, retries, { world: session.world, url }))
  note(await judgeCreates(session, plan.createUrl))
  for (const scenario of plan.scenarios) note(await judgeScenario(session, receiver, scenario))
  return checks
}

async function playModel(session: Session): Promise<readonly Told[]> {
  const run = await triggerRun(session, MODEL)
  const told = await collectRun(session, run)
  if (told.at(-1)?.event.type === run.expect.at(-1)) return told
  throw new Error(
    `The sandbox did not bring ${run.transaction_id} to ${run.expect.at(-1)} in time: is its worker running?`,
  )
}
