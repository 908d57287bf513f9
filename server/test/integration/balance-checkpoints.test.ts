import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { createJournalKeys } from '@afara/vault/payer/journal/journal-keys.ts'
import { openPayerJournal } from '@afara/vault/payer/journal/payer-journal.ts'
import { createBalanceProofs } from '@afara/vault/shared/balances/prove-balances.ts'
import { createReadOnlyPool } from '@afara/vault/shared/start-process.ts'
import { openJournal } from '@afara/vault/signer/journal/journal.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'

const database = await createTestDatabase()
const superuser = createPool(database.url('postgres'), { max: 1, applicationName: 'test' })
const folder = mkdtempSync(join(tmpdir(), 'afara-checkpoints-'))
const keys = createJournalKeys(new Map([[1, Buffer.alloc(32, 3)]]))
const CREDITS = 400

afterAll(async () => {
  await superuser.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** Writes entries of one kobo each, past every function and trigger. Returns the id of the last one. */
async function write(business: string, side: 'credit' | 'debit', count = 1, xid?: number): Promise<string> {
  const ids = Array.from({ length: count }, newId)
  const [debited, credited] = side === 'debit' ? ['business', 'clearing'] : ['capital', 'business']
  await superuser.query('begin')
  await superuser.query('set local session_replication_role = replica')
  await superuser.query(
    `with written as (
       insert into afara.entry select id, 'test', null, 'test', null, now(), coalesce($2, pg_current_xact_id()::text::bigint)
       from unnest($1::uuid[]) as id returning id, xid)
     insert into afara.posting select id, 1, 'test', $3::afara.account_kind, $4, $5::afara.account_kind, $6, 'NGNC', 1, xid from written`,
    [ids, xid ?? null, debited, side === 'debit' ? business : '', credited, side === 'debit' ? '' : business],
  )
  await superuser.query('commit')
  return ids.at(-1) ?? ''
}

describe.each([
  ['signer', openJournal],
  ['payer', async (path: string) => openPayerJournal(path, keys)],
] as const)('%s', (role, open) => {
  /** Starts the process of the vault: a journal, a connection and nothing in memory. */
  const start = async (path: string) => {
    const journal = await open(path)
    const pool = createReadOnlyPool(database.url(`afara_${role}`), 'test')
    const prove = createBalanceProofs({
      pool,
      journal,
      nowMs: () => 0,
      uncausedTestMinor: 1_000_000n,
      isContradicted: () => false,
    })
    return {
      journal,
      prove: async (businessId: string) => {
        const proven = await prove([{ mode: 'test', businessId }], 1)
        return proven.get(`test/${businessId}`)?.minor
      },
      /** How many postings the connection has read by an index. */
      readRows: async () => {
        await pool.query('select pg_stat_force_next_flush()')
        const { rows } = await superuser.query<{ read: number }>(
          `select idx_tup_fetch::int as read from pg_stat_user_tables where relname = 'posting'`,
        )
        return rows[0]?.read ?? 0
      },
      /** Waits for the end of the connections, because they report what they have read when they end. */
      stop: async () => {
        await Promise.all([journal.close(), pool.end()])
        const connected = `select count(*)::int as count from pg_stat_activity where datname = current_database() and usename = $1`
        await expect
          .poll(async () => (await superuser.query(connected, [`afara_${role}`])).rows[0]?.count, {
            timeout: 10_000,
          })
          .toBe(0)
      },
    }
  }

  /** Has a balance added up until the journal has a checkpoint of it. Other tests hold transactions open, which delays it. */
  const untilKept = async (vault: Awaited<ReturnType<typeof start>>, business: string): Promise<bigint> => {
    await write(business, 'credit', CREDITS)
    for (let debits = 0; debits < 200; debits += 1) {
      expect(await vault.prove(business)).toBe(BigInt(CREDITS - debits))
      if (vault.journal.balanceCheckpoint({ mode: 'test', businessId: business }) !== undefined)
        return BigInt(CREDITS - debits)
      await write(business, 'debit')
    }
    throw new Error('no checkpoint was written')
  }

  test('after a restart only newer entries are read, and an older entry that appears later counts for nothing', async () => {
    const path = join(folder, `${role}-restart`)
    const business = newId()
    const first = await start(path)
    const before = await first.readRows()
    const minor = await untilKept(first, business)
    expect((await first.readRows()) - before).toBeGreaterThanOrEqual(CREDITS)
    await first.stop()

    await write(business, 'credit', 1_000, 3)
    await write(business, 'debit', 1, 4)
    const again = await start(path)
    const began = await again.readRows()
    expect(await again.prove(business)).toBe(minor)
    expect((await again.readRows()) - began).toBeLessThan(CREDITS / 4)
    await again.stop()
  })

  test('a database without the witness of the checkpoint is added up from its first entry', async () => {
    const path = join(folder, `${role}-restored`)
    const business = newId()
    const first = await start(path)
    const minor = await untilKept(first, business)
    const checkpoint = first.journal.balanceCheckpoint({ mode: 'test', businessId: business })
    await first.stop()
    await superuser.query('set session_replication_role = replica')
    await superuser.query('delete from afara.posting where entry_id = $1', [checkpoint?.witness.entry])
    await superuser.query('reset session_replication_role')
    await write(business, 'credit', 5, 3)
    const again = await start(path)
    expect(await again.prove(business)).toBe(minor + 1n + 5n)
    await again.stop()
  })

  test('a checkpoint names a business by its id and has no other text, and a changed one breaks the chain', async () => {
    const path = join(folder, `${role}-changed`)
    const business = newId()
    const first = await start(path)
    await untilKept(first, business)
    await first.stop()
    const text = readFileSync(path, 'utf8')
    const id = '[0-9a-f-]{36}'
    expect(text.trimEnd().split('\n').at(-1)).toMatch(
      new RegExp(
        `^{"n":1,"at":"1970-01-01T00:00:00.000Z","balances":\\[{"mode":"test","business":"${business}","through":"[0-9]+","minor":"-?[0-9]+",` +
          `"uncaused_minor":"400","witness":{"entry":"${id}","xid":"[0-9]+"}}\\],"prev":"0{64}","hash":"[0-9a-f]{64}"}$`,
      ),
    )
    writeFileSync(path, text.replace('"uncaused_minor":"400"', '"uncaused_minor":"900"'))
    await expect(start(path)).rejects.toThrow('record 1 was changed')
  })
})
