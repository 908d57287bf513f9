import type { Pool } from 'pg'
import { parseDecisionText } from '../decisions/decision-text.ts'
import { readDecisionsOfCases } from '../decisions/read-decisions.ts'
import { fromOperators } from '../decisions/watch-decisions.ts'
import type { MemberBook, MemberFact, MembersRecord } from '../members/member-book.ts'
import type { Operators } from '../operators/operators-file.ts'
import { signingProblem } from '../operators/signed-by.ts'
import type { SoleProcess } from '../sole-process.ts'
import { fromDatabase, onJournal, requireAlone } from '../unavailable.ts'
import { type BatchPlace, type Executed, requestProblem, type StoredRequest } from './signed-request.ts'

type WatchDeps = Readonly<{
  operators: Operators
  journal: MemberBook & Readonly<{ noteMembers(record: MembersRecord): void }>
  pool: Pool
  alone: Pick<SoleProcess, 'confirm'>
  nowMs(): number
}>

export type RequestWatch = Readonly<{
  /** Remembers signing keys that are new. Throws Unavailable. */
  look(): Promise<void>
  /**
   * Verifies what keys of a business asked for. Returns the problems by transaction; none for a business without a signing key. Throws
   * Unavailable.
   */
  verify(executed: readonly Executed[]): Promise<ReadonlyMap<string, string>>
}>

type KeyRow = Readonly<{
  key_id: string
  business_id: string
  mode: string
  public_key: Buffer
  /** The case in which operators approved a live key. */
  decided_by: string | null
}>

const KEYS = `
select s.key_id, s.business_id, s.mode, s.public_key, k.decided_by
from signing_key s join api_key k on k.id = s.key_id`

const REQUESTS = `
select r.subject_id, r.purpose, r.business_id, r.mode, r.key_id, r.base, r.signature, r.body, k.revoked_at
from signed_request r join api_key k on k.id = r.key_id where r.subject_id = any ($1)`

const PLACES = `select transaction_id, batch_id, number from batch_sell where transaction_id = any ($1)`

/** Rows that were committed late are still found. */
const OVERLAP_MS = 3_600_000

/**
 * Pins the public keys of businesses and verifies what they signed. An attacker who can write the database can add a signing key or a request, but
 * not change a key that is known here; a live key counts only if operators signed it.
 */
export function createRequestWatch(deps: WatchDeps): RequestWatch {
  const { journal, pool, nowMs } = deps
  let seenUntilMs = 0
  const pin = async (rows: readonly KeyRow[], atMs: number): Promise<void> => {
    const fresh = rows.filter(({ key_id }) => journal.signingKey(key_id) === undefined)
    const learned = await Promise.all(fresh.map(async (row) => signingKeyFact(deps, row)))
    const payments = learned.flatMap((fact) => fact ?? [])
    if (payments.length > 0)
      onJournal(() => journal.noteMembers({ at: new Date(atMs).toISOString(), payments }))
  }
  return {
    async look() {
      await requireAlone(deps)
      const atMs = nowMs()
      const since = new Date(Math.max(0, seenUntilMs - OVERLAP_MS))
      await pin(await readKeys(pool, 's.created_at > $1', since), atMs)
      seenUntilMs = atMs
    },
    async verify(executed) {
      if (executed.length === 0) return new Map()
      await requireAlone(deps)
      const businesses = [...new Set(executed.map(({ business }) => business))]
      const rows = await readKeys(pool, 's.business_id = any ($1)', businesses)
      await pin(rows, nowMs())
      const signing = new Set(rows.map(({ business_id, mode }) => `${business_id}/${mode}`))
      // A row that was taken away changes nothing: the journal still knows that the business signs.
      const asked = executed.filter(
        ({ business, mode }) => signing.has(`${business}/${mode}`) || journal.mustSign(business, mode),
      )
      if (asked.length === 0) return new Map()
      const places = await readPlaces(pool, asked)
      const subjects = asked.map(({ transactionId }) => places.get(transactionId)?.batchId ?? transactionId)
      const stored = await fromDatabase(async () => readRequests(pool, [...new Set(subjects)]))
      const problems = asked.map((one): [string, string | undefined] => [
        one.transactionId,
        requestProblem(one, stored, places.get(one.transactionId), (keyId) => {
          const key = journal.signingKey(keyId)
          return key?.business === one.business && key.mode === one.mode
            ? Buffer.from(key.public_key, 'base64url')
            : undefined
        }),
      ])
      return new Map(problems.flatMap(([id, problem]) => (problem === undefined ? [] : [[id, problem]])))
    },
  }
}

async function readKeys(pool: Pool, where: string, value: unknown): Promise<readonly KeyRow[]> {
  return fromDatabase(async () => (await pool.query<KeyRow>(`${KEYS} where ${where}`, [value])).rows)
}

async function readRequests(pool: Pool, subjects: readonly string[]): Promise<readonly StoredRequest[]> {
  const { rows } = await pool.query<StoredRequest>({
    name: 'signed-requests',
    text: REQUESTS,
    values: [subjects],
  })
  return rows
}

/** Only sells are rows of batches. */
async function readPlaces(pool: Pool, asked: readonly Executed[]): Promise<ReadonlyMap<string, BatchPlace>> {
  const sells = asked.filter(({ purpose }) => purpose === 'sell').map(({ transactionId }) => transactionId)
  if (sells.length === 0) return new Map()
  const { rows } = await fromDatabase(async () =>
    pool.query<Readonly<{ transaction_id: string; batch_id: string; number: number }>>({
      name: 'batch-places',
      text: PLACES,
      values: [sells],
    }),
  )
  return new Map(rows.map((row) => [row.transaction_id, { batchId: row.batch_id, number: row.number }]))
}

/** A test key counts from its first sight on. A live key counts if operators approved exactly this public key for this business. */
async function signingKeyFact(
  { pool, operators }: WatchDeps,
  { key_id: key, business_id: business, mode, public_key, decided_by }: KeyRow,
): Promise<MemberFact | undefined> {
  const fact = {
    kind: 'signing_key',
    key,
    business,
    mode,
    public_key: public_key.toString('base64url'),
  } as const
  if (mode === 'test') return fact
  if (decided_by === null) return undefined
  const statement = fromOperators(() => operators.current())
  const stored = await fromDatabase(async () => readDecisionsOfCases(pool, [decided_by]))
  const isDecided = stored.some((one) => {
    const text = readText(one.text)
    return (
      text?.action === 'issue_key' &&
      text.mode === mode &&
      text.caseId === decided_by &&
      text.get('business') === business &&
      text.get('decision.public_key') === fact.public_key &&
      signingProblem(mode, one, statement) === undefined
    )
  })
  return isDecided ? fact : undefined
}

function readText(text: string) {
  try {
    return parseDecisionText(text)
  } catch {
    return undefined
  }
}
