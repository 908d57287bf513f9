import type { Sql } from '../../kernel/postgres/pool.ts'

/** Records that the tenant ran a scenario, and the transactions that it made. */
export async function noteScenarioRun(
  sql: Sql,
  name: string,
  transactionIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql.query('select note_scenario_run($1, $2, $3)', [name, transactionIds, at])
}

/** A run of a scenario, as far as it got. */
export type RunProgress = Readonly<{
  name: string
  at: Date
  transactionIds: readonly string[]
  /** Event types of its first transaction so far, in order. */
  events: readonly string[]
  /** Events of all its transactions, and those of them that an endpoint answered with 2xx. */
  told: number
  answered: number
}>

const LATEST_RUNS = 3

/** Returns the latest runs of each scenario, newest first. Runs for one tenant in test mode, which sees only its own. */
export async function listRuns(sql: Sql): Promise<RunProgress[]> {
  const { rows } = await sql.query<RunProgress>(
    `select r.name, r.at, r.transactions as "transactionIds", o.events, t.told, t.answered
     from (
       select s.*, row_number() over (partition by s.name order by s.id desc) as place from scenario_run s
       where s.business_id = tenant_business()
     ) r
     cross join lateral (
       select coalesce(array_agg(e.type || '.' || e.to_status order by e.sequence), '{}') as events
       from transaction_event e where e.transaction_id = r.transactions[1]
     ) o
     cross join lateral (
       select count(*)::int as told, count(*) filter (where exists (
           select from webhook_endpoint w join webhook_delivery d on d.endpoint_id = w.id
           where d.event_id = p.event_id and d.state = 'delivered'))::int as answered
       from transaction_event e left join event_position p using (transaction_id, sequence)
       where e.transaction_id = any (r.transactions)
     ) t
     where r.place <= $1
     order by r.id desc`,
    [LATEST_RUNS],
  )
  return rows
}

/** What the tenant's own programs and endpoints have shown so far. */
export type ShownBehaviour = Readonly<{
  /** An endpoint answered 2xx to an event. */
  hasAnswered: boolean
  /** An endpoint accepted an event that it had not accepted before. */
  hasAcceptedRetry: boolean
  /** An endpoint answered 2xx twice to one event. */
  hasAcceptedTwice: boolean
  /** A program called the API with a key. */
  hasCalled: boolean
  /** A program repeated a request, and no second transaction was made. */
  hasRepeated: boolean
}>

/** Runs for one tenant, which sees only its own. Requests are known for seven days. */
export async function readShownBehaviour(sql: Sql): Promise<ShownBehaviour> {
  const { rows } = await sql.query<ShownBehaviour>(
    `with delivered as (
       select d.id, d.attempts from webhook_endpoint w join webhook_delivery d on d.endpoint_id = w.id
       where d.state = 'delivered' and d.kind = 'event' order by d.id desc limit 1000
     ), answers as (
       select a.delivery_id, count(*) filter (where a.status between 200 and 299) as accepted, count(*) as tried
       from webhook_attempt a where a.delivery_id in (select id from delivered) group by a.delivery_id
     )
     select exists (select from delivered) as "hasAnswered",
       exists (select from answers where accepted > 0 and tried > accepted) as "hasAcceptedRetry",
       exists (select from answers where accepted > 1) as "hasAcceptedTwice",
       exists (select from request_log where status < 400) as "hasCalled",
       exists (select from request_log where is_replay) as "hasRepeated"`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('one row must tell what was shown')
  return row
}
