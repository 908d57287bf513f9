import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'

const FOLDER = new URL('../../../migrations/', import.meta.url)
const LOCK = 7_272_001

/**
 * Brings a database to the newest schema and returns the names of the files applied.
 * Numbered files run once, in order, each in its own transaction. Files in `generated/` are derived from tables in
 * the code and run again whenever their text changes. Safe to call from many processes at once.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`
      create schema if not exists migration;
      create table if not exists migration.applied (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    return [...(await applyOnce(client)), ...(await applyGenerated(client))]
  } finally {
    await client.end()
  }
}

async function applyOnce(client: Client): Promise<string[]> {
  const applied: string[] = []
  for (const { name, text, checksum } of await readSql(FOLDER)) {
    const known = await knownChecksum(client, name)
    if (known === checksum) continue
    if (known !== undefined) {
      throw new Error(
        `${name} was changed after it was applied: restore it and write a new migration instead`,
      )
    }
    await apply(client, name, text, checksum)
    applied.push(name)
  }
  return applied
}

async function applyGenerated(client: Client): Promise<string[]> {
  const applied: string[] = []
  for (const { name, text, checksum } of await readSql(new URL('generated/', FOLDER))) {
    if ((await knownChecksum(client, `generated/${name}`)) === checksum) continue
    await apply(client, `generated/${name}`, text, checksum)
    applied.push(`generated/${name}`)
  }
  return applied
}

async function readSql(folder: URL): Promise<Array<{ name: string; text: string; checksum: string }>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function knownChecksum(client: Client, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ checksum: string }>(
    'select checksum from migration.applied where name = $1',
    [name],
  )
  return rows[0]?.checksum
}

async function apply(client: Client, name: string, text: string, checksum: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('reset role')
    await client.query(
      `insert into migration.applied (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
