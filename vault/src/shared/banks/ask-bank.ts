import { parseExact } from './exact-json.ts'
import { exchange, TooLate } from './exchange.ts'

export type BankAnswer = Readonly<{ status: number; body: unknown }>

type BankRequest = Readonly<{
  path: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** A request with a body is always a POST. */
  body?: string
  method?: 'POST'
}>

type AskBank = (request: BankRequest) => Promise<BankAnswer>

/** There was no complete answer, so the result on the other side is unknown. */
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

/** Sends one request and never repeats it. Throws NoAnswer unless the answer is JSON. */
export function createAskBank(baseUrl: string, deadlineMs: number): AskBank {
  return async ({ path, headers, signal, body, method }) => {
    const { status, text } = await orNoAnswer('http', null, async () =>
      exchange({
        url: `${baseUrl}${path}`,
        method: body === undefined ? (method ?? 'GET') : 'POST',
        body,
        headers: {
          ...headers,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        signal,
        deadlineMs,
      }),
    )
    const answer = await orNoAnswer('unreadable', status, text)
    try {
      return { status, body: parseExact(answer) }
    } catch {
      throw new NoAnswer(
        status >= 500 ? 'http' : 'unreadable',
        status,
        `the bank answered ${status} without JSON`,
      )
    }
  }
}

async function orNoAnswer<T>(
  why: 'http' | 'unreadable',
  status: number | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new NoAnswer(error instanceof TooLate ? 'timeout' : why, status, code ?? message)
  }
}
