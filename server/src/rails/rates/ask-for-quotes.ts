import type { Quote, RateAnswer } from '../../records/rates/rate-source.ts'
import { askVendor, explainFailure } from '../ask-vendor.ts'
import { OddAnswer } from '../vendor-json.ts'

const DEFAULT_QUOTE_DEADLINE_MS = 5_000
const MAX_QUOTE_BYTES = 256 * 1024

type QuoteRequest = Readonly<{
  url: string
  headers?: Record<string, string>
  deadlineMs?: number | undefined
}>

/** Sends one GET and parses the response with `toQuotes`. Never rejects: any failure is returned as `failed` with its reason. */
export async function askForQuotes(
  { deadlineMs = DEFAULT_QUOTE_DEADLINE_MS, ...request }: QuoteRequest,
  toQuotes: (body: unknown) => Quote[],
): Promise<RateAnswer> {
  try {
    const { status, body } = await askVendor({ ...request, deadlineMs, mostBytes: MAX_QUOTE_BYTES })
    if (status !== 200) throw new OddAnswer(`the server answered ${status}`)
    return { kind: 'quotes', quotes: toQuotes(body) }
  } catch (error) {
    return { kind: 'failed', reason: explainFailure(error, deadlineMs) }
  }
}
