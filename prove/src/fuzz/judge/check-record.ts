import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { printedAmount } from '../requests/amount.ts'

/** Compares PostgreSQL with the replies and runs the checks. Returns a description of each problem. */
export async function checkRecord(
  pool: Pool,
  acknowledged: ReadonlyMap<string, string>,
  before: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; type: string; amount: string | null }>(
    'select id, type::text, amount_minor::text as amount from transaction',
  )
  const recorded = new Map(rows.map((row) => [formatId('transaction', row.id), row]))
  const wrong: string[] = []
  for (const [id, amount] of acknowledged) {
    const row = recorded.get(id)
    if (row === undefined) wrong.push(`${id} was acknowledged, but is not recorded`)
    else if (row.type !== 'drill' && printedAmount(BigInt(row.amount ?? 0)) !== amount) {
      wrong.push(`${id} was acknowledged with ${amount} kobo, but recorded with ${row.amount}`)
    }
  }
  for (const id of recorded.keys()) {
    if (!acknowledged.has(id) && !before.has(id)) wrong.push(`${id} is recorded, but was never acknowledged`)
  }
  const { findings } = await runChecks(pool)
  return [...wrong, ...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)]
}

export async function readTransactionIds(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>('select id from transaction')
  return new Set(rows.map(({ id }) => formatId('transaction', id)))
}
