import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { tally } from '../shortfalls.ts'
import type { Day } from './play-day.ts'
import type { Shop } from './shop.ts'

/** What one day has shown. Counts are payments that the bank booked. */
export type Judged = Readonly<{
  day: Day
  payments: number
  /** Links whose page showed a number of their own. */
  ownNumbers: number
  /** Payments that our staff must decide about. */
  people: number
  /** Their kinds of case, in words. */
  kinds: string
  /** Late payments that the business may accept. If it does not, they go back without anybody. */
  asked: number
  releasedWrongly: number
  returns: number
  difference: bigint
  /** Seconds until the page told of a credit, for 95 of 100. */
  p95: number
  findings: readonly string[]
}>

/** Compares the record with what the bank booked, once everything has happened. */
export async function judgeDay(shop: Shop, day: Day): Promise<Judged> {
  const credits = day.played.flatMap((one) => one.credits.map((credit) => ({ ...credit, one })))
  const record = await readRecord(shop)
  const wrongly = credits.filter(({ lineId, one }) =>
    record.given.some((given) => given.lineId === lineId && given.transactionId !== one.link.transactionId),
  )
  const people = credits.filter(({ lineId }) => record.people.has(lineId))
  const paid = credits.reduce((sum, { minor }) => sum + minor, 0n)
  const { findings } = await runChecks(shop.worker)
  return {
    day,
    payments: credits.length,
    ownNumbers: day.played.filter(({ shown }) => shown.isOwn).length,
    people: people.length,
    kinds: tally(people.map(({ lineId, one }) => `${record.people.get(lineId)} (${one.plan.pays})`)),
    asked: credits.filter(({ lineId }) => record.asked.has(lineId)).length,
    releasedWrongly: wrongly.length,
    returns: record.returns,
    difference: paid - record.givenMinor - record.returnedMinor - record.leftMinor,
    p95: [...day.delays].sort((a, b) => a - b)[Math.floor(day.delays.length * 0.95)] ?? 0,
    findings: [
      ...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
      ...shop.failures.map(String),
    ],
  }
}

/** Reads the outcome of each line. A case about a late payment that ended by itself needed nobody. */
async function readRecord({ owner }: Shop) {
  const read = async <Row extends object>(text: string) => (await owner.query<Row>(text)).rows
  const given = await read<{ lineId: string; transactionId: string; minor: string }>(
    'select line_id as "lineId", transaction_id as "transactionId", amount_minor::text as minor from afara.allocation',
  )
  const returned = await read<{ minor: string; isWhole: boolean }>(
    'select amount_minor::text as minor, transaction_id is null as "isWhole" from afara.credit_return',
  )
  const left = await read<{ minor: string }>('select left_minor::text as minor from afara.credit_fund')
  const people = await read<{ lineId: string; kind: string }>(
    `select k.line_id as "lineId", k.kind::text as kind from (
       select coalesce(c.line_id, a.line_id, r.line_id) as line_id, c.kind, c.state from afara.case_file c
       left join afara.allocation a on a.transaction_id = c.transaction_id
       left join afara.credit_return r on r.id = c.transaction_id) k
     where k.line_id is not null and (k.kind <> 'late_credit' or k.state <> 'resolved')`,
  )
  const asked = await read<{ lineId: string }>(
    'select a.line_id as "lineId" from afara.business_case k join afara.allocation a on a.transaction_id = k.transaction_id',
  )
  const sum = (rows: readonly { minor: string }[]) =>
    rows.reduce((total, { minor }) => total + BigInt(minor), 0n)
  return {
    given,
    givenMinor: sum(given),
    returns: returned.length,
    // What a buy returns was given to it first.
    returnedMinor: sum(returned.filter(({ isWhole }) => isWhole)),
    leftMinor: sum(left),
    people: new Map(people.map(({ lineId, kind }) => [lineId, kind])),
    asked: new Set(asked.map(({ lineId }) => lineId)),
  }
}
