import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { World } from '../world/world.ts'
import { dateOf, type Matched, type Stage } from './stage.ts'

export type MatchWith = (deps: {
  pool: Pool
  clock: { now(): Date }
}) => (accountId: string) => Promise<Matched>

/** Registers the world's businesses and accounts in an empty database. Uses live mode, where nothing is granted by default. */
export async function setStage(
  url: (role: string) => string,
  world: World,
  matchWith: MatchWith,
): Promise<Stage & { close(): Promise<void> }> {
  const open = (role: string, max: number) =>
    createPool(url(role), { max, applicationName: 'prove', isPatient: true })
  const pools = { owner: open('afara_owner', 1), api: open('afara_api', 2), worker: open('afara_worker', 4) }
  const businessIds = world.businesses.map(() => newId())
  const accountIds = world.accounts.map(() => newId())
  await insertBusinesses(pools.owner, world, businessIds)
  await insertAccounts(pools.owner, world, businessIds, accountIds)
  let now = 0
  const clock = {
    now: () => dateOf(now),
    set(at: number) {
      now = at
    },
  }
  return {
    world,
    pools,
    businessIds,
    accountIds,
    clock,
    match: matchWith({ pool: pools.worker, clock }),
    buyIds: new Map(),
    claimsOfBuys: new Map(),
    creditsOfLines: new Map(),
    linesOfCredits: new Map(),
    asked: new Map(),
    takenBack: new Set(),
    async close() {
      await Promise.all(Object.values(pools).map(async (pool) => pool.end()))
    },
  }
}

async function insertBusinesses(owner: Pool, { businesses }: World, ids: readonly string[]): Promise<void> {
  const names = businesses.map(({ kind, index }) => `${kind.replaceAll('_', '-')}-${index}`)
  const caps = businesses.map(({ capMinor }) => capMinor.toString())
  await owner.query(
    'insert into afara.business (id, name, link_tag) select id, name, name from unnest($1::uuid[], $2::text[]) as b (id, name)',
    [ids, names],
  )
  // A live business needs an approved go-live file, which is not what this proof is about.
  await owner.query('alter table afara.business_mode disable trigger business_mode_live_from_start_guard')
  await owner.query(
    `insert into afara.business_mode (business_id, mode, may_hold_balance, exposure_cap_minor)
     select id, 'live', true, cap from unnest($1::uuid[], $2::numeric[]) as b (id, cap)`,
    [ids, caps],
  )
}

async function insertAccounts(
  owner: Pool,
  { accounts }: World,
  businessIds: readonly string[],
  ids: readonly string[],
): Promise<void> {
  await owner.query(
    `insert into afara.vendor_account (id, mode, business_id, name, account_number, bank_code, bank_name, feed, is_pool)
     select id, 'live', business_id, 'Afara', number, '000023', 'Providus Bank', feed, is_pool
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::boolean[]) as a (id, business_id, number, feed, is_pool)`,
    [
      ids,
      accounts.map(({ business }) => (business === null ? null : (businessIds[business] ?? null))),
      accounts.map(({ index }) => accountNumberOf(index)),
      accounts.map(({ feed }) => feed),
      accounts.map(({ isPool }) => isPool),
    ],
  )
}

export function accountNumberOf(account: number): string {
  return (9_977_000_000 + account).toString()
}
