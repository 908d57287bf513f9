import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

/** Counts the completed buys. `since` leaves out older ids, because counting a long history would cost much. */
export async function countSettled(
  pool: Pool,
  since = '00000000-0000-0000-0000-000000000000',
): Promise<number> {
  const { rows } = await pool.query<{ settled: number }>(
    `select count(*)::int as settled from transaction where type = 'buy' and status = 'completed' and id > $1`,
    [since],
  )
  return rows[0]?.settled ?? 0
}

/** Counts the buys in each status, to show where they wait. */
export async function countStatuses(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ status: string; count: number }>(
    `select status, count(*)::int as count from transaction where type = 'buy' group by status order by status`,
  )
  return rows.map(({ status, count }) => `${status}=${count}`).join(' ')
}

/** Time of each step of a buy, in milliseconds since 1970. */
export type Course = Readonly<{
  recorded: number
  matched: number
  cleared: number
  opened: number
  /** The signed bytes are stored. They are sent immediately afterwards. */
  sent: number
  final: number
}>

/** Reads the steps of every buy with a transfer, by reference. */
export async function readCourses(pool: Pool): Promise<Map<string, Course>> {
  const { rows } = await pool.query<{ reference: string } & Record<keyof Course, Date | null>>(
    `select r.reference, l.seen_at as recorded, a.at as matched, c.happened_at as cleared, f.opened_at as opened,
       f.signed_at as sent, f.ended_at as final
     from transfer_right r
     join transfer f on f.right_id = r.id
     join allocation a on a.transaction_id = r.transaction_id
     join bank_line l on l.id = a.line_id
     join transaction_event c on c.transaction_id = r.transaction_id and c.event = 'checks_passed'`,
  )
  const ms = (at: Date | null) => at?.getTime() ?? Number.NaN
  return new Map(
    rows.map(({ reference, recorded, matched, cleared, opened, sent, final }) => [
      reference,
      {
        recorded: ms(recorded),
        matched: ms(matched),
        cleared: ms(cleared),
        opened: ms(opened),
        sent: ms(sent),
        final: ms(final),
      },
    ]),
  )
}
