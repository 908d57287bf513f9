import { askVendor, explainFailure, type VendorAnswer } from '../../ask-vendor.ts'
import { OddAnswer, readObject, readText } from '../../vendor-json.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'

export type Answer = Readonly<Record<string, unknown>>

export type Horizon = Readonly<{
  /** Throws ChainUnavailable unless the response is complete. */
  get(path: string, signal: AbortSignal): Promise<Answer>
  /** Like `get`, but returns undefined if Horizon itself answers "not found". */
  find(path: string, signal: AbortSignal): Promise<Answer | undefined>
  /** Submits a transaction without waiting for a ledger. Returns the answer as text. */
  submit(raw: Uint8Array, signal: AbortSignal): Promise<string>
}>

const MAX_ANSWER_BYTES = 16 * 1024 * 1024
const CONCURRENT_REQUESTS = 8
// The answers to a submission: accepted, refused, already known, and try again later.
const SUBMISSION_STATUSES: ReadonlySet<number> = new Set([201, 400, 409, 503])

/** A Horizon client without cache or retries. The URL may contain a provider's key, so no error message includes it. */
export function createHorizon(options: Readonly<{ url: string; deadlineMs: number }>): Horizon {
  const root = options.url.replace(/\/+$/, '')
  const ask = async <T>(
    request: Readonly<{ path: string; method?: 'POST'; body?: string }>,
    signal: AbortSignal,
    read: (answer: VendorAnswer) => T,
  ): Promise<T> => {
    const { path, ...rest } = request
    try {
      return read(
        await askVendor({
          ...rest,
          url: `${root}${path}`,
          headers: rest.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' },
          deadlineMs: options.deadlineMs,
          mostBytes: MAX_ANSWER_BYTES,
          signal,
        }),
      )
    } catch (error) {
      throw new ChainUnavailable(explainFailure(error, options.deadlineMs), { cause: error })
    }
  }
  return {
    get: async (path, signal) =>
      ask({ path }, signal, (answer) => {
        const found = readFound(answer)
        if (found === undefined) throw new OddAnswer(`the node has no ${path}`)
        return found
      }),
    find: async (path, signal) => ask({ path }, signal, readFound),
    submit: async (raw, signal) => {
      const body = new URLSearchParams({ tx: Buffer.from(raw).toString('base64') }).toString()
      return ask({ path: '/transactions_async', method: 'POST', body }, signal, readSubmission)
    },
  }
}

/** Calls `ask` for each item, with a limited number of parallel requests. Returns the answers in the order of the items. */
export async function askAll<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let first = 0; first < items.length; first += CONCURRENT_REQUESTS) {
    answers.push(...(await Promise.all(items.slice(first, first + CONCURRENT_REQUESTS).map(ask))))
  }
  return answers
}

function readFound({ status, body }: VendorAnswer): Answer | undefined {
  if (status === 200) return readObject(body, 'the response')
  // A proxy's own 404 page says nothing about the ledger.
  if (status === 404 && body !== undefined) {
    const type = readText(readObject(body, 'the response')['type'], 'type')
    if (type.endsWith('not_found')) return undefined
  }
  throw new OddAnswer(`the node answered ${status}${titleIn(body)}`)
}

function readSubmission({ status, body }: VendorAnswer): string {
  if (!SUBMISSION_STATUSES.has(status) || body === undefined)
    throw new OddAnswer(`the node answered ${status}${titleIn(body)}`)
  const answer = readObject(body, 'the response')
  const said = answer['tx_status']
  if (said === 'PENDING') return 'taken'
  if (said === 'DUPLICATE') return 'known already'
  const why = typeof said === 'string' ? said : `${status}${titleIn(body)}`
  const result = answer['error_result_xdr'] ?? answer['errorResultXdr']
  return `rejected: ${why}${typeof result === 'string' ? ` ${result.slice(0, 100)}` : ''}`
}

function titleIn(body: unknown): string {
  const title = typeof body === 'object' && body !== null ? (body as Answer)['title'] : undefined
  return typeof title === 'string' ? `: ${title.slice(0, 100)}` : ''
}
