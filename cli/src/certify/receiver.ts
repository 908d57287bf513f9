import { setTimeout as sleep } from 'node:timers/promises'
import type { Told } from '../listen/read-feed.ts'
import { parseExact } from '../output/exact-json.ts'
import { type Answer, isTaken, postWebhook } from '../webhooks/post-webhook.ts'
import type { World } from '../world.ts'

/** What the integration says of a transaction: undefined where it knows of none. */
type State = Readonly<{
  status: string | undefined
  /** How often it acted on the end of it: credited somebody, shipped something. Undefined where it does not say. */
  settled: number | undefined
}>

export type Tampered = Readonly<{ secret?: string; timestamp?: number; signature?: string; sent?: string }>

/** The integration under test, seen from outside. */
export type Receiver = Readonly<{
  /** One attempt. */
  post(told: Told, tampered?: Tampered): Promise<Answer>
  /** As the service delivers: again after a failure, with growing pauses. */
  deliver(told: Told): Promise<Answer>
  /** How many attempts it refused with 5xx or left without an answer. */
  failures(): number
  canTellState: boolean
  state(transactionId: string): Promise<State | undefined>
  /** The state once it is as wanted, or as it is when waiting is over: receivers may work behind their answer. */
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
        // A refusal does not get better by waiting.
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

/** `{"status": …, "settled": …}`, or the same inside of `transaction`. */
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
