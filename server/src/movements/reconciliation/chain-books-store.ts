import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { WalletAtBlock, WalletWanted } from '../deposits/deposit-chain.ts'

export type ReconciledLane = WalletWanted & Readonly<{ id: string; number: number }>

/** Returns the wallets of a network, except those whose keys were given up. Undefined while the database may be behind the chain. */
export async function listReconciledLanes(
  sql: Sql,
  mode: Mode,
  network: string,
): Promise<readonly ReconciledLane[] | undefined> {
  const { rows } = await sql.query<{
    id: string
    number: number
    address: string
    next_lock: string
    out: string[]
    is_behind: boolean
  }>(
    `select l.id, l.number, l.address, l.next_lock, array(
         select f.lock::text from transfer f where f.lane_id = l.id and f.state in ('reserved', 'signed', 'conflict')
         union all select a.lock::text from adopted_lock a where a.lane_id = l.id and a.state = 'waiting' and a.end_state is null
       ) as out, l.checked_start is distinct from pg_postmaster_start_time() and l.state <> 'halted'
       or exists (select from case_file c where c.kind = 'restored' and c.state <> 'resolved' and c.mode = l.mode
         and c.facts ->> 'subject' = l.id::text) as is_behind
     from lane l where l.mode = $1 and l.network = $2 and l.abandoned_at is null order by l.number`,
    [mode, network],
  )
  if (rows.some(({ is_behind }) => is_behind)) return undefined
  return rows.map(({ id, number, address, next_lock, out }) => ({
    id,
    number,
    address,
    nextLock: BigInt(next_lock),
    out: out.map(BigInt),
  }))
}

type OutItem = Readonly<{
  name: string
  lock: bigint
  tokensMinor: bigint
  /** The lock is used at the block, or may be, and the result is not booked. The tokens may or may not have left. */
  isUncertain: boolean
}>

/** One wallet according to the ledger, with the transfers under way at a block. */
export type LaneBooks = Readonly<{
  laneId: string
  floatMinor: bigint
  out: readonly OutItem[]
  /** Sweeps that are booked but belong to a later block. */
  laterSweepsMinor: bigint
  /** Swept tokens in the chain's smallest units. They may contain parts of a kobo, which `sweptMinor` does not. */
  sweptUnits: bigint
  sweptMinor: bigint
  /** Gas of booked transfers of a later block, and the maximum gas of transfers that are not booked. */
  laterGasUnits: bigint
  unbookedGasUnits: bigint
}>

type Row = Readonly<{
  lane_id: string
  float_minor: string
  items: ReadonlyArray<Readonly<{ name: string; lock: string; tokens: string; uncertain: boolean }>>
  later_sweeps: string
  swept_units: string
  swept_minor: string
  later_gas: string
  unbooked_gas: string
}>

/** Reads these lanes in one snapshot, using the state of each wallet that the chain shows at the block. */
export async function readLaneBooks(
  sql: Sql,
  block: bigint,
  lanes: ReadonlyArray<ReconciledLane & Readonly<{ wallet: WalletAtBlock }>>,
  at: Date,
): Promise<readonly LaneBooks[]> {
  const told = lanes.flatMap(({ id, out, wallet: { used } }) =>
    used === undefined ? [] : out.map((lock) => ({ id, lock, isUsed: used.includes(lock) })),
  )
  const { rows } = await sql.query<Row>(BOOKS, [
    block.toString(),
    lanes.map(({ id }) => id),
    lanes.map(({ wallet }) => wallet.lock.toString()),
    lanes.map(({ wallet }) => wallet.lockAhead.toString()),
    at,
    told.map(({ id }) => id),
    told.map(({ lock }) => lock.toString()),
    told.map(({ isUsed }) => isUsed),
  ])
  return rows.map((row) => ({
    laneId: row.lane_id,
    floatMinor: BigInt(row.float_minor),
    out: row.items.map(({ name, lock, tokens, uncertain }) => ({
      name,
      lock: BigInt(lock),
      tokensMinor: BigInt(tokens),
      isUncertain: uncertain,
    })),
    laterSweepsMinor: BigInt(row.later_sweeps),
    sweptUnits: BigInt(row.swept_units),
    sweptMinor: BigInt(row.swept_minor),
    laterGasUnits: BigInt(row.later_gas),
    unbookedGasUnits: BigInt(row.unbooked_gas),
  }))
}

