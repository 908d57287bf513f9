import type { Sql } from '../../kernel/postgres/pool.ts'

/** A terminal that asks to be signed in. */
export type DeviceLogin = Readonly<{
  id: string
  /** What the terminal calls itself. */
  machine: string
  /** From where it asked. */
  address: string
  createdAt: Date
  expiresAt: Date
}>

/** What a terminal learns when it asks whether it was confirmed. */
export type DeviceState = 'waiting' | 'confirmed' | 'denied'

const COLUMNS = `id, machine, host(address) as address, created_at as "createdAt", expires_at as "expiresAt"`

/** Stores a terminal's request. Also deletes some expired ones, so that the table stays small without a job of its own. */
export async function insertDeviceLogin(
  sql: Sql,
  { id, machine, address, createdAt, expiresAt }: DeviceLogin,
  hashes: Readonly<{ device: Buffer; user: Buffer }>,
): Promise<void> {
  await sql.query(
    `with expired as (
       delete from device_login where id in (
         select id from device_login where expires_at <= $6 order by expires_at limit 100 for update skip locked))
     insert into device_login (id, device_hash, user_hash, machine, address, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, hashes.device, hashes.user, machine, address, createdAt, expiresAt],
  )
}

/** Finds a terminal that nobody confirmed or refused yet. */
export async function findWaitingDevice(
  sql: Sql,
  userHash: Buffer,
  at: Date,
): Promise<DeviceLogin | undefined> {
  const { rows } = await sql.query<DeviceLogin>(
    `select ${COLUMNS} from device_login
     where user_hash = $1 and expires_at > $2 and confirmed_at is null and denied_at is null`,
    [userHash, at],
  )
  return rows[0]
}

/** Returns false if somebody confirmed or refused it meanwhile, or it has expired. */
export async function markDeviceConfirmed(
  sql: Sql,
  id: string,
  passkeyId: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update device_login set confirmed_at = $3, passkey_id = $2
     where id = $1 and expires_at > $3 and confirmed_at is null and denied_at is null`,
    [id, passkeyId, at],
  )
  return rowCount === 1
}

export async function markDeviceDenied(sql: Sql, userHash: Buffer, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update device_login set denied_at = $2
     where user_hash = $1 and expires_at > $2 and confirmed_at is null and denied_at is null`,
    [userHash, at],
  )
  return rowCount === 1
}

export async function readDeviceState(
  sql: Sql,
  deviceHash: Buffer,
  at: Date,
): Promise<DeviceState | undefined> {
  const { rows } = await sql.query<{ state: DeviceState }>(
    `select case when denied_at is not null then 'denied' when confirmed_at is not null then 'confirmed' else 'waiting' end as state
     from device_login where device_hash = $1 and expires_at > $2`,
    [deviceHash, at],
  )
  return rows[0]?.state
}

/** Uses up a confirmed terminal and returns the passkey with which it was confirmed. Of concurrent calls, one gets it. */
export async function takeDevice(
  sql: Sql,
  deviceHash: Buffer,
  at: Date,
): Promise<Readonly<{ machine: string; passkeyId: string }> | undefined> {
  const { rows } = await sql.query<{ machine: string; passkeyId: string }>(
    `delete from device_login where device_hash = $1 and expires_at > $2 and confirmed_at is not null
     returning machine, passkey_id as "passkeyId"`,
    [deviceHash, at],
  )
  return rows[0]
}
