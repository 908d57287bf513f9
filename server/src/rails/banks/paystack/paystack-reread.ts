import type { Clock } from '../../../kernel/clock/clock.ts'
import { FeedUnavailable, type HookHint, type Reread } from '../../../movements/feeds/bank-feed.ts'
import { OddAnswer } from '../../odd-answer.ts'
import { readObject } from '../../vendor-json.ts'
import { askOrUnavailable } from '../ask-or-unavailable.ts'
import { gatherLines } from '../gather-lines.ts'
import { orUnavailable } from '../or-unavailable.ts'
import type { PaystackClient } from './paystack-client.ts'
import { isIntoAnAccount, isUnpaid, toPaystackLines } from './paystack-lines.ts'

type Deps = Readonly<{ client: PaystackClient; clock: Clock }>

/** A transaction that is there but unpaid is not found yet: the notification may be ahead of the verification. */
export async function rereadPaystack(
  { client, clock }: Deps,
  { key }: HookHint,
  signal: AbortSignal,
): Promise<Reread> {
  return askOrUnavailable(async () => {
    const { status, envelope } = await client.get(`/transaction/verify/${encodeURIComponent(key)}`, {
      signal,
    })
    if (isNothing(status, envelope)) return { kind: 'not_found' }
    if (status !== 200 || envelope['status'] !== true) throw new FeedUnavailable(`it answered ${status}`)
    const data = orUnavailable(() => readObject(envelope['data'], 'data'))
    if (isUnpaid(data)) return { kind: 'not_found' }
    const gathered = gatherLines(data, key, (raw) => {
      if (!isIntoAnAccount(data)) throw new OddAnswer('it was not paid into an account')
      return toPaystackLines(data, { reference: key, seenAt: clock.now(), raw })
    })
    return { kind: 'found', ...gathered }
  })
}

/** Older answers have no code. */
function isNothing(status: number, envelope: Readonly<Record<string, unknown>>): boolean {
  if (status !== 400 && status !== 404) return false
  return (
    envelope['code'] === 'transaction_not_found' ||
    /^transaction reference not found/i.test(String(envelope['message']))
  )
}
