import { setTimeout as sleep } from 'node:timers/promises'
import type { Afara } from '@afara/sdk'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Answered } from './open-questions.ts'

type Judged = Readonly<{
  lost: readonly string[]
  twice: readonly string[]
  disagreements: readonly string[]
  events: number
  completed: number
  returned: number
  cancelled: number
}>

const WITHIN_MS = 120_000

/** Compares what the clients were told with the api, the feed, the bank and the chain's rows after everything has settled. */
export async function judgeDecisions({
  client,
  owner,
  answered,
}: Readonly<{ client: Afara; owner: Pool; answered: readonly Answered[] }>): Promise<Judged> {
  const [lost, twice, disagreements]: string[][] = [[], [], []]
  let events = 0
  const ends = new Map<string, number>()
  const statuses = new Map<string, string>()
  for (const { plan, asked } of answered) {
    const status = await settled(client, asked.transactionId, plan.final)
    statuses.set(asked.transactionId, status)
    ends.set(status, (ends.get(status) ?? 0) + 1)
  }
  const decidedEvents = await readDecidedEvents(
    client,
    answered.flatMap(({ asked }) => asked.caseId ?? []),
  )
  for (const { plan, asked, told, refusedWith } of answered) {
    const { transactionId: id, caseId } = asked
    const status = statuses.get(id)
    if (status !== plan.final) lost?.push(`${plan.name}: ${id} is ${status}, not ${plan.final}`)
    const movements = await countMovements(owner, id)
    if (movements.out > 1 || (movements.out > 0 && movements.back > 0) || movements.back > 1)
      twice?.push(`${plan.name}: ${id} was paid ${movements.out} times and returned ${movements.back} times`)
    if (caseId === undefined) continue
    const now = await client.cases.get(caseId)
    const said = [now, ...told].map((one) => one?.decision?.choice)
    if (said.some((choice) => choice !== plan.choice) || new Set(said).size !== 1)
      disagreements?.push(`${plan.name}: ${caseId} was told as ${said.join(', ')}`)
    if (asked.other !== undefined && refusedWith !== plan.choice)
      disagreements?.push(`${plan.name}: another decision of ${caseId} got ${refusedWith}`)
    const count = decidedEvents.get(caseId) ?? 0
    events += count
    if (count === 0) lost?.push(`${plan.name}: case.decided of ${caseId} is not in the feed`)
    if (count > 1) twice?.push(`${plan.name}: case.decided of ${caseId} is in the feed ${count} times`)
  }
  return {
    lost: lost ?? [],
    twice: twice ?? [],
    disagreements: disagreements ?? [],
    events,
    completed: ends.get('completed') ?? 0,
    returned: ends.get('refunded') ?? 0,
    cancelled: ends.get('cancelled') ?? 0,
  }
}

async function settled(client: Afara, id: string, final: string): Promise<string> {
  const endsAt = performance.now() + WITHIN_MS
  for (;;) {
    const { status } = await client.transactions.get(id)
    if (status === final || performance.now() > endsAt) return status
    await sleep(300)
  }
}

/** Returns how often each case is told as decided in the feed, once it has all of them. A worker that was killed places events late. */
async function readDecidedEvents(
  client: Afara,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const endsAt = performance.now() + WITHIN_MS
  for (;;) {
    const counts = new Map<string, number>()
    for await (const event of client.events.iterate()) {
      if (event.type !== 'case.decided') continue
      const { case_id: id } = event.data.case
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    if (caseIds.every((id) => counts.has(id)) || performance.now() > endsAt) return counts
    await sleep(500)
  }
}

/** How often money of a transaction left: to its customer, and back to where it came from. */
async function countMovements(owner: Pool, id: string): Promise<Readonly<{ out: number; back: number }>> {
  const { rows } = await owner.query<{ out: number; back: number }>(
    `with t as (select (substr($1, 5))::uuid as id)
     select (
       (select count(*) from transfer_right r join transfer f on f.right_id = r.id, t
         where r.transaction_id = t.id and f.state = 'final_ok')
       + (select count(*) from payout_right r join payout p on p.right_id = r.id, t
         where r.transaction_id = t.id and r.purpose = 'payout' and p.final_entry_id is not null and p.money_back_at is null)
     )::integer as out, (
       (select count(*) from payout_right r join payout p on p.right_id = r.id, t
         where r.transaction_id = t.id and r.purpose = 'refund' and p.final_entry_id is not null and p.money_back_at is null)
       + (select count(*) from entry e, t where e.transaction_id = t.id and e.step = 'returned_to_balance')
     )::integer as back`,
    [id],
  )
  return rows[0] ?? { out: 0, back: 0 }
}
