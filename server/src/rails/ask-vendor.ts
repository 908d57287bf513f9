import type { IncomingHttpHeaders } from 'node:http'
import { request as send } from 'undici'
import { OddAnswer, parseJsonText } from './vendor-json.ts'

export type VendorRequest = Readonly<{
  url: string
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  /** Time until the last byte of the response. */
  deadlineMs: number
  mostBytes: number
  /** Lets the caller stop waiting earlier. */
  signal?: AbortSignal
}>

/**
 * A complete response. The body is JSON whose numbers keep their original digits (vendor-json.ts). It is undefined if a proxy or the like
 * answered with a page that is not JSON and a status other than 200.
 */
export type VendorAnswer = Readonly<{ status: number; headers: IncomingHttpHeaders; body: unknown }>

/** Sends one request. Throws unless a complete JSON response arrives in time. `explainFailure` describes the error. */
export async function askVendor(request: VendorRequest): Promise<VendorAnswer> {
  const deadline = AbortSignal.timeout(request.deadlineMs)
  // `fetch` takes three times as long, and every credit needs calls to banks and chains.
  const {
    statusCode: status,
    headers,
    body,
  } = await send(request.url, {
    method: request.method ?? 'GET',
    headers: { accept: 'application/json', ...request.headers },
    body: request.body ?? null,
    signal: request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]),
  })
  if (status >= 300 && status < 400) {
    await body.dump()
    throw new OddAnswer(`the server answered ${status} with a redirect, which we do not follow`)
  }
  const type = String(headers['content-type'] ?? 'no content type')
  // Some vendors answer with their own JSON type, such as application/problem+json.
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    await body.dump()
    if (status !== 200) return { status, headers, body: undefined }
    throw new OddAnswer(`the server answered with ${type.slice(0, 80)}, not JSON`)
  }
  return { status, headers, body: parseJsonText(await readBody(body, request.mostBytes)) }
}

export function explainFailure(error: unknown, deadlineMs: number): string {
  if (error instanceof OddAnswer) return error.message
  const { name, message, code } = error as { name: string; message: string; code?: unknown }
  if (name === 'TimeoutError') return `no complete response within ${deadlineMs / 1000} s`
  if (name === 'AbortError') return 'the request was cancelled before its response arrived'
  return `the connection failed: ${typeof code === 'string' ? code : message}`
}

async function readBody(body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > mostBytes) throw new OddAnswer(`the response is larger than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return decodeUtf8(Buffer.concat(chunks))
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OddAnswer('the response is not UTF-8')
  }
}
