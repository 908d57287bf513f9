import type { Told } from '../listen/read-feed.ts'
import { collectEvents, hasArrived } from '../sandbox/follow-run.ts'
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

/** The first checks use the events of this scenario, the simplest one that completes. */
const MODEL = 'paid_exactly'

const AT_ONCE = 4

/** Runs the checks, each with its own transaction, so that a failure in one does not affect the others. */
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
  const played = new Map<Scenario, Check>()
  const play = async (scenario: Scenario) => {
    const check = await judgeScenario(session, receiver, scenario)
    played.set(scenario, check)
    onCheck(check)
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (const scenario of plan.scenarios.filter((one, at) => !isAboutTime(one) && at % AT_ONCE === lane)) {
        await play(scenario)
      }
    }),
  )
  // These scenarios move the clock of the whole business, which would affect open transactions.
  for (const scenario of plan.scenarios.filter(isAboutTime)) await play(scenario)
  // Checks are printed as they finish and reported in the order of the list.
  return [...checks, ...plan.scenarios.flatMap((scenario) => played.get(scenario) ?? [])]
}

function isAboutTime({ name, expect }: Scenario): boolean {
  return /late|clock/.test(name) || expect.some((type) => type.endsWith('.expired'))
}

async function playModel(session: Session): Promise<readonly Told[]> {
  const { transaction_ids: ids, expect } = await triggerRun(session, MODEL)
  const [id = ''] = ids
  const told = await collectEvents(session, { id, expect })
  if (hasArrived(told, expect)) return told
  throw new Error(
    `The sandbox did not bring ${id} to ${expect.at(-1)} in time. Check that its worker is running.`,
  )
}
