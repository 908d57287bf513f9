import { setTimeout as sleep } from 'node:timers/promises'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { placeFreeze } from '@afara/server/records/freezes/freeze-store.ts'
import { softwareSigning } from '../authenticator/software-signing.ts'
import type { DevPlan } from './dev-plan.ts'
import { createTroubles } from './make-troubles.ts'

const [bisi, chidi] = seedOperators
/** Scenarios that end in a question to operators, or that make the lists look like a day. */
const played = [
  'paid_exactly',
  'short_payment',
  'third_party_payer',
  'duplicate_payment',
  'late_payment',
  'on_hold',
  'recalled_credit',
  'wallet_without_trustline',
  'name_mismatch',
  'account_closed',
  'reversed_after_success',
  'payment_without_claim',
] as const
const HAPPENED_WITHIN_MS = 60_000

/**
 * Gives the console of a new stack a usual day, in test mode: cases, a frozen network, a lane that runs short, and a proposal that waits for the
 * second person. Everything happens as in life: scenarios of the sandbox, faults of the simulated bank, and what operators do. A stack that had
 * cases before is left alone. Returns what to print.
 */
export async function seedDay(
  { ports, databaseUrl }: DevPlan,
  facts: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const pool = createPool(databaseUrl('afara_owner'), { max: 1, applicationName: 'day' })
  try {
    if ((await countCases(pool)) > 0) return undefined
    const troubles = createTroubles(
      {
        apiUrl: `http://127.0.0.1:${ports.api}`,
        bankUrl: `http://127.0.0.1:${ports.bank}`,
      },
      {
        key: facts['testKey'] ?? '',
        businessId: facts['businessId'] ?? '',
        linkTag: facts['linkTag'] ?? '',
      },
    )
    for (const name of played) await troubles.play(name)
    // More than the signer sends at once.
    await troubles.play('paid_exactly', { amount: 150_000_000 })
    await troubles.stickPayout(2_500)
    await troubles.drain('Solana')
    await placeFreeze(pool, {
      of: { scope: 'network', subject: 'test:Avalanche' },
      reason: 'part of the seeded day: two nodes of Avalanche disagree',
      by: chidi.id,
      at: systemClock.now(),
    })
    await untilHappened(pool)
    // What waits two days for a person waits no longer.
    await troubles.waitHours(48)
    await propose(pool)
    return 'The console has a day in test mode: cases, a proposal to approve, Avalanche frozen, Solana running short'
  } finally {
    await pool.end()
  }
}

async function countCases(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from case_file')
  return rows[0]?.count ?? 0
}

/** Waits until every sell has its tokens and the short payment is counted: what is still on its way would arrive too late. */
async function untilHappened(pool: Pool): Promise<void> {
  for (const endsAt = performance.now() + HAPPENED_WITHIN_MS; performance.now() < endsAt; await sleep(500)) {
    const { rows } = await pool.query<{ happened: boolean }>(
      `select bool_or(status = 'part_paid') and not bool_or(status = 'pending_deposit') as happened from transaction where mode = 'test'`,
    )
    if (rows[0]?.happened === true) return
  }
}

/** Bisi proposes what the case about another payer suggests, so that somebody else finds something to approve. */
async function propose(pool: Pool): Promise<void> {
  for (const endsAt = performance.now() + HAPPENED_WITHIN_MS; performance.now() < endsAt; await sleep(500)) {
    const { rows } = await pool.query<{ id: string }>(
      `select c.id from case_file c where c.mode = 'test' and c.kind = 'third_party' and c.state = 'open' limit 1`,
    )
    const [found] = rows
    if (found === undefined) continue
    await proposeResolution(
      { pool, clock: systemClock, signing: softwareSigning() },
      {
        caseId: formatId('case', found.id),
        operatorId: bisi.id,
        wanted: { action: 'return' },
        reason: 'the payer of the buy does not know this person',
      },
    )
    return
  }
}
