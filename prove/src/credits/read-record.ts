import { inTransaction, type Pool } from '@afara/server/kernel/postgres/pool.ts'

export type Sighting = Readonly<{ source: string; externalId: string }>
/** A sighting with its other details, as readable text. */
type Told = Sighting & Readonly<{ kind: string; words: string }>

/** A line as recorded in the database. */
export type RecordedLine = Readonly<{
  id: string
  account: string
  direction: 'credit' | 'debit'
  kind: string
  /** Includes a fee that became known later. */
  grossMinor: bigint
  settledMinor: bigint
  sightings: readonly Told[]
  /** The line that this line reverses, if known. */
  undoes?: string | null
  /** Kinds of the open cases about the line. */
  openCases: readonly string[]
}>

export type QuarantinedReading = Sighting &
  Readonly<{ account: string; reason: string; hasLine: boolean; hasCase: boolean }>

/** An automatic allocation of a credit to a buy. */
export type Given = Readonly<{ lineId: string; reference: string }>

export type MoneyInRecord = Readonly<{
  lines: readonly RecordedLine[]
  asides: readonly QuarantinedReading[]
  given: readonly Given[]
  hints: ReadonlyArray<Readonly<{ vendor: string; key: string; lastError: string | null }>>
  importRuns: number
}>

/** Reads everything in one snapshot. Reads the rows directly and not through the code under proof. */
export async function readRecord(pool: Pool): Promise<MoneyInRecord> {
  return inTransaction(pool, async (sql) => {
    await sql.query('set transaction isolation level repeatable read')
    const { rows: sightings } = await sql.query<Told & { lineId: string }>(
      `select s.line_id as "lineId", r.source, r.external_id as "externalId", r.kind,
         concat_ws(' ', r.kind, r.value_date, r.session_id, r.payer_account_number, r.payer_account_mask, r.payer_name, 'seen', r.seen_at) as words
       from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id`,
    )
    const seen = Map.groupBy(sightings, ({ lineId }) => lineId)
    const { rows: lines } = await sql.query<LineRow>(
      `select l.id, v.account_number as account, l.direction, l.kind, l.undoes,
         array(select k.kind::text from case_file k where k.line_id = l.id and k.state <> 'resolved') as "openCases", l.settled_minor::text as settled,
         (l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0))::text as gross
       from bank_line l join vendor_account v on v.id = l.vendor_account_id left join bank_line_fee f on f.line_id = l.id`,
    )
    const { rows: asides } = await sql.query<QuarantinedReading>(
      `select a.source, a.external_id as "externalId", a.reason, v.account_number as account, a.line_id is not null as "hasLine",
         exists (select from case_file c where c.id = a.case_id) as "hasCase"
       from bank_line_quarantine a join vendor_account v on v.id = a.vendor_account_id`,
    )
    const { rows: given } = await sql.query<Given>(
      `select a.line_id as "lineId", t.reference from allocation a join transaction t on t.id = a.transaction_id`,
    )
    const { rows: hints } = await sql.query<MoneyInRecord['hints'][number]>(
      `select vendor, key, last_error as "lastError" from feed_hint`,
    )
    const { rows: runs } = await sql.query<{ count: number }>('select count(*)::int from import_run')
    return {
      lines: lines.map(({ gross, settled, ...line }) => ({
        ...line,
        grossMinor: BigInt(gross),
        settledMinor: BigInt(settled),
        sightings: seen.get(line.id) ?? [],
      })),
      asides,
      given,
      hints,
      importRuns: runs[0]?.count ?? 0,
    }
  })
}

type LineRow = Readonly<{
  id: string
  account: string
  direction: 'credit' | 'debit'
  kind: string
  undoes: string | null
  openCases: readonly string[]
  gross: string
  settled: string
}>
