import type { RequestNames } from '../../records/transactions/accepting/request-store.ts'

/** What the caller calls its request; a reference is made where it gave none. */
export type GivenNames = Readonly<{ reference: string | null; idempotencyKey: string | null }>

/** What is settled about a request before any rule is asked. */
export type KnownRequest = Readonly<{ id: string; names: RequestNames; meaning: Buffer; now: Date }>

export function namesOf({ reference, idempotencyKey }: GivenNames, transactionId: string): RequestNames {
  return {
    reference: reference ?? `afr-${transactionId.replaceAll('-', '')}`,
    isReferenceGiven: reference !== null,
    idempotencyKey,
  }
}
