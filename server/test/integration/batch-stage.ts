import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { createApp } from '../../src/entry/http/app.ts'
import { advanceBatch, createBatchSells } from '../../src/flows/batches/advance-batch.ts'
import { systemClock as clock } from '../../src/kernel/clock/clock.ts'
import { newId, parseId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { keyScopes } from '../../src/records/keys/key-rights.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { business, capital, posting } from '../../src/records/ledger/account.ts'
import { postEntry, readBalance } from '../../src/records/ledger/ledger-store.ts'
import { openPayoutAccount } from './authorisation/give-balance.ts'
import { testKeys, wireTestApi } from './test-api.ts'

export const PATH = '/payouts/v1/batches'

export type Batch = Readonly<{
  id: string
  state: string
  rows: number
  checked: number
  preview: { rows: number; total: number; fee: number; problem_rows: number; problems: unknown[] } | null
  outcomes: Record<string, number>
}>
type Row = Readonly<{
  row: number
  name_check: string | null
  name_at_bank: string
  problems: ReadonlyArray<{ code: string; message: string }>
  outcome: string
  refusal: { code: string } | null
  reference: string
  transaction_status: string | null
}>
type Wire = Readonly<Record<string, unknown>> & { batch: Batch; rows: Row[] }
type Shop = Readonly<{ id: string; key: string; fields: { link_tag: string } }>

export const uuidOf = (id: string): string => parseId('batch', id) ?? ''

export const row = (place: number, changes: object = {}) => ({
  bank_name: 'GTBank',
  account_number: String(1_000_000_000 + place),
  account_name: 'Ada Obi',
  amount: '1000',
  ...changes,
})
export const rowsOf = (count: number) => Array.from({ length: count }, (_none, place) => row(place))

/** Creates the API and a worker that checks and pays batches, with banks that answer by the first digits of an account number. */
export async function createBatchStage() {
  const database = await createTestDatabase()
  const owner = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
  const worker = createPool(database.url('afara_worker'), { max: 8, applicationName: 'test' })
  const deps = wireTestApi(database)
  const app = createApp(deps)
  const failures: unknown[] = []
  const asked = { count: 0, isDown: false }
  const working = {
    pool: worker,
    clock,
    sells: createBatchSells({ pool: worker, clock }),
    names: {
      ask: async ({ accountNumber }: Readonly<{ accountNumber: string }>) => {
        asked.count += 1
        if (asked.isDown || accountNumber.startsWith('99')) return undefined
        if (accountNumber.startsWith('98')) return { outcome: 'not_found' } as const
        return { outcome: 'found', accountName: 'ADA NGOZI OBI' } as const
      },
    },
    nudge: async () => {},
    onFailure: (_id: string, error: unknown) => {
      if (!String(error).includes('banks did not answer')) failures.push(error)
    },
  }
  await openPayoutAccount(owner, 'test')
  await owner.query(
    'update payout_account set available_minor = 100000000000, read_at = now(), lines_whole_at = now()',
  )
  let shops = 0

  const ask = async (
    { key }: Shop,
    method: 'GET' | 'POST',
    url: string,
    body?: object | string,
    more: Record<string, string> = {},
  ) => {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const reply = await app.inject({
      method,
      url,
      headers: { 'svc-sec-key': key, ...(body !== undefined && { 'content-type': type }), ...more },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const json = (reply.headers['content-type'] as string).startsWith('application/json')
      ? (reply.json() as Wire)
      : ({} as Wire)
    const verdict = reply.statusCode === 200 ? '200' : `${reply.statusCode} ${String(json['code'])}`
    return { verdict, json, text: reply.body, headers: reply.headers }
  }
  const work = async (id: string) => {
    // The next look is due in a second or later; a test does not wait for it.
    await owner.query('update wake set due_at = now() where subject_id = $1', [uuidOf(id)])
    return advanceBatch(working, uuidOf(id))
  }

  return {
    app,
    owner,
    worker,
    /** What the worker could not do. */
    failures,
    /** How often banks were asked for a name, and whether they answer. */
    asked,
    ask,
    /** Lets a worker take the due step of a batch. */
    work,
    open: async (naira = 1_000_000, terms: object = {}): Promise<Shop> => {
      shops += 1
      const linkTag = `batches-${shops}`
      const why = { actor: 'system:test', reason: 'a test' }
      const { id } = await createBusiness(owner, { name: linkTag, linkTag, ...why })
      for (const [column, value] of Object.entries({ may_hold_balance: true, ...terms }))
        await owner.query(`update business_mode set ${column} = $2 where business_id = $1`, [id, value])
      const postings = [posting(capital, business(id), money('NGNC', BigInt(naira) * 100n))]
      const at = clock.now()
      await postEntry(owner, { id: newId(), mode: 'test', transactionId: null, step: 'test', at, postings })
      const issued = { business: linkTag, mode: 'test' as const, scopes: keyScopes, ...why }
      const { secret } = await issueKey({ pool: owner, ...testKeys }, issued)
      return { id, key: secret, fields: { link_tag: linkTag } }
    },
    /** Sends a batch and lets the worker check it. */
    make: async (shop: Shop, rows: readonly object[]): Promise<Batch> => {
      const { json, verdict } = await ask(shop, 'POST', PATH, { rows })
      if (verdict !== '200') throw new Error(JSON.stringify(json))
      // A bank that does not answer is asked again.
      for (let tries = 0; tries < 10; tries += 1) {
        await work(json.batch.id)
        const { batch } = (await ask(shop, 'GET', `${PATH}/${json.batch.id}`)).json
        if (batch.state !== 'checking') return batch
      }
      throw new Error('the batch does not become ready')
    },
    confirm: async (shop: Shop, { id, preview }: Batch, changes: object = {}) =>
      ask(shop, 'POST', `${PATH}/${id}/confirm`, { rows: preview?.rows, total: preview?.total, ...changes }),
    listRows: async (shop: Shop, { id }: Batch, query = '?limit=100') =>
      (await ask(shop, 'GET', `${PATH}/${id}/rows${query}`)).json.rows,
    balanceOf: async ({ id }: Shop) => (await readBalance(owner, 'test', business(id), 'NGNC')).minor,
    sellsOf: async (shop: Shop): Promise<string[]> => {
      const { rows } = await owner.query<{ reference: string }>(
        `select reference from transaction where business_id = $1 and type = 'sell' order by id`,
        [shop.id],
      )
      return rows.map(({ reference }) => reference)
    },
    stop: async (): Promise<void> => {
      await app.close()
      await deps.stop()
      await Promise.all([owner.end(), worker.end()])
      await database.drop()
    },
  }
}
