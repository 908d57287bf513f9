import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'

const BUSINESSES = 40
// More than all rounds together allocate.
const CAP_MINOR = '100000000000000'

/** A shared account, trusted businesses, and one that is not trusted. */
export type Arena = Readonly<{
  api: Pool
  worker: Pool
  accountId: string
  accountNumber: string
  trusted: readonly string[]
  thief: string
  close(): Promise<void>
}>

export async function openArena(url: (role: string) => string): Promise<Arena> {
  const open = (role: string, max: number) =>
    createPool(url(role), { max, applicationName: 'prove', isPatient: true })
  const [owner, api, worker] = [open('afara_owner', 1), open('afara_api', 8), open('afara_worker', 6)]
  const businesses = Array.from({ length: BUSINESSES }, () => newId())
  const thief = newId()
  const accountId = newId()
  const accountNumber = '9977000001'
  await owner.query(
    `insert into afara.business (id, name, link_tag)
     select id, 'business-' || place, 'business-' || place from unnest($1::uuid[]) with ordinality as b (id, place)`,
    [[...businesses, thief]],
  )
  // A live business needs an approved go-live file, which is not what this proof is about.
  await owner.query('alter table afara.business_mode disable trigger business_mode_live_from_start_guard')
  await owner.query(
    `insert into afara.business_mode (business_id, mode, may_hold_balance, exposure_cap_minor)
     select id, 'live', true, case when id = $2 then 0 else $3::numeric end from unnest($1::uuid[]) as b (id)`,
    [[...businesses, thief], thief, CAP_MINOR],
  )
  await owner.query(
    `insert into afara.vendor_account (id, mode, name, account_number, bank_code, bank_name, feed)
     values ($1, 'live', 'Afara', $2, '000023', 'Providus Bank', 'providus')`,
    [accountId, accountNumber],
  )
  await owner.end()
  return {
    api,
    worker,
    accountId,
    accountNumber,
    trusted: businesses,
    thief,
    async close() {
      await Promise.all([api.end(), worker.end()])
    },
  }
}
