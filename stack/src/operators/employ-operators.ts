import { setTimeout as sleep } from 'node:timers/promises'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { declineCase } from '@afara/server/flows/cases/case-steps.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { Refusal } from '@afara/server/kernel/refusal.ts'
import { softwareSigning } from '../authenticator/software-signing.ts'

export type Operators = Readonly<{
  /** Stops the operators and returns the number of decided cases, by kind and action. */
  stop(): Promise<ReadonlyMap<string, number>>
}>

/** The part of a case that an operator sees. */
export type SeenCase = Readonly<{
  kind: string
  lineId: string | null
  /** Reference of the transaction that the case is about. */
  reference: string | null
  facts: Readonly<Record<string, unknown>>
  /** The decision that the case itself suggests. */
  suggests: Decision | null
  ageSeconds: number
}>

/** The decision of an honest operator. There is none while the evidence is missing or inconclusive. */
export type Decision = Readonly<{ action: string } & Record<string, unknown>>

/** Facts that operators gather before they decide: the answers of the bank and the customers. */
export type Evidence = Readonly<{
  decide(file: SeenCase): Promise<Decision | undefined>
  /** Credits that customers call about before a rule has opened a case. */
  calls?(): Promise<ReadonlyArray<Readonly<{ lineId: string; decision: Decision }>>>
}>

type Row = SeenCase & Readonly<{ id: string; state: string; version: number }>
type People = Readonly<{ one: string; other: string }>

const [bisi, chidi] = seedOperators
const clock = systemClock

/**
 * Employs two operators who follow the runbooks. One finds out what happened and proposes a decision; the other approves it if the case has
 * not changed since. A case without evidence stays open. They never lift a freeze: a run with a freeze has failed.
 */
export function employOperators(owner: Pool, gather: () => Promise<Evidence>): Operators {
  const over = new AbortController()
  const decided = new Map<string, number>()
  const work = async (): Promise<ReadonlyMap<string, number>> => {
    const people = await whoIsWho(owner)
    while (!over.signal.aborted) {
      // PostgreSQL may be down, or a case may have changed. The next round tries again.
      await gather()
        .then(async (evidence) => goRound(owner, people, evidence, decided))
        .catch(() => {})
      await sleep(1_000)
    }
    return decided
  }
  const working = work()
  return {
    stop: async () => {
      over.abort()
      return working
    },
  }
}

async function whoIsWho(owner: Pool): Promise<People> {
  const { rows } = await owner.query<{ id: string; email: string }>('select id, email from operator')
  const idOf = (email: string) => rows.find((row) => row.email === email)?.id ?? ''
  return { one: idOf(bisi.email), other: idOf(chidi.email) }
}

async function goRound(
  owner: Pool,
  people: People,
  evidence: Evidence,
  decided: Map<string, number>,
): Promise<void> {
  for (const { lineId, decision } of (await evidence.calls?.()) ?? [])
    await propose(owner, people, formatId('credit', lineId), decision)
  const { rows: cases } = await owner.query<Row>(
    `select c.id, c.kind::text, c.state, c.version, c.facts, c.proposal as suggests, c.line_id as "lineId", t.reference,
       extract(epoch from clock_timestamp() - c.opened_at)::float8 as "ageSeconds"
     from case_file c left join transaction t on t.id = c.transaction_id where c.state <> 'resolved' order by c.opened_at`,
  )
  for (const file of cases) {
    const caseId = formatId('case', file.id)
    if (file.state === 'open') {
      const decision = await evidence.decide(file)
      if (decision === undefined) continue
      const isDone = await propose(owner, people, caseId, decision)
      if (isDone) count(decided, `${file.kind} ${decision.action}`)
      continue
    }
    const approval = { caseId, operatorId: people.other, version: file.version }
    const approved = await approveCase({ pool: owner, clock, signing: softwareSigning() }, approval).catch(
      refused,
    )
    if (approved !== undefined) count(decided, `${file.kind} ${approved.resolution.action}`)
    else {
      const step = { caseId, operatorId: people.other, reason: 'the facts have changed since the proposal' }
      await declineCase({ pool: owner, clock }, step).catch(refused)
    }
  }
}

/**
 * Proposes a decision and reports whether it took effect: a decision without money needs only one operator. If a return is refused because
 * its payer cannot be proven, proposes to keep the naira.
 */
async function propose(owner: Pool, { one }: People, caseId: string, decision: Decision): Promise<boolean> {
  const how = { caseId, operatorId: one, reason: 'the bank and the customer confirmed it' }
  const proposed = await proposeResolution(
    { pool: owner, clock, signing: softwareSigning() },
    { ...how, wanted: decision },
  ).catch(refused)
  if (proposed === undefined && decision.action === 'return')
    await proposeResolution(
      { pool: owner, clock, signing: softwareSigning() },
      { ...how, wanted: { action: 'keep' } },
    ).catch(refused)
  return proposed?.isDone === true
}

function refused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
