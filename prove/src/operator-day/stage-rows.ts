import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { SHOPS } from './mix.ts'

export const SHARED_NUMBER = '9977000001'
export const POOL_NUMBER = '0000000004'

/** What every shop agreed with us: a fee of 0.5 %. */
export const shopTerms = {
  mayHoldBalance: true,
  feePlan: { flatMinor: 0n, bps: 50, capMinor: null },
  defaultWallet: null,
  dailyLimitMinor: null,
} as const

/** Writes the shops and our bank accounts: one that all share, and one behind the numbers of a vendor. */
export async function openRows(owner: Pool, startMs: number) {
  const [sharedId, poolId] = [newId(), newId()]
  const businessIds = Array.from({ length: SHOPS }, () => newId())
  await owner.query(
    `insert into afara.business (id, name, link_tag) select id, 'Shop ' || place, 'shop-' || place
     from unnest($1::uuid[]) with ordinality as b (id, place)`,
    [businessIds],
  )
  await owner.query(
    `insert into afara.business_mode (business_id, mode, may_hold_balance, fee_bps, exposure_cap_minor)
     select id, 'test', true, 50, 1000000000000 from unnest($1::uuid[]) as b (id)`,
    [businessIds],
  )
  await owner.query(
    `insert into afara.vendor_account (id, mode, name, account_number, bank_code, bank_name, feed, is_pool)
     values ($1, 'test', 'TEST Afara', $2, 'test-bank', 'TEST BANK (not a bank)', 'monnify', false),
       ($3, 'test', 'TEST Pool', $4, 'test-bank', 'TEST BANK (not a bank)', 'kora', true)`,
    [sharedId, SHARED_NUMBER, poolId, POOL_NUMBER],
  )
  await owner.query('select afara.record_poll(v.id, $1, $1, null) from afara.vendor_account v', [
    new Date(startMs),
  ])
  return { businessIds, sharedId, poolId }
}

/** Notes that our bank accounts were read, except one whose bank does not answer. */
export async function notePolls(worker: Pool, at: Date, silentId: string | null): Promise<void> {
  await worker.query(
    `select record_poll(v.id, $1, $1, case when v.id = $2 then 'the bank does not answer' end)
     from vendor_account v where v.feed is not null`,
    [at, silentId],
  )
}
