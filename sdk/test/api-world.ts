import { setTimeout as sleep } from 'node:timers/promises'
import { createApp, createOtcApp } from '../../server/src/entry/http/app.ts'
import { formatId, newId, parseId } from '../../server/src/kernel/ids/ids.ts'
import { createPool } from '../../server/src/kernel/postgres/pool.ts'
import { createBusiness } from '../../server/src/records/businesses/manage-business.ts'
import { issueKey } from '../../server/src/records/keys/manage-keys.ts'
import { sequenceEvents } from '../../server/src/records/transactions/feed/feed-store.ts'
import { openPayoutAccount } from '../../server/test/integration/authorisation/give-balance.ts'
import { testKeys, wireTestApi } from '../../server/test/integration/test-api.ts'
import { createTestDatabase } from '../../stack/src/postgres/test-database.ts'

/** Starts a real api on its own database, with one business and one vendor account. */
export async function createApiWorld() {
  const database = await createTestDatabase()
  const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
  const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
  const deps = wireTestApi(database)
  const app = createApp(deps)
  const otc = createOtcApp(deps)
  const why = { actor: 'system:test', reason: 'a test' }
  const business = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
  const { secret: key } = await issueKey(
    { pool: owner, ...testKeys },
    { business: 'ada-foods', mode: 'test', scopes: ['read', 'buy', 'sell', 'webhooks'], ...why },
  )
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
     values ($1, 'test', 'TEST Afara', '0000000001', 'test-bank', 'TEST BANK (not a bank)')`,
    [newId()],
  )
  // Sells are accepted only if there is naira to pay out.
  await openPayoutAccount(owner, 'test')
  const loopback = { host: '127.0.0.1', port: 0 }
  const baseUrl = await app.listen(loopback)
  const otcBaseUrl = await otc.listen(loopback)
  return {
    database,
    owner,
    key,
    baseUrl,
    otcBaseUrl,
    businessId: formatId('business', business.id),
    linkTag: 'ada-foods',
    /** Returns the number of transactions in the database. */
    async count(): Promise<number> {
      const { rows } = await owner.query('select count(*)::int as count from transaction')
      return rows[0].count
    },
    /** Moves a sell to `expired`. */
    async expire(transactionId: string): Promise<void> {
      await owner.query(
        `select from move_transaction($1, (select version from transaction where id = $1), 'window_closed', '{}', now(), null)`,
        [parseId('transaction', transactionId)],
      )
    },
    /** Waits until every event has a position in the feed. Writers in other databases of the cluster can delay this. */
    async place(): Promise<void> {
      for (;;) {
        await sequenceEvents(worker)
        const { rows } = await owner.query(
          `select (select count(*) from transaction_event) = (select count(*) from event_position where sequence is not null)
             and not exists (select from batch_event b where not exists (
               select from event_position p where p.event_id = b.event_id)) as placed`,
        )
        if (rows[0].placed) return
        await sleep(20)
      }
    },
    async close(): Promise<void> {
      await Promise.all([app.close(), otc.close()])
      await Promise.all([owner.end(), worker.end(), deps.stop()])
      await database.drop()
    },
  }
}

/** A buy that is paid into the vendor account above. */
export const buy = {
  amount: '25000.50',
  vendor_name: 'TEST Afara',
  vendor_bank: 'TEST BANK (not a bank)',
  vendor_number: '0000000001',
  bank_name: 'GTBank',
  account_number: '0123456789',
  network: 'Polygon',
  wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
} as const

/** A sell from a wallet. */
export const sell = {
  amount: 5_000_00n,
  bank_name: 'GTBank',
  account_number: '0123456789',
  network: 'Polygon',
  wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
} as const
