import type { Clock } from '../../../kernel/clock/clock.ts'
import { FeedUnavailable } from '../../../movements/feeds/bank-feed.ts'
import { OddAnswer, readObject, readText } from '../../vendor-json.ts'
import { type GatheredLines, gatherLines } from '../gather-lines.ts'
import { requireReadable } from '../odd-answers.ts'
import type { MonnifyClient } from './monnify-client.ts'
import { type AccountReferences, toMonnifyLines } from './monnify-lines.ts'

export type MonnifyStatus =
  /** `status` is the vendor's word. If there are no lines, the transaction exists but brought no money. */
  (GatheredLines & { kind: 'found'; status: string }) | { kind: 'not_found' }

type Deps = Readonly<{ client: MonnifyClient; accounts: AccountReferences; clock: Clock }>

/** Requests the current status of one transaction. Throws FeedUnavailable if the vendor does not answer. */
export async function askMonnifyStatus(
  deps: Deps,
  reference: string,
  signal: AbortSignal,
): Promise<MonnifyStatus> {
  // References contain a bar. The vendor's gateway refuses a bar that is not encoded.
  const { status, body } = await deps.client.ask(`/api/v2/transactions/${encodeURIComponent(reference)}`, {
    signal,
  })
  if (status === 404) return { kind: 'not_found' }
  if (status !== 200) throw new FeedUnavailable(`the vendor answered ${status}`)
  const data = readEnvelope(body)
  const word = typeof data['paymentStatus'] === 'string' ? data['paymentStatus'] : ''
  if (isUnpaid(word)) return { kind: 'found', status: word, lines: [], unreadable: [] }
  const gathered = gatherLines(data, reference, (raw) => {
    if (!isPaidWord(word)) throw new OddAnswer(`paymentStatus is ${word.slice(0, 40)}`)
    return toMonnifyLines(data, { reference, accounts: deps.accounts, seenAt: deps.clock.now(), raw })
  })
  return { kind: 'found', status: word, ...gathered }
}

/** Whether money arrived. Only a number for one payment can be paid too little or too much. */
function isPaidWord(paymentStatus: string): boolean {
  return ['PAID', 'PARTIALLY_PAID', 'OVERPAID', 'REVERSED'].includes(paymentStatus)
}

/** Whether the status word means that no money arrived. An unknown word does not count as unpaid and is reported as unreadable. */
export function isUnpaid(paymentStatus: string): boolean {
  return ['PENDING', 'EXPIRED', 'FAILED', 'CANCELLED', 'ABANDONED'].includes(paymentStatus)
}

/** Opens the envelope of a response. Throws FeedUnavailable if the envelope is missing or reports a failure. */
export function readEnvelope(body: unknown): Readonly<Record<string, unknown>> {
  return requireReadable(() => {
    const envelope = readObject(body, 'the response')
    if (envelope['requestSuccessful'] === true) return readObject(envelope['responseBody'], 'responseBody')
    throw new OddAnswer(
      `the vendor refused the request: ${readText(envelope['responseMessage'], 'responseMessage').slice(0, 80)}`,
    )
  })
}

const MAX_CACHED_STATUSES = 20_000

/**
 * Caches statuses. A status cannot change while the list shows the same word, so polls need not request it again. While too little or too
 * much was paid, more can follow, so such a status is not kept.
 */
type StatusCache = Readonly<{
  get(reference: string, listedStatus: string): MonnifyStatus | undefined
  put(reference: string, found: MonnifyStatus): void
}>

/** Creates a cache in memory that drops its oldest entry first. */
export function createStatusCache(): StatusCache {
  const known = new Map<string, MonnifyStatus & { kind: 'found' }>()
  return {
    get: (reference, listedStatus) => {
      const found = known.get(reference)
      return found?.status === listedStatus ? found : undefined
    },
    put: (reference, found) => {
      if (found.kind !== 'found' || found.lines.length === 0) return
      if (found.status !== 'PAID' && found.status !== 'REVERSED') return
      known.delete(reference)
      known.set(reference, found)
      for (const oldest of known.keys()) {
        if (known.size <= MAX_CACHED_STATUSES) break
        known.delete(oldest)
      }
    },
  }
}
