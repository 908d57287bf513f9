import type { TransactionReply } from '../api/wire.ts'
import type { Told } from '../listen/read-feed.ts'
import { collectRun } from '../sandbox/follow-run.ts'
import type { Run, RunReply, Scenario } from '../sandbox/scenario.ts'
import type { Session } from '../session.ts'
import { answerText, isTaken } from '../webhooks/post-webhook.ts'
import { type Check, failed, notShown, passed } from './check.ts'
import type { Receiver } from './receiver.ts'

/** Plays a scenario, delivers its events, and asks both sides what became of it. */
export async function judgeScenario(
  session: Session,
  receiver: Receiver,
  scenario: Scenario,
): Promise<Check> {
  const check = { name: `scenario_${scenario.name}`, title: scenario.sentence }
  const run = await triggerRun(session, scenario.name)
  const told = await collectRun(session, run)
  const wanted = run.expect.at(-1)
  if (told.at(-1)?.event.type !== wanted) {
    return notShown(check, `the sandbox did not come to ${wanted} in time (${run.transaction_id})`)
  }
  const refusal = await deliverAll(receiver, told)
  if (refusal !== undefined) return failed(check, refusal)
  if (!receiver.canTellState)
    return notShown(check, 'all events were taken; give --state-url to see what became of them')
  const { status } = (await session.get<TransactionReply>(`/transactions/v1/${run.transaction_id}`)).body
    .transaction
  const state = await receiver.settle(run.transaction_id, (seen) => seen?.status === status)
  if (state?.status === status) return passed(check, status)
  return failed(
    check,
    `the API says ${status}, your state URL ${state?.status ?? 'nothing'} (${run.transaction_id})`,
  )
}

export async function triggerRun(session: Session, name: string): Promise<Run> {
  return (await session.post<RunReply>(`/sandbox/v1/scenarios/${encodeURIComponent(name)}`, {})).body.run
}

/** In order; says what was refused, if anything was. */
async function deliverAll(receiver: Receiver, told: readonly Told[]): Promise<string | undefined> {
  for (const one of told) {
    const answer = await receiver.deliver(one)
    if (!isTaken(answer)) return `${one.event.type} was answered with ${answerText(answer)}`
  }
  return undefined
}
