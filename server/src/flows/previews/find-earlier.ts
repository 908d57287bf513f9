import { formatId } from '../../kernel/ids/ids.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { RequestNames } from '../../records/transactions/accepting/request-store.ts'
import { findFirst } from '../accept/find-first.ts'
import type { Notice } from './preview.ts'

export type Earlier =
  /** What was accepted under this reference is returned, whatever the rules say today. */
  Readonly<{ isReplay: true; notice: Notice }> | Readonly<{ isReplay: false; refusals: readonly Refusal[] }>

/** What the reference of a request leads to already. */
export async function findEarlier(
  pool: Pool,
  tenant: Tenant,
  names: RequestNames,
  meaning: Buffer | undefined,
): Promise<Earlier> {
  if (meaning === undefined) return { isReplay: false, refusals: [] }
  try {
    // Without a key to remember nothing is written.
    const first = await findFirst(pool, tenant, { ...names, idempotencyKey: null }, meaning)
    if (first === undefined) return { isReplay: false, refusals: [] }
    const message = `This was accepted before as ${formatId('transaction', first)}: sending it again returns that one, and nothing is recorded twice.`
    return { isReplay: true, notice: { code: 'already_accepted', message } }
  } catch (error) {
    if (error instanceof Refusal) return { isReplay: false, refusals: [error] }
    throw error
  }
}
