import type { Reply, Session } from '../session.ts'

export type Scenario = Readonly<{
  name: string
  sentence: string
  /** Event types of each of its transactions, in order. Empty if it creates no transaction. */
  expect: readonly string[]
}>

export type Run = Readonly<{
  scenario: string
  transaction_id: string | null
  transaction_ids: readonly string[]
  expect: readonly string[]
}>
export type RunReply = Readonly<{ run: Run }>

type ScenariosReply = Readonly<{ scenarios: readonly Scenario[] }>

export async function loadScenarios(
  session: Session,
): Promise<{ reply: Reply<ScenariosReply>; scenarios: readonly Scenario[] }> {
  const reply = await session.get<ScenariosReply>('/sandbox/v1/scenarios')
  return { reply, scenarios: reply.body.scenarios }
}
