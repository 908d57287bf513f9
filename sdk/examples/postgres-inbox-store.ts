import type { InboxStore } from '@afara/sdk'
import type { Pool, PoolClient } from 'pg'

/*
  create table afara_inbox (
    key      text primary key,
    sequence integer not null default 0,
    waiting  jsonb   not null default '[]'
  );
*/

/** Keeps the inbox in PostgreSQL. The handler gets the open transaction, so that its writes and the inbox commit together. */
export function createPostgresInboxStore(pool: Pool): InboxStore<PoolClient> {
  return {
    async update(key, work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query('insert into afara_inbox (key) values ($1) on conflict do nothing', [key])
        const { rows } = await client.query(
          'select sequence, waiting from afara_inbox where key = $1 for update',
          [key],
        )
        const { entry, result } = await work(rows[0], client)
        await client.query('update afara_inbox set sequence = $2, waiting = $3 where key = $1', [
          key,
          entry.sequence,
          JSON.stringify(entry.waiting),
        ])
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  }
}
