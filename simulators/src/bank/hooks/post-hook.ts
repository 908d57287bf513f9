import type { Message } from './message.ts'

export type Answer = Readonly<{ status: number; text: string }>

// Vendors publish 30 seconds or "a few". A simulation does not need to wait that long.
const ANSWER_WITHIN_MS = 10_000

/** Sends a notification once. Status 0 means no answer: refused, cut off or too slow. */
export async function postHook(
  url: string,
  { body, headers }: Pick<Message, 'body' | 'headers'>,
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    return { status: response.status, text: (await response.text()).slice(0, 500) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { status: 0, text: cause instanceof Error ? cause.message : String(cause) }
  }
}
