import { OddAnswer } from './odd-answer.ts'
import { parseJsonText } from './vendor-json.ts'

export type VendorRequest = Readonly<{
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** For the whole answer, to its last byte. */
  deadlineMs: number
  mostBytes: number
  /** The caller's own reason to stop waiting. */
  signal?: AbortSignal
}>

/**
 * A whole answer. Its body is JSON whose numbers are kept as they were written (vendor-json.ts), or undefined where
 * something on the way, such as a proxy, answered with another status and a page of its own.
 */
export type VendorAnswer = Readonly<{ status: number; headers: Headers; body: unknown }>

/** One request. Anything but a whole JSON answer in time throws; `explainFailure` puts the reason in words. */
export async function askVendor(request: VendorRequest): Promise<VendorAnswer> {
  const deadline = AbortSignal.timeout(request.deadlineMs)
  const response = await fetch(request.url, {
    method: request.method ?? 'GET',
    headers: { accept: 'application/json', ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
    // Elsewhere is not where our key should go.
    redirect: 'error',
    signal: request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]),
  })
  const { status, headers } = response
  const type = headers.get('content-type') ?? 'nothing'
  // Some have a kind of JSON of their own, such as application/problem+json.
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    await response.body?.cancel()
    if (status !== 200) return { status, headers, body: undefined }
    throw new OddAnswer(`it answered ${type.slice(0, 80)}, not JSON`)
  }
  return { status, headers, body: parseJsonText(await readBody(response, request.mostBytes)) }
}

export function explainFailure(error: unknown, deadlineMs: number): string {
  if (error instanceof OddAnswer) return error.message
  const { name, message, cause } = error as { name: string; message: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return `no whole answer within ${deadlineMs / 1000} s`
  if (name === 'AbortError') return 'nobody waits for the answer any more'
  return `the connection failed: ${cause?.code ?? message}`
}

async function readBody(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new OddAnswer(`its answer is larger than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return decodeUtf8(Buffer.concat(chunks))
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OddAnswer('its answer is not UTF-8')
  }
}
