import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { TrueLine } from '../credits/truth.ts'

/** Credits of which the record has not heard, for people to read. What was taken back is told under the name of its credit. */
export async function findUntold(owner: Pool, truth: readonly TrueLine[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>('select external_id as name from bank_line_reading')
  const told = new Set(rows.map(({ name }) => nameOfLine(name)))
  return truth
    .filter(({ reference, direction }) => direction === 'credit' && !told.has(reference))
    .map(
      ({ id, vendor, reference, direction, mark, faults, remark, bookedAt }) =>
        `no feed told of ${id}: ${vendor} ${reference} ${direction} ${mark} of ${remark} at ${bookedAt.toISOString()} (${faults.join(' ')})`,
    )
}

/** What the bank calls a line of which a source told under this name. */
export function nameOfLine(externalId: string): string {
  return externalId.replace(/(#\d+)?(:reversed)?$/, '')
}
