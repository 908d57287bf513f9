import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { storableJson } from '../../kernel/postgres/storable-json.ts'
import type { ChainCursor } from './cursor-store.ts'
import type { SellNames } from './deposit-address.ts'
import type { BlockMark, OddLog, TokenLog } from './deposit-chain.ts'

/** Returns the addresses in these transfers that we ever assigned on any network, each with its sell. */
export async function findOwnAddresses(
  sql: Sql,
  mode: Mode,
  logs: readonly TokenLog[],
): Promise<ReadonlyMap<string, SellNames>> {
  if (logs.length === 0) return new Map()
  const addresses = new Set(logs.flatMap(({ address, sender }) => [address, sender]))
  const { rows } = await sql.query<{ address: string; id: string; business_id: string; reference: string }>({
    name: 'own_deposit_addresses',
    text: `select a.address, t.id, t.business_id, t.reference
      from deposit_address a join transaction t on t.id = a.transaction_id where a.address = any ($1) and a.mode = $2`,
    values: [[...addresses], mode],
  })
  return new Map(
    rows.map(({ address, id, business_id, reference }) => [
      address,
      { id, businessId: business_id, mode, reference },
    ]),
  )
}

/**
 * A transfer that is quarantined only for this reason is recorded once its sell is known. A restored database can learn of the sell again.
 */
export const NO_SELL_PROBLEM = 'no sell matches it'

/** Returns the logs that are not yet recorded and not yet quarantined. */
export async function withoutKnownLogs<T extends Pick<TokenLog, 'txHash' | 'logIndex'>>(
  sql: Sql,
  { mode, network }: Pick<ChainCursor, 'mode' | 'network'>,
  logs: readonly T[],
  { forgets }: Readonly<{ /** Logs quarantined for this reason are new. */ forgets?: string }> = {},
): Promise<readonly T[]> {
  if (logs.length === 0) return logs
  const { rows } = await sql.query<{ tx_hash: string; log_index: number }>({
    name: 'known_deposit_logs',
    text: ['deposit', 'deposit_sweep', 'deposit_quarantine']
      .map(
        (table) =>
          `select tx_hash, log_index from ${table} where mode = $1 and network = $2 and tx_hash = any ($3)`,
      )
      .join(' union all ')
      .concat(' and problem is distinct from $4'),
    values: [mode, network, [...new Set(logs.map(({ txHash }) => txHash))], forgets],
  })
  const known = new Set(rows.map((row) => `${row.tx_hash}/${row.log_index}`))
  return logs.filter(({ txHash, logIndex }) => !known.has(`${txHash}/${logIndex}`))
}

/** Returns the addresses that may still receive tokens, hold tokens or were closed less than a day ago. */
export async function listWatchedAddresses(
  sql: Sql,
  { mode, network }: Pick<ChainCursor, 'mode' | 'network'>,
  at: Date,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ address: string }>({
    name: 'watched_deposit_addresses',
    text: 'select list_watched as address from list_watched($1, $2, $3)',
    values: [mode, network, at],
  })
  return rows.map(({ address }) => address)
}

/** Returns the balance of each address on a network according to the database, in the chain's smallest units: received less sent. */
export async function readRecordedUnits(
  sql: Sql,
  { mode, network }: Pick<ChainCursor, 'mode' | 'network'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql.query<{ address: string; units: string }>({
    name: 'recorded_deposit_units',
    text: `select m.address, sum(m.units) as units from (
        select address, units from deposit where address = any ($1) and network = $2 and mode = $3
        union all
        select address, -units from deposit_sweep where address = any ($1) and network = $2 and mode = $3) m
      group by m.address`,
    values: [addresses, network, mode],
  })
  return new Map(rows.map(({ address, units }) => [address, BigInt(units)]))
}

type ReadBlocks = Readonly<{
  after: ChainCursor
  through: BlockMark
  /** Number of finalised blocks that are not read yet. */
  lagBlocks: bigint
  unitsPerMinor: bigint
  logs: readonly TokenLog[]
  asides: readonly OddLog[]
  at: Date
}>

/**
 * Records the transfers and the new cursor in one commit. Returns the sells that changed. Undefined if another worker moved the cursor in
 * the meantime: then nothing was written.
 */
export async function recordDeposits(sql: Sql, read: ReadBlocks): Promise<readonly string[] | undefined> {
  const { after, through } = read
  if (read.logs.length === 0 && read.asides.length === 0)
    return (await passBlocks(sql, read)) ? [] : undefined
  const { rows } = await sql.query<{ moved: string[] | null }>({
    name: 'record_deposits',
    text: 'select record_deposits($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)::text[] as moved',
    values: [
      after.mode,
      after.network,
      after.block.toString(),
      through.block.toString(),
      through.hash,
      read.lagBlocks.toString(),
      read.unitsPerMinor.toString(),
      JSON.stringify(read.logs.map(toRow)),
      storableJson(read.asides.map(toQuarantineRow)),
      read.at,
    ],
  })
  return rows[0]?.moved ?? undefined
}

/** Moves only the cursor, past blocks that contain nothing of ours. */
async function passBlocks(sql: Sql, { after, through, lagBlocks, at }: ReadBlocks): Promise<boolean> {
  const { rows } = await sql.query<{ is_read: boolean }>({
    name: 'pass_blocks',
    text: 'select pass_blocks($1, $2, $3, $4, $5, $6, $7) as is_read',
    values: [
      after.mode,
      after.network,
      after.block.toString(),
      through.block.toString(),
      through.hash,
      lagBlocks.toString(),
      at,
    ],
  })
  return rows[0]?.is_read === true
}

function toRow(log: TokenLog) {
  return {
    tx_hash: log.txHash,
    log_index: log.logIndex,
    block: log.block.toString(),
    block_hash: log.blockHash,
    sender: log.sender,
    address: log.address,
    token: log.token,
    units: log.units.toString(),
    from_shared: log.fromShared,
  }
}

function toQuarantineRow({ txHash, logIndex, problem, raw, arrived }: OddLog) {
  return { tx_hash: txHash, log_index: logIndex, problem, raw, block: arrived?.block, units: arrived?.units }
}

type QuarantineRow = Readonly<{
  raw: Readonly<Record<Exclude<keyof TokenLog, 'logIndex' | 'fromShared'>, string>>
  log_index: number
}>

/** Returns quarantined transfers to or from these addresses that are not recorded yet. */
export async function readQuarantinedLogs(
  sql: Sql,
  { mode, network }: Pick<ChainCursor, 'mode' | 'network'>,
  addresses: readonly string[],
): Promise<readonly TokenLog[]> {
  const recorded = ['deposit', 'deposit_sweep']
    .map(
      (table) => `and not exists (select from ${table} r
        where r.mode = a.mode and r.network = a.network and r.tx_hash = a.tx_hash and r.log_index = a.log_index)`,
    )
    .join(' ')
  const { rows } = await sql.query<QuarantineRow>(
    `select a.raw, a.log_index from deposit_quarantine a
     where a.mode = $1 and a.network = $2 and a.raw ? 'units'
       and (a.raw ->> 'address' = any ($3) or a.raw ->> 'sender' = any ($3)) ${recorded}`,
    [mode, network, addresses],
  )
  return rows.map(({ raw, log_index: logIndex }) => ({
    ...raw,
    logIndex,
    block: BigInt(raw.block),
    units: BigInt(raw.units),
  }))
}
