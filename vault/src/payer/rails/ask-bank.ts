import { parseExact } from './parse-exact.ts'

export type BankAnswer = Readonly<{ status: number; body: unknown }>

export type BankRequest = Readonly<{
  path: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** With a body it is a POST, unless the method is named. */
  body?: string
  method?: 'POST'
}>

export type AskBank = (request: BankRequest) => Promise<BankAnswer>

/** There was no whole answer, so that nothing is known of what the other side did. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly why: 'timeout' | 'http' | 'unreadable'
  readonly status: number | null

  constructor(why: NoAnswer['why'], status: number | null, message: string) {
    super(message)
    this.why = why
    this.status = status
  }
}

const MOST_BYTES = 4 * 1024 * 1024

/** One request, never repeated. Throws NoAnswer for everything but JSON. */
export function createAskBank(baseUrl: string, deadlineMs: number): AskBank {
  return async ({ path, headers, signal, body, method }) => {
    const response = await orNoAnswer('http', null, async () =>
      fetch(`${baseUrl}${path}`, {
        method: body === undefined ? (method ?? 'GET') : 'POST',
        ...(body === undefined ? {} : { body }),
        headers: {
          ...headers,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        // A key of ours goes nowhere else.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      }),
    )
    const { status } = response
    const text = await orNoAnswer('unreadable', status, async () => readText(response))
    try {
      return { status, body: parseExact(text) }
    } catch {
      throw new NoAnswer(status >= 500 ? 'http' : 'unreadable', status, `it answered ${status} and no JSON`)
    }
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MOST_BYTES) throw new Error('it is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function orNoAnswer<T>(
  why: 'http' | 'unreadable',
  status: number | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    const isLate = name === 'TimeoutError' || name === 'AbortError'
    throw new NoAnswer(isLate ? 'timeout' : why, status, cause?.code ?? message)
  }
}
