import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

export type DeliveryRoom = Readonly<{
  /** Whether a wallet of ours takes new transfers on the network. */
  isActive: boolean
  /** The most that one of them has, beside what it has promised already. */
  roomMinor: bigint
  /** Whether the address is one of ours. */
  isOwn: boolean
}>

export async function readDeliveryRoom(
  sql: Sql,
  mode: Mode,
  { network, address }: Readonly<{ network: string; address: string }>,
): Promise<DeliveryRoom> {
  const { rows } = await sql.query<{ is_active: boolean; room: string; is_own: boolean }>(
    'select is_active, room_minor::text as room, is_own from delivery_room($1, $2, $3)',
    [mode, network, address],
  )
  const [row] = rows
  return {
    isActive: row?.is_active === true,
    roomMinor: BigInt(row?.room ?? '0'),
    isOwn: row?.is_own === true,
  }
}
