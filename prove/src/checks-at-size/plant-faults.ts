import { randomUUID } from 'node:crypto'
import type { Check, Finding } from '@afara/server/records/ledger/check-store.ts'
import type { Client } from 'pg'
import { faults } from './faults.ts'

export type Planted = Readonly<{ check: string; subject: string }>

/** Faults that can exist only once, or that concern an account as a whole. */
const ONCE = new Set([
  'check_adopted',
  'check_balance',
  'check_books',
  'check_deposited',
  'check_exposure',
  'check_lane_locks',
  'check_abandoned',
  'check_feed_heads',
  'check_freezes',
  'check_outgoing',
  'check_total',
  'check_unswept_list',
  'check_rate_tables',
])

/**
 * Breaks the database in this many places: once for each check, then again from the first. Each fault has its own buy and sell, spread over
 * all transactions. A check without a fault is an error, because each new check needs a fault that it finds.
 */
export async function plantFaults(
  client: Client,
  checks: readonly Check[],
  { count, transactions }: Readonly<{ count: number; transactions: number }>,
): Promise<readonly Planted[]> {
  const without = checks.filter(({ name }) => faults[name] === undefined)
  if (without.length > 0)
    throw new Error(
      `there is no fault to introduce for these checks: ${without.map(({ name }) => name).join(', ')}`,
    )
  const again = checks.filter(({ name }) => !ONCE.has(name))
  const chosen = [...checks, ...again, ...again].slice(0, Math.max(count, checks.length))
  const planted: Planted[] = []
  for (const [place, { name }] of chosen.entries()) {
    const ten = Math.floor(((place + 1) * (transactions / 10)) / (chosen.length + 2)) * 10
    planted.push({ check: name, subject: await plant(client, name, ten) })
  }
  return planted
}

async function plant(client: Client, check: string, ten: number): Promise<string> {
  const [buy, sell] = [ten + 3, ten + 8]
  const statement = (faults[check] ?? '')
    .replaceAll(
      ':xid',
      `(select xid from transaction_event where transaction_id = proof_id(1, ${buy}) and sequence = 1)`,
    )
    .replaceAll(':buy', `proof_id(1, ${buy})`)
    .replaceAll(':sell', `proof_id(1, ${sell})`)
    .replaceAll(':new', `'${randomUUID()}'::uuid`)
    .replace(/:b\b/g, String(buy))
    .replace(/:s\b/g, String(sell))
  const { rows } = await client.query<{ [column: string]: string }>(statement)
  const subject = rows[0] === undefined ? undefined : Object.values(rows[0])[0]
  if (subject === undefined) throw new Error(`the fault for ${check} changed no row`)
  return subject
}

export function missedFaults(planted: readonly Planted[], findings: readonly Finding[]): readonly Planted[] {
  return planted.filter(
    ({ check, subject }) =>
      !findings.some((found) => found.check === check && found.subject.includes(subject)),
  )
}
