import { createHash } from 'node:crypto'
import type { HookOutcome, HookReading } from '../../../movements/feeds/bank-feed.ts'
import { allSecrets, type Secrets } from '../bank-caller.ts'
import { type HookHeaders, isSameHex, parseHookBody } from '../hooks.ts'
import { cleanText, readReference } from '../line-fields.ts'
import { optionalField } from '../odd-answers.ts'
import { readArrival } from './providus-lines.ts'

export type ProvidusCredentials = Readonly<{
  clientId: string
  /** The client id and a secret make the signature, which is the same for every message in both directions. */
  secrets: Secrets
}>

/**
 * Reads a notification. The signature is the same for all messages, so a person who has seen one notification can forge others. Only the
 * settlement id and the account are therefore used. They are hints for the re-read, which confirms both.
 */
export function readProvidusHook(
  headers: HookHeaders,
  body: Buffer,
  { clientId, secrets, pool }: ProvidusCredentials & Readonly<{ pool?: string | undefined }>,
): HookReading {
  const header = headers['x-auth-signature']
  const isGenuine = allSecrets(secrets)
    .map((secret) => isSameHex(header, providusSignature(clientId, secret)))
    .includes(true)
  if (!isGenuine) return { kind: 'forged' }
  return optionalField(() => readHint(parseHookBody(body), pool)) ?? { kind: 'unreadable' }
}

function readHint(told: Readonly<Record<string, unknown>>, pool: string | undefined): HookReading {
  const key = readReference(told['settlementId'], 'settlementId')
  const accountNumber = optionalField(() => readArrival(told, pool).accountNumber)
  const hint = { key, detail: null, ...(accountNumber === undefined ? {} : { accountNumber }) }
  return { kind: 'hints', hints: [hint] }
}

type Reply = Readonly<{ status: number; code: '00' | '01' | '03'; message: string }>

/**
 * Providus reads the code: 00 and 01 end the notification, and after 03 Providus sends it again. After 02 Providus would refuse the payer's
 * money, so we never send 02, not even for a notification that looks forged: perhaps only our own secret is out of date.
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

/** Returns the session id of the notification, which Providus expects in the reply. */
function sessionIdOf(body: Buffer): string {
  const sessionId = optionalField(() => parseHookBody(body)['sessionId'])
  return typeof sessionId === 'string' ? cleanText(sessionId) : ''
}

/** Returns the SHA-512 of id and secret. It identifies the sender but does not cover the content. */
export function providusSignature(clientId: string, secret: string): Buffer {
  return createHash('sha512').update(`${clientId}:${secret}`).digest()
}
