import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ChainCursor } from './cursor-store.ts'
import type { TokenLog } from './deposit-chain.ts'

type AsideRow = Readonly<{
  raw: Readonly<Record<Exclude<keyof TokenLog, 'logIndex'>, string>>
  log_index: number
}>

/** What was set aside of transfers to or from these addresses, and is not recorded since. */
export async function readAsideLogs(
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
  const { rows } = await sql.query<AsideRow>(
    `select a.raw, a.log_index from deposit_aside a
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