// A transfer that ended is booked, and its block shows whether it was final at the compared block. A transfer that has not ended may
// already have sent its tokens if its lock is used there, or if it was signed and its lock may be used. Locks end roughly in order, so
// recently ended transfers are among the newest locks.
const BOOKS = `
  with wallet as (
    select w.*, greatest(w.lock, l.next_lock - 10000) as newest
    from unnest($2::uuid[], $3::numeric[], $4::numeric[]) as w (lane_id, lock, ahead) join lane l on l.id = w.lane_id
  ),
  told as materialized (select * from unnest($6::uuid[], $7::numeric[], $8::boolean[]) as t (lane_id, lock, is_used)),
  out as materialized (
    select w.lane_id, 'trf_' || replace(f.id::text, '-', '') as name, f.lock, r.tokens_minor::text as tokens,
      coalesce(t.is_used, f.lock < w.lock or f.lock < w.ahead and f.state = 'signed') or f.state = 'conflict' as uncertain
    from wallet w join transfer f on f.lane_id = w.lane_id and f.state in ('reserved', 'signed', 'conflict')
    left join told t on t.lane_id = f.lane_id and t.lock = f.lock
    join transfer_right r on r.id = f.right_id
    union all
    select w.lane_id, 'trf_' || replace(f.id::text, '-', ''), f.lock, r.tokens_minor::text, false
    from wallet w join transfer f on f.lane_id = w.lane_id and f.lock >= w.newest and f.state = 'final_ok'
      and (f.lock >= w.ahead or (f.evidence ->> 'block')::numeric > $1)
    join transfer_right r on r.id = f.right_id
    union all
    select w.lane_id, 'adopted ' || a.lock, a.lock, a.tokens_minor::text, a.end_state is null and coalesce(t.is_used, a.lock < w.ahead)
    from wallet w join adopted_lock a on a.lane_id = w.lane_id and a.state = 'waiting' and a.tokens_minor > 0
    left join told t on t.lane_id = a.lane_id and t.lock = a.lock
    where a.end_state is null or a.lock >= w.ahead or (a.evidence ->> 'block')::numeric > $1
    union all
    -- Between lanes of ours: not seen in both wallets yet, or booked and perhaps of a later block.
    select w.lane_id, 'move ' || m.id, 0, case when (m.from_lane = w.lane_id) = (m.state = 'expected') then '-' else '' end || m.amount_minor, true
    from wallet w join treasury_move m on m.kind = 'tokens' and w.lane_id in (m.from_lane, m.to_lane)
    where m.state = 'expected' or m.state = 'done' and m.ended_at > $5::timestamptz - interval '10 minutes'
  )
  select l.id as lane_id,
    coalesce((select b.amount_minor from balance b
      where b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode), 0)::text as float_minor,
    coalesce((select jsonb_agg(jsonb_build_object('name', o.name, 'lock', o.lock::text, 'tokens', o.tokens, 'uncertain', o.uncertain) order by o.lock)
      from out o where o.lane_id = l.id), '[]') as items,
    coalesce((select sum(s.swept_minor::numeric) from deposit_sweep s where s.lane_id = l.id and s.block > $1), 0)::text as later_sweeps,
    coalesce((select s.units from lane_sweeps s where s.lane_id = l.id), 0)::text as swept_units,
    coalesce((select s.minor from lane_sweeps s where s.lane_id = l.id), 0)::text as swept_minor,
    coalesce((select sum(f.gas_units) from transfer f where f.lane_id = l.id and f.lock >= w.newest and f.gas_units is not null
      and (f.lock >= w.ahead or (f.evidence ->> 'block')::numeric > $1)), 0)::text as later_gas,
    (coalesce(l.gas_each_units, 0) * (select count(*) from out o where o.lane_id = l.id and o.uncertain))::text as unbooked_gas
  from wallet w join lane l on l.id = w.lane_id order by l.number`

export async function readGasBooks(sql: Sql, mode: Mode, network: string, asset: string): Promise<bigint> {
  const { rows } = await sql.query<{ units: string }>(
    `select account_sum($1, 'gas', $2, $3)::text as units`,
    [mode, network, asset],
  )
  return BigInt(rows[0]?.units ?? '0')
}

/** Returns the deposit addresses whose last check is the oldest. */
export async function listNextAddresses(
  sql: Sql,
  mode: Mode,
  network: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ address: string }>(
    `select address from deposit_holding where mode = $1 and network = $2 order by looked_at nulls first, address limit $3`,
    [mode, network, most],
  )
  return rows.map(({ address }) => address)
}

