import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import type { ProofSell } from './sells.ts'
import type { Stage } from './stage.ts'

type Recorded = Readonly<{ held: bigint; units: bigint; status: string }>

export type Judgement = Readonly<{
  forgedCredited: number
  creditedTwice: number
  lost: number
  setAside: number
  honest: number
  koboDifference: bigint
  checks: number
  words: readonly string[]
}>

/** Compares the credit of every sell with its due amount, and the recorded units of every address with those on the chain. */
export async function judge(stage: Stage): Promise<Judgement> {
  const recorded = await readRecorded(stage)
  const words: string[] = []
  let [forgedCredited, creditedTwice, lost, honest] = [0, 0, 0, 0]
  let koboDifference = 0n
  for (const sell of stage.sells.all) {
    const { held, units, status } = recorded.get(sell.id) ?? { held: 0n, units: 0n, status: 'none' }
    if (!sell.isForged) honest += 1
    if (sell.isForged && held > 0n) forgedCredited += 1
    if (held > sell.dueMinor) creditedTwice += 1
    if (held < sell.dueMinor) lost += 1
    if (held !== sell.dueMinor || status !== statusOf(sell))
      words.push(
        `${sell.network} ${sell.what}: ${held} kobo credited and ${sell.dueMinor} due, status ${status}`,
      )
    if (!sell.isSetAside) {
      const chain = stage.chains.find(({ network }) => network === sell.network)
      if (chain === undefined) throw new Error(`the proof was started without ${sell.network}`)
      const off = (await chain.holding(sell.address)) - units
      koboDifference += (off < 0n ? -off : off) / chain.unit
    }
  }
  const { checks, findings } = await runChecks(stage.worker)
  words.push(...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`))
  const { rows } = await stage.worker.query<{ count: number }>(
    'select count(*)::integer as count from deposit_quarantine',
  )
  const setAside = rows[0]?.count ?? 0
  return { forgedCredited, creditedTwice, lost, setAside, honest, koboDifference, checks, words }
}

function statusOf({ dueMinor, minor }: ProofSell): string {
  if (dueMinor === 0n) return 'pending_deposit'
  return dueMinor < minor ? 'part_deposited' : 'deposit_received'
}

async function readRecorded({ worker }: Stage): Promise<ReadonlyMap<string, Recorded>> {
  const { rows } = await worker.query<{ id: string; held: string; units: string; status: string }>(
    `select t.id, t.status, coalesce(sum(d.held_minor), 0)::text as held, coalesce(sum(d.units), 0)::text as units
     from transaction t left join deposit d on d.transaction_id = t.id group by t.id, t.status`,
  )
  return new Map(
    rows.map(({ id, held, units, status }) => [id, { held: BigInt(held), units: BigInt(units), status }]),
  )
}
