import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HookOutcome } from '../../movements/feeds/bank-feed.ts'
import { OddAnswer, parseJsonText, readObject } from '../vendor-json.ts'
import { allSecrets, type Secrets } from './bank-caller.ts'

/** Parses a notification, which is a JSON object. Numbers keep their original digits. Throws OddAnswer for anything else. */
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

/** Whether the header is the hex HMAC-SHA512 of exactly these bytes under one of our secrets. */
export function isSigned(body: Buffer, header: string | string[] | undefined, secrets: Secrets): boolean {
  return allSecrets(secrets)
    .map((secret) => isSameHex(header, createHmac('sha512', secret).update(body).digest()))
    .includes(true)
}

/** Compares in constant time. */
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

/** Replies to a vendor that reads only the status. The vendor sends the notification again unless the status is 200. */
export function plainHookReply(outcome: HookOutcome): { status: number; body: unknown } {
  return { status: statuses[outcome], body: { received: statuses[outcome] === 200 } }
}
