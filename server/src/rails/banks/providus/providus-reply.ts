import type { HookOutcome } from '../../../movements/feeds/bank-feed.ts'
import { cleanText } from '../clean-text.ts'
import { parseHookBody } from '../hook-body.ts'
import { orNothing } from '../or-nothing.ts'

type Reply = Readonly<{ status: number; code: '00' | '01' | '03'; message: string }>

/**
 * Providus reads the code: 00 and 01 are settled, 03 is sent again. 02 would make it refuse the payer's money, so we
 * never say it: what looks forged may be our own secret that is out of date.
 */
const replies: Readonly<Record<HookOutcome, Reply>> = {
  taken: { status: 200, code: '00', message: 'success' },
  known: { status: 200, code: '01', message: 'duplicate transaction' },
  forged: { status: 401, code: '03', message: 'signature not accepted' },
  unreadable: { status: 400, code: '03', message: 'not understood' },
  busy: { status: 503, code: '03', message: 'try again' },
}

export function providusHookReply(outcome: HookOutcome, body: Buffer): { status: number; body: unknown } {
  const { status, code, message } = replies[outcome]
  return {
    status,
    body: {
      requestSuccessful: code !== '03',
      sessionId: sessionIdOf(body),
      responseMessage: message,
      responseCode: code,
    },
  }
}

/** They want their own session id back. */
function sessionIdOf(body: Buffer): string {
  const sessionId = orNothing(() => parseHookBody(body)['sessionId'])
  return typeof sessionId === 'string' ? cleanText(sessionId) : ''
}
