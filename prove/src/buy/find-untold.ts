import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'

/** Describes the bank's credits that no feed reported to us. A credit that was taken back is reported under the credit's name. */
export async function findUntold(owner: Pool, truth: readonly TrueLine[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>('select external_id as name from bank_line_reading')
  const told = new Set(rows.map(({ name }) => nameOfLine(name)))
  return truth
    .filter(({ reference, direction }) => direction === 'credit' && !told.has(reference))
    .map(
      ({ id, vendor, reference, direction, mark, faults, remark, bookedAt }) =>
        `no feed reported the line ${id}: ${vendor} ${reference} ${direction} ${mark} of ${remark} at ${bookedAt.toISOString()} (${faults.join(' ')})`,
    )
}

/** Returns the bank's name of a line, given the name under which a feed reports it. */
export function nameOfLine(externalId: string): string {
  return externalId.replace(/(#\d+)?(:reversed)?$/, '')
}
