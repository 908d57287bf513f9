import { randomUUID } from 'node:crypto'
import type { TransactionReply } from '../api/wire.ts'
import type { Told } from '../listen/read-feed.ts'
import { collectEvents, hasArrived } from '../sandbox/follow-run.ts'
import type { Run, RunReply, Scenario } from '../sandbox/scenario.ts'
import type { Session } from '../session.ts'
import { answerText, isTaken } from '../webhooks/post-webhook.ts'
import { type Check, failed, notShown, passed } from './check.ts'
import type { Receiver } from './receiver.ts'

/** Runs a scenario, delivers its events, and compares the final status at the API with the one that the receiver reports. */
export async function judgeScenario(
  session: Session,
  receiver: Receiver,
  scenario: Scenario,
): Promise<Check> {
  const check = { name: `scenario_${scenario.name}`, title: scenario.sentence }
  const { transaction_ids: ids, expect } = await triggerRun(session, scenario.name)
  if (ids.length === 0) return notShown(check, 'the scenario creates no transaction and no event')
  let ended = ''
  for (const id of ids) {
    const told = await collectEvents(session, { id, expect })
    if (!hasArrived(told, expect)) {
      return notShown(check, `the sandbox did not reach ${expect.at(-1)} in time (${id})`)
    }
    const refusal = await deliverAll(receiver, told)
    if (refusal !== undefined) return failed(check, refusal)
    if (!receiver.canTellState) continue
    const { status } = (await session.get<TransactionReply>(`/transactions/v1/${id}`)).body.transaction
    const state = await receiver.settle(id, (seen) => seen?.status === status)
    if (state?.status !== status) {
      return failed(check, `the API returns ${status}, your state URL ${state?.status ?? 'nothing'} (${id})`)
    }
    ended = status
  }
  if (receiver.canTellState) return passed(check, ended)
  return notShown(check, 'all events were accepted; pass --state-url to check your state')
}

export async function triggerRun(session: Session, name: string): Promise<Run> {
  const path = `/sandbox/v1/scenarios/${encodeURIComponent(name)}`
  return (await session.post<RunReply>(path, {}, { idempotencyKey: randomUUID() })).body.run
}

/** Delivers the events in order. Returns the first refusal, if there is one. */
async function deliverAll(receiver: Receiver, told: readonly Told[]): Promise<string | undefined> {
  for (const one of told) {
    const answer = await receiver.deliver(one)
    if (!isTaken(answer)) return `${one.event.type} got ${answerText(answer)}`
  }
  return undefined
}
