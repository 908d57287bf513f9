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
 * The transaction that a request's names lead to already: the caller asks again for what it has. Refused when a name
 * was used for something else. Undefined when they lead nowhere after all (the request that had the name was not committed).
 */
export async function findFirst(
  pool: Pool,
  tenant: Tenant,
  names: RequestNames,
  meaning: Buffer,
): Promise<string | undefined> {
  // Nobody can ask again for what they gave no name.
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
    // Another request may have taken the key first. It leads somewhere by now, so this is asked once more and no oftener.
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

/** What an earlier request with the same names and meaning has become, read by `find`; undefined when there was none. */
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
