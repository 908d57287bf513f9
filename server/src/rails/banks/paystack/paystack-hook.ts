import type { HookReading } from '../../../movements/feeds/bank-feed.ts'
import { readObject, readText } from '../../vendor-json.ts'
import { parseHookBody } from '../hook-body.ts'
import { type HookHeaders, isSigned } from '../hook-signature.ts'
import { orNothing } from '../or-nothing.ts'
import type { Secrets } from '../secret-in-use.ts'
import { readReference } from '../vendor-reference.ts'
import { isIntoAnAccount, readAccountNumber } from './paystack-lines.ts'

/** Money that came in is told as `charge.success`, which may also be a card: that is none of ours. */
export function readPaystackHook(headers: HookHeaders, body: Buffer, secrets: Secrets): HookReading {
  if (!isSigned(body, headers['x-paystack-signature'], secrets)) return { kind: 'forged' }
  return orNothing(() => readEvent(parseHookBody(body))) ?? { kind: 'unreadable' }
}

function readEvent(event: Readonly<Record<string, unknown>>): HookReading {
  if (readText(event['event'], 'event') !== 'charge.success') return { kind: 'ignored' }
  const data = readObject(event['data'], 'data')
  if (!isIntoAnAccount(data)) return { kind: 'ignored' }
  const key = readReference(data['reference'], 'reference')
  const accountNumber = orNothing(() => readAccountNumber(data))
  const hint = { key, detail: null, ...(accountNumber === undefined ? {} : { accountNumber }) }
  return { kind: 'hints', hints: [hint] }
}
