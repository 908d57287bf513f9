import { setTimeout as sleep } from 'node:timers/promises'
import type { Told } from '../listen/read-feed.ts'
import { parseExact } from '../output/exact-json.ts'
import { type Answer, isTaken, postWebhook } from '../webhooks/post-webhook.ts'
import type { World } from '../world.ts'

/** The integration's state of a transaction. */
type State = Readonly<{
  status: string | undefined
  /** How often the integration processed the final event, for example credited a customer. Undefined if it does not report this. */
  settled: number | undefined
}>

export type Tampered = Readonly<{ secret?: string; timestamp?: number; signature?: string; sent?: string }>

/** The integration under test, seen from outside. */
export type Receiver = Readonly<{
  /** Makes one attempt. */
  post(told: Told, tampered?: Tampered): Promise<Answer>
  /** Delivers like the service: retries after a failure, with growing pauses. */
  deliver(told: Told): Promise<Answer>
  /** The number of attempts that got a 5xx or no answer. */
  failures(): number
  canTellState: boolean
  state(transactionId: string): Promise<State | undefined>
  /** Waits until the state is as wanted, or until a timeout, and returns it. A receiver may process events after it answers. */
  settle(transactionId: string, isAsWanted: (state: State | undefined) => boolean): Promise<State | undefined>
}>

type Places = Readonly<{ url: string; secret: string; stateUrl: string | undefined }>

const PAUSES_MS = [100, 400, 1_500] as const
const SETTLED_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 100

export function createReceiver(world: World, { url, secret, stateUrl }: Places): Receiver {
  let failures = 0

  const post: Receiver['post'] = async ({ event, body }, tampered = {}) => {
    const answer = await postWebhook(world, { url, id: event.id, body, secret, ...tampered })
    if (answer.outcome === 'no_answer' || answer.status >= 500) failures += 1
    return answer
  }

  const state: Receiver['state'] = async (transactionId) => {
    const place = (stateUrl ?? '').replaceAll('{transaction_id}', encodeURIComponent(transactionId))
    const response = await world.fetch(place, { signal: AbortSignal.timeout(10_000) })
    const text = await response.text()
    return response.ok ? readState(text) : undefined
  }

  return {
    post,
    deliver: async (told) => {
      let answer = await post(told)
      for (const pauseMs of PAUSES_MS) {
        // A retry does not help after a 4xx.
        if (isTaken(answer) || (answer.outcome === 'answered' && answer.status < 500)) return answer
        await sleep(pauseMs, undefined, { signal: world.signal })
        answer = await post(told)
      }
      return answer
    },
    failures: () => failures,
    canTellState: stateUrl !== undefined,
    state,
    settle: async (transactionId, isAsWanted) => {
      const endsAt = performance.now() + SETTLED_WITHIN_MS
      for (;;) {
        const seen = await state(transactionId)
        if (isAsWanted(seen) || performance.now() > endsAt) return seen
        await sleep(LOOK_EVERY_MS, undefined, { signal: world.signal })
      }
    },
  }
}

/** Reads `{"status": …, "settled": …}`, or the same inside `transaction`. */
function readState(text: string): State | undefined {
  let read: unknown
  try {
    read = parseExact(text)
  } catch {
    return undefined
  }
  const outer = fieldsOf(read)
  const fields =
    outer['status'] === 'success' || outer['status'] === undefined ? fieldsOf(outer['transaction']) : outer
  const { status, settled } = fields
  return {
    status: typeof status === 'string' ? status : undefined,
    settled: typeof settled === 'string' && /^\d+$/.test(settled) ? Number(settled) : undefined,
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
