import { formatId } from '../../kernel/ids/ids.ts'
import { asTenant, type Pool, type Sql, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import {
  addIdempotencyKey,
  findNamedTransactions,
  type NamedTransaction,
  type RequestNames,
} from '../../records/transactions/accepting/request-store.ts'
import type { RequestIdentity } from './request-identity.ts'

/**
 * Returns the transaction that already has the request's names (its reference and idempotency key), because the caller repeats a request.
 * Throws a refusal when a name was used for a different request. Returns undefined when no transaction has the names, for example because
 * the request that took a name was not committed.
 */
export async function findFirst(
  pool: Pool,
  tenant: Tenant,
  names: RequestNames,
  meaning: Buffer,
): Promise<string | undefined> {
  // A request without a name cannot be repeated.
  if (!names.isReferenceGiven && names.idempotencyKey === null) return undefined
  const { byReference, byKey } = await asTenant(pool, tenant, async (sql) =>
    findNamedTransactions(sql, names),
  )
  const first = byReference ?? byKey
  if (first === undefined) return undefined
  if (byReference !== undefined && !sameMeaning(byReference, meaning)) {
    conflict('reference_conflict', 'This reference', byReference)
  }
  if (byKey !== undefined && !sameMeaning(byKey, meaning)) {
    conflict('idempotency_key_conflict', 'This Idempotency-Key', byKey)
  }
  const isOther =
    byReference !== undefined && byKey !== undefined && byReference.transactionId !== byKey.transactionId
  if (isOther || (names.isReferenceGiven && byReference === undefined)) {
    conflict('idempotency_key_conflict', 'This Idempotency-Key, with another reference,', byKey ?? first)
  }
  if (names.idempotencyKey !== null && byKey === undefined) {
    await addIdempotencyKey(pool, tenant, names.idempotencyKey, first.transactionId)
    // Another request may have taken the key first. That request is committed by now, so one more call finds the final answer.
    return findFirst(pool, tenant, names, meaning)
  }
  return first.transactionId
}

function sameMeaning(named: NamedTransaction, meaning: Buffer): boolean {
  return named.meaning.equals(meaning)
}

function conflict(code: RefusalCode, what: string, { transactionId }: NamedTransaction): never {
  const id = formatId('transaction', transactionId)
  throw new Refusal(code, `${what} was used for ${id} with other values. Use a new one.`, {
    detail: { transaction_id: id },
  })
}

/** Returns the transaction of an earlier request with the same names and meaning, read by `find`; undefined when there was none. */
export async function findReplay<T>(
  pool: Pool,
  tenant: Tenant,
  { names, meaning }: Pick<RequestIdentity, 'names' | 'meaning'>,
  find: (sql: Sql, id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const firstId = await findFirst(pool, tenant, names, meaning)
  if (firstId === undefined) return undefined
  return asTenant(pool, tenant, async (sql) => find(sql, firstId))
}
