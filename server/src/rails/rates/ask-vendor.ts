import type { Quote, RateAnswer } from '../../records/rates/rate-source.ts'
import { OddAnswer } from './odd-answer.ts'
import { parseJsonText } from './vendor-json.ts'

const DEADLINE_MS = 5_000
const MOST_BYTES = 256 * 1024

type VendorRequest = Readonly<{
  url: string
  headers?: Record<string, string>
  deadlineMs?: number | undefined
}>

/** One GET whose answer is taken only when it is whole, JSON, and as `toQuotes` knows it. Never rejects. */
export async function askVendor(
  request: VendorRequest,
  toQuotes: (body: unknown) => Quote[],
): Promise<RateAnswer> {
  const deadlineMs = request.deadlineMs ?? DEADLINE_MS
  try {
    const response = await fetch(request.url, {
      headers: { accept: 'application/json', ...request.headers },
      // Elsewhere is not where our key should go.
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    if (response.status !== 200) throw new OddAnswer(`it answered ${response.status}`)
    const type = response.headers.get('content-type') ?? 'nothing'
    if (!/^application\/json\b/i.test(type)) throw new OddAnswer(`it answered ${type.slice(0, 80)}, not JSON`)
    return { kind: 'quotes', quotes: toQuotes(parseJsonText(await readBody(response))) }
  } catch (error) {
    return { kind: 'failed', reason: explain(error, deadlineMs) }
  }
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MOST_BYTES) throw new OddAnswer(`its answer is larger than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new OddAnswer('its answer is not UTF-8')
  }
}

function explain(error: unknown, deadlineMs: number): string {
  if (error instanceof OddAnswer) return error.message
  const { name, message, cause } = error as { name: string; message: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return `no whole answer within ${deadlineMs / 1000} s`
  return `the connection failed: ${cause?.code ?? message}`
}
