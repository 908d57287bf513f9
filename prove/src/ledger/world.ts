import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Mode } from '@afara/server/kernel/mode.ts'
import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import type { Lane } from '@afara/server/records/ledger/account.ts'

/** Records of one sequence of commands. No other sequence uses them. */
export type World = Readonly<{
  mode: Mode
  businessIds: readonly string[]
  vendorAccountId: string
  payoutAccountIds: readonly string[]
  lanes: readonly Lane[]
  buyIds: readonly string[]
  sellIds: readonly string[]
  /** A buy in the other mode, which nothing here may touch. */
  strangerId: string
}>

export function createWorld(mode: Mode): World {
  const network = `network-${newId().slice(-12)}`
  return {
    mode,
    businessIds: [newId(), newId()],
    vendorAccountId: newId(),
    payoutAccountIds: [newId(), newId()],
    lanes: [
      { network, number: 1 },
      { network, number: 2 },
    ],
    buyIds: [newId(), newId()],
    sellIds: [newId(), newId()],
    strangerId: newId(),
  }
}

export function transactionsOf(world: World): Map<string, Mode> {
  const own = [...world.buyIds, ...world.sellIds].map((id) => [id, world.mode] as const)
  return new Map([...own, [world.strangerId, otherMode(world.mode)]])
}

/** Writes the world's businesses, bank account and transactions, as the owner of the schema. */
export async function settleWorld(owner: Sql, world: World): Promise<void> {
  await owner.query(
    `with b as (
       insert into business (id, name, link_tag)
         select id, 'Business', 'b-' || replace(right(id::text, 12), '-', '') from unnest($1::uuid[]) id returning id
     ), m as (
       insert into business_mode (business_id, mode, status, may_hold_balance)
         select id, mode, case mode when 'live' then 'pending' else 'active' end, true from b, unnest(enum_range(null::mode)) mode
     )
     insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
       values ($2, $3::mode, 'TEST account', lpad((random() * 9999999999)::bigint::text, 10, '0'),
         case $3::mode when 'test' then 'test-bank' else 'bank' end, 'Bank')`,
    [world.businessIds, world.vendorAccountId, world.mode],
  )
  const ids = [...world.buyIds, ...world.sellIds, world.strangerId]
  await owner.query(
    `select open_transaction(t.id, $1, t.mode, t.type, 'accepted', 100, 'reference', now(), null)
     from unnest($2::uuid[], $3::mode[], $4::transaction_type[]) as t (id, mode, type)`,
    [
      world.businessIds[0],
      ids,
      ids.map((id) => transactionsOf(world).get(id)),
      ids.map((id) => (world.sellIds.includes(id) ? 'sell' : 'buy')),
    ],
  )
}

function otherMode(mode: Mode): Mode {
  return mode === 'live' ? 'test' : 'live'
}
