import { advanceBatch, createBatchSells } from '../../server/src/flows/batches/advance-batch.ts'
import { systemClock as clock } from '../../server/src/kernel/clock/clock.ts'
import { newId, parseId } from '../../server/src/kernel/ids/ids.ts'
import { money } from '../../server/src/kernel/money/money.ts'
import { createPool } from '../../server/src/kernel/postgres/pool.ts'
import { issueKey } from '../../server/src/records/keys/manage-keys.ts'
import { business, capital, posting } from '../../server/src/records/ledger/account.ts'
import { postEntry } from '../../server/src/records/ledger/ledger-store.ts'
import { testKeys } from '../../server/test/integration/test-api.ts'
import type { createApiWorld } from './api-world.ts'

/**
 * Gives the business of the world a balance and a key that may pay out, and works on its batches as a worker would. Banks know everybody as
 * ADA OBI, and every accepted sell counts as paid.
 */
export async function workOnBatches({
  database,
  owner,
  businessId,
  linkTag,
}: Awaited<ReturnType<typeof createApiWorld>>) {
  const id = parseId('business', businessId) ?? ''
  const why = { actor: 'system:test', reason: 'a test' }
  const issued = { business: linkTag, mode: 'test' as const, scopes: ['read', 'payouts'], ...why }
  const { secret: key } = await issueKey({ pool: owner, ...testKeys }, issued)
  const postings = [posting(capital, business(id), money('NGNC', 1_000_000_00n))]
  const at = clock.now()
  await postEntry(owner, { id: newId(), mode: 'test', transactionId: null, step: 'test', at, postings })
  await owner.query(
    'update payout_account set available_minor = 100000000, read_at = now(), lines_whole_at = now()',
  )
  const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
  const working = {
    pool: worker,
    clock,
    sells: createBatchSells({ pool: worker, clock }),
    names: { ask: async () => ({ outcome: 'found', accountName: 'ADA OBI' }) as const },
    nudge: async () => {},
    onFailure: (_id: string, error: unknown) => {
      throw error
    },
  }
  const state = { isStopping: false }
  const loop = (async () => {
    while (!state.isStopping) {
      await owner.query(
        `update transaction set status = 'completed' where type = 'sell' and status = 'deposit_received'`,
      )
      const { rows } = await owner.query<{ id: string }>(
        `update wake set due_at = now() where type = 'payout-batch' returning subject_id as id`,
      )
      for (const row of rows) await advanceBatch(working, row.id)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  return {
    key,
    stop: async (): Promise<void> => {
      state.isStopping = true
      await loop
      await worker.end()
    },
  }
}
