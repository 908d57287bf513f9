import { asTenant } from '../../kernel/postgres/pool.ts'
import type { SandboxPayment } from '../../movements/sandbox/sandbox-world.ts'
import { ageTransaction } from '../../records/sandbox/sandbox-clock-store.ts'
import type { BegunBuy } from './begin-buy.ts'
import type { ScenarioCall, ScenarioDeps } from './scenario.ts'

const MINUTE = 60
// A payment that does not fit counts for something else half an hour after it and after the claim, and only near the claim.
const CLAIMED_BEFORE = 40 * MINUTE
const BOOKED_BEFORE = 31 * MINUTE

/** Makes a buy so old, and its payment as well, that nobody waits any more for one that fits better. */
export async function waitedHalfHour(
  { pool }: ScenarioDeps,
  { asking }: ScenarioCall,
  buy: BegunBuy,
): Promise<SandboxPayment> {
  if (!buy.isReplay)
    await asTenant(pool, asking.tenant, async (sql) => ageTransaction(sql, buy.id, CLAIMED_BEFORE))
  return { ...buy.payment, bookedSecondsBefore: BOOKED_BEFORE }
}
