import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { keyScopes } from '@afara/server/records/keys/key-rights.ts'
import { issueKey } from '@afara/server/records/keys/manage-keys.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'

type FeePlan = Readonly<{ flatMinor: bigint; bps: bigint; capMinor: bigint }>

/** A business that sends requests, with the facts that the proof knows beforehand. */
export type Party = Readonly<{
  uuid: string
  businessId: string
  linkTag: string
  key: string
  balanceMinor: bigint
  feePlan: FeePlan
}>

const why = { actor: 'system:proof', reason: 'a proof that nothing acknowledged is lost' }
const noFee: FeePlan = { flatMinor: 0n, bps: 0n, capMinor: 0n }
const someFee: FeePlan = { flatMinor: 50_00n, bps: 50n, capMinor: 500_00n }

// The last business can pay for a few sells only. Most of its sells are refused, and the limit must be exact to the kobo.
const plans = [
  { linkTag: 'obi-traders', balanceMinor: 1_000_000_000_00n, feePlan: noFee },
  { linkTag: 'musa-farms', balanceMinor: 1_000_000_000_00n, feePlan: someFee },
  { linkTag: 'kemi-prints', balanceMinor: 9_999_99n, feePlan: noFee },
] as const

export async function createParties(
  owner: Pool,
  keys: Readonly<{ cell: string; peppers: ReadonlyMap<number, Buffer> }>,
): Promise<Party[]> {
  const parties: Party[] = []
  for (const plan of plans) parties.push(await createParty(owner, keys, plan))
  return parties
}

async function createParty(
  pool: Pool,
  keys: Readonly<{ cell: string; peppers: ReadonlyMap<number, Buffer> }>,
  plan: (typeof plans)[number],
): Promise<Party> {
  const { linkTag, balanceMinor, feePlan } = plan
  const { id } = await createBusiness(pool, { name: `Business ${linkTag}`, linkTag, ...why })
  await pool.query(
    `update business_mode set fee_flat_minor = $2, fee_bps = $3, fee_cap_minor = $4 where business_id = $1 and mode = 'test'`,
    [id, feePlan.flatMinor.toString(), feePlan.bps.toString(), feePlan.capMinor.toString()],
  )
  await giveBalance(pool, { businessId: id, minor: balanceMinor })
  const wanted = {
    business: linkTag,
    mode: 'test',
    scopes: keyScopes,
    requestsPerWindow: 10_000_000,
  } as const
  const { secret } = await issueKey({ pool, ...keys }, { ...wanted, ...why })
  return { uuid: id, businessId: formatId('business', id), linkTag, key: secret, balanceMinor, feePlan }
}
