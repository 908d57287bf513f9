import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HookOutcome } from '../../movements/feeds/bank-feed.ts'
import { OddAnswer, parseJsonText, readObject } from '../vendor-json.ts'
import { allSecrets, type Secrets } from './bank-caller.ts'

/** The object that a notification is, with its the JSON parser returned a number without its source text. Throws OddAnswer for anything else. */
export function parseHookBody(body: Buffer): Readonly<Record<string, unknown>> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new OddAnswer('the notification is not UTF-8')
  }
  return readObject(parseJsonText(text), 'the notification')
}

export type HookHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Whether a header carries the HMAC-SHA512, in hex, of these very bytes under one of our secrets. */
export function isSigned(body: Buffer, header: string | string[] | undefined, secrets: Secrets): boolean {
  return allSecrets(secrets)
    .map((secret) => isSameHex(header, createHmac('sha512', secret).update(body).digest()))
    .includes(true)
}

/** Takes the same time wherever the two differ. */
export function isSameHex(header: string | string[] | undefined, expected: Buffer): boolean {
  if (typeof header !== 'string' || !/^[0-9a-fA-F]+$/.test(header)) return false
  const given = Buffer.from(header, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const statuses: Readonly<Record<HookOutcome, number>> = {
  taken: 200,
  known: 200,
  forged: 401,
  unreadable: 400,
  busy: 503,
}

/** For a vendor that reads the status alone: anything but 200 is sent again. */
export function plainHookReply(outcome: HookOutcome): { status: number; body: unknown } {
  return { status: statuses[outcome], body: { received: statuses[outcome] === 200 } }
}
