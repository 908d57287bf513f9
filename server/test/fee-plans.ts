import type { Pool } from '../src/kernel/postgres/pool.ts'
import type { FeePlan } from '../src/records/fees/fee.ts'

/** Gives a business a fee plan in both modes, as two operators would. */
export async function setFeePlan(owner: Pool, businessId: string, { flatMinor, bps, capMinor }: FeePlan) {
  await owner.query(
    'update business_mode set fee_flat_minor = $2, fee_bps = $3, fee_cap_minor = $4 where business_id = $1',
    [businessId, flatMinor, bps, capMinor],
  )
}

/** Runs `accept` while the plan of a business is this flat fee, because no other fee is accepted. Afterwards the plan is the old one. */
export async function withFlatFee<T>(
  owner: Pool,
  { businessId, fee }: Readonly<{ businessId: string; fee: { minor: bigint } }>,
  accept: () => Promise<T>,
): Promise<T> {
  const { rows } = await owner.query<{ flat: string; bps: number; cap: string | null }>(
    'select fee_flat_minor as flat, fee_bps as bps, fee_cap_minor as cap from business_mode where business_id = $1 limit 1',
    [businessId],
  )
  const [plan] = rows
  if (plan === undefined) throw new Error(`there is no business ${businessId}`)
  await setFeePlan(owner, businessId, { flatMinor: fee.minor, bps: 0, capMinor: null })
  const answer = await accept()
  await setFeePlan(owner, businessId, {
    flatMinor: BigInt(plan.flat),
    bps: plan.bps,
    capMinor: plan.cap === null ? null : BigInt(plan.cap),
  })
  return answer
}
