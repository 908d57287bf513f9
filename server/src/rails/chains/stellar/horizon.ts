import { askVendor, explainFailure, type VendorAnswer } from '../../ask-vendor.ts'
import { OddAnswer, readObject, readText } from '../../vendor-json.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'

export type Answer = Readonly<Record<string, unknown>>

export type Horizon = Readonly<{
  /** Throws ChainUnavailable unless there is a whole answer. */
  get(path: string, signal: AbortSignal): Promise<Answer>
  /** The same; undefined where Horizon itself says that there is no such thing. */
  find(path: string, signal: AbortSignal): Promise<Answer | undefined>
  /** Hands bytes over without waiting for a ledger. What was answered, in words. */
  submit(raw: Uint8Array, signal: AbortSignal): Promise<string>
}>

const MAX_ANSWER_BYTES = 16 * 1024 * 1024
const CONCURRENT_REQUESTS = 8
// What it answers to bytes: taken, known already, refused, or not now.
const SUBMISSION_STATUSES: ReadonlySet<number> = new Set([201, 400, 409, 503])

/** Horizon over HTTP. Nothing is remembered, and each question is asked once. The address may hold a provider's key, so no message of ours repeats it. */
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
        if (found === undefined) throw new OddAnswer(`it has no ${path}`)
        return found
      }),
    find: async (path, signal) => ask({ path }, signal, readFound),
    submit: async (raw, signal) => {
      const body = new URLSearchParams({ tx: Buffer.from(raw).toString('base64') }).toString()
      return ask({ path: '/transactions_async', method: 'POST', body }, signal, readSubmission)
    },
  }
}

/** So many questions at a time; the answers in their order. */
export async function askAll<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let first = 0; first < items.length; first += CONCURRENT_REQUESTS) {
    answers.push(...(await Promise.all(items.slice(first, first + CONCURRENT_REQUESTS).map(ask))))
  }
  return answers
}

function readFound({ status, body }: VendorAnswer): Answer | undefined {
  if (status === 200) return readObject(body, 'the answer')
  // A page of a proxy that is not found says nothing about the ledger.
  if (status === 404 && body !== undefined) {
    const type = readText(readObject(body, 'the answer')['type'], 'type')
    if (type.endsWith('not_found')) return undefined
  }
  throw new OddAnswer(`it answered ${status}${titleIn(body)}`)
}

function readSubmission({ status, body }: VendorAnswer): string {
  if (!SUBMISSION_STATUSES.has(status) || body === undefined)
    throw new OddAnswer(`it answered ${status}${titleIn(body)}`)
  const answer = readObject(body, 'the answer')
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
