import { OddAnswer } from '../odd-answer.ts'
import { parseJsonText, readObject } from '../vendor-json.ts'

/** The object that a notification is, with its numbers as they were written. Throws OddAnswer for anything else. */
export function parseHookBody(body: Buffer): Readonly<Record<string, unknown>> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new OddAnswer('the notification is not UTF-8')
  }
  return readObject(parseJsonText(text), 'the notification')
}
