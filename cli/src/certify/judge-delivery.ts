import type { Told } from '../listen/read-feed.ts'
import { answerText, isTaken } from '../webhooks/post-webhook.ts'
import type { World } from '../world.ts'
import { breakOff } from './break-off.ts'
import { type Check, failed, notShown, passed } from './check.ts'
import type { Receiver } from './receiver.ts'

const answered = { name: 'duplicate_answered', title: 'A repeated event gets 2xx' }
const once = { name: 'duplicate_counted_once', title: 'A repeated event is processed once' }
const forward = { name: 'never_back', title: 'Events out of order do not move the state back' }
const retried = { name: 'retry_accepted', title: 'An event that failed is processed when it is retried' }

const NO_STATE_URL = 'pass --state-url to check this'

/** Delivers each event twice. The last one is delivered twice at the same time, and then once more. */
export async function judgeDuplicates(receiver: Receiver, run: readonly Told[]): Promise<Check[]> {
  const [last, before] = [run.at(-1), run.slice(0, -1)]
  if (last === undefined)
    return [notShown(answered, 'no event was received'), notShown(once, 'no event was received')]
  let refusal: string | undefined
  const repeat = async (told: Told) => {
    const answer = await receiver.deliver(told)
    if (!isTaken(answer)) refusal ??= `${told.event.type} got ${answerText(answer)}`
  }
  for (const told of before) {
    await repeat(told)
    await repeat(told)
  }
  await Promise.all([repeat(last), repeat(last)])
  await repeat(last)
  const first = refusal === undefined ? passed(answered) : failed(answered, refusal)
  return [first, await judgeOnce(receiver, last)]
}

async function judgeOnce(receiver: Receiver, { event }: Told): Promise<Check> {
  if (!receiver.canTellState) return notShown(once, NO_STATE_URL)
  const id = event.data.transaction.transaction_id
  const { settled } = (await receiver.settle(id, (state) => (state?.settled ?? 0) > 0)) ?? {}
  if (settled === undefined)
    return notShown(
      once,
      'the state URL does not return "settled", the number of times you processed the final event',
    )
  return settled === 1
    ? passed(once)
    : failed(once, `${event.type} was sent three times and processed ${settled} times`)
}

/** Delivers the events in reverse order. */
export async function judgeOrder(receiver: Receiver, run: readonly Told[]): Promise<Check> {
  const last = run.at(-1)
  if (last === undefined) return notShown(forward, 'no event was received')
  for (const told of run.toReversed()) {
    const answer = await receiver.deliver(told)
    if (!isTaken(answer)) return failed(forward, `${told.event.type} got ${answerText(answer)}`)
  }
  if (!receiver.canTellState) return notShown(forward, NO_STATE_URL)
  const { status, transaction_id: id } = last.event.data.transaction
  const state = await receiver.settle(id, (seen) => seen?.status === status)
  if (state?.status === status) return passed(forward)
  return failed(forward, `the transaction is ${status}, your state is ${state?.status ?? 'unknown'}`)
}

/** Breaks off each event half-way, as when a receiver is restarted, and then delivers it again. */
export async function judgeRetries(
  receiver: Receiver,
  run: readonly Told[],
  { world, url }: { world: World; url: string },
): Promise<Check> {
  const last = run.at(-1)
  if (last === undefined) return notShown(retried, 'no event was received')
  for (const told of run) {
    await breakOff(world, url, told)
    const answer = await receiver.deliver(told)
    if (!isTaken(answer)) return failed(retried, `${told.event.type} got ${answerText(answer)}`)
  }
  const times = receiver.failures()
  const seen = times === 0 ? undefined : `${times} attempts failed on your side and succeeded later`
  if (!receiver.canTellState) return passed(retried, seen)
  const { status, transaction_id: id } = last.event.data.transaction
  const state = await receiver.settle(id, (now) => now?.status === status)
  if (state?.status === status) return passed(retried, seen)
  return failed(
    retried,
    `the receiver returned 2xx, but your state is ${state?.status ?? 'unknown'} instead of ${status}`,
  )
}