/** Returns the balance of each address after a block according to the database, in the chain's smallest units and in the given order. */
export async function readExpectedHoldings(
  sql: Sql,
  where: Readonly<{ mode: Mode; network: string; block: bigint }>,
  addresses: readonly string[],
): Promise<readonly bigint[]> {
  const { rows } = await sql.query<{ units: string }>(
    `select (coalesce((select sum(d.units) from deposit d
          where d.address = a.address and d.network = $2 and d.mode = $1 and d.block <= $3), 0)
        - coalesce((select sum(s.units) from deposit_sweep s
          where s.address = a.address and s.network = $2 and s.mode = $1 and s.block <= $3), 0))::text as units
     from unnest($4::text[]) with ordinality as a (address, place) order by a.place`,
    [where.mode, where.network, where.block.toString(), addresses],
  )
  return rows.map(({ units }) => BigInt(units))
}

/**
 * Returns the balance of the account that all deposit addresses share, after a block according to the database. Includes tokens that belong
 * to no sell.
 */
export async function readExpectedShared(
  sql: Sql,
  where: Readonly<{ mode: Mode; network: string; block: bigint }>,
): Promise<bigint> {
  // Rows of later blocks were recorded within the last hour, and ids contain the time.
  const later = (table: string) => `coalesce((select sum(r.units) from ${table} r
    where r.id > uuidv7(interval '-1 hour') and r.network = $2 and r.mode = $1 and r.block > $3), 0)`
  const { rows } = await sql.query<{ units: string }>(
    `select (coalesce((select sum(u.units) from unswept_deposit u where u.network = $2 and u.mode = $1), 0)
       - ${later('deposit')} + ${later('deposit_sweep')}
       + coalesce((select sum(a.units) from deposit_quarantine a
         where a.network = $2 and a.mode = $1 and a.units is not null and a.block <= $3 and not exists (
           select from deposit d where d.mode = $1 and d.network = $2 and d.tx_hash = a.tx_hash and d.log_index = a.log_index
           union all
           select from deposit_sweep w where w.mode = $1 and w.network = $2 and w.tx_hash = a.tx_hash and w.log_index = a.log_index
             and w.lane_id is not null)), 0)
     )::text as units`,
    [where.mode, where.network, where.block.toString()],
  )
  return BigInt(rows[0]?.units ?? '0')
}

export async function noteHoldings(
  sql: Sql,
  where: Readonly<{ mode: Mode; network: string }>,
  found: ReadonlyArray<Readonly<{ address: string; offUnits: bigint }>>,
  at: Date,
): Promise<void> {
  await sql.query('select note_holdings($1, $2, $3, $4)', [
    where.mode,
    where.network,
    JSON.stringify(found.map(({ address, offUnits }) => ({ address, off_units: offUnits.toString() }))),
    at,
  ])
}

/**
 * Returns the ledger balance of all deposit addresses, their number (at most ten thousand) and the addresses with an unexpected balance.
 */
export async function readDepositBooks(
  sql: Sql,
  mode: Mode,
  network: string,
): Promise<
  Readonly<{
    oursMinor: bigint
    addresses: number
    /** The newest deposits come first. */
    off: ReadonlyArray<Readonly<{ address: string; units: bigint; deposit: string | null }>>
  }>
> {
  const { rows } = await sql.query<{
    ours: string
    addresses: number
    off: ReadonlyArray<{ address: string; units: string; deposit: string | null }>
  }>(
    `select account_sum($1, 'deposit', $2, 'NGNC')::text as ours,
       (select count(*)::integer from (select from deposit_holding where mode = $1 and network = $2 limit 10000) h) as addresses,
       coalesce((select jsonb_agg(jsonb_build_object('address', h.address, 'units', h.off_units::text, 'deposit', d.id) order by d.id desc) from (
         select address, off_units from deposit_holding where mode = $1 and network = $2 and off_units <> 0 limit 1000) h
         left join lateral (select x.id from deposit x where x.address = h.address and x.network = $2 and x.mode = $1 order by x.id desc limit 1) d on true), '[]') as off`,
    [mode, network],
  )
  const row = rows[0]
  return {
    oursMinor: BigInt(row?.ours ?? '0'),
    addresses: row?.addresses ?? 0,
    off: (row?.off ?? []).map((one) => ({ ...one, units: BigInt(one.units) })),
  }
}
