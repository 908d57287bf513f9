import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './fuzz/random.ts'

/** A customer's own notes about one reference: how often it was sent, and the replies. */
export type Note = Readonly<{
  reference: string
  asked: number
  /** Ids in the replies for this reference. More than one id means two transactions. */
  acknowledged: ReadonlySet<string>
  refused: string | undefined
}>

/** One request of a customer, with the API key that it uses. */
export type Order = Readonly<{ key: string; path: string; body: string }>

export type Customers<T> = Readonly<{
  /**
   * Sends the request until it is accepted, for at most three minutes, and sometimes once more. Returns the last accepted reply, if any.
   * Never throws.
   */
  ask(wanted: T): Promise<string | undefined>
  notes(): ReadonlyMap<string, Note>
  close(): void
}>

type Answer = Readonly<{ status: number; text: string }>

const ASKED_FOR_MS = 180_000
const ANSWERED_WITHIN_MS = 10_000

/** Simulates the servers of the businesses. They know only the HTTP replies, and they note them. */
export function createCustomers<T extends Readonly<{ reference: string }>>(
  apiUrl: string,
  orderOf: (wanted: T) => Order,
  random: Random,
): Customers<T> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const notes = new Map<string, Note & { acknowledged: Set<string> }>()

  const askOnce = async (wanted: T, note: { asked: number; acknowledged: Set<string> }) => {
    note.asked += 1
    const answer = await post(agent, apiUrl, orderOf(wanted)).catch(() => undefined)
    if (answer === undefined || answer.status >= 500 || answer.status === 429) return undefined
    if (answer.status !== 200) return answer
    const { transaction } = JSON.parse(answer.text) as { transaction: { transaction_id: string } }
    note.acknowledged.add(transaction.transaction_id)
    return answer
  }

  return {
    ask: async (wanted) => {
      const { reference } = wanted
      const note = {
        reference,
        asked: 0,
        acknowledged: new Set<string>(),
        refused: undefined as string | undefined,
      }
      notes.set(reference, note)
      const until = performance.now() + ASKED_FOR_MS
      // A customer whose request was not accepted retries. Some send it twice at once, or once more after it was accepted.
      let times = random.oneIn(6) ? 2 : 1
      let answered: string | undefined
      if (random.oneIn(10)) await Promise.all([askOnce(wanted, note), askOnce(wanted, note)])
      while (times > 0 && performance.now() < until) {
        const answer = await askOnce(wanted, note)
        if (answer?.status === 200) {
          times -= 1
          answered = answer.text
        } else if (answer !== undefined) {
          // An account that operators stopped accepts buys again later.
          note.refused = `${answer.status} ${answer.text}`
          await sleep(500)
        } else await sleep(random.between(50, 400))
      }
      if (note.acknowledged.size > 0) note.refused = undefined
      return answered
    },
    notes: () => notes,
    close: () => agent.destroy(),
  }
}

/** Sends one request over a shared connection. */
export async function post(
  agent: Agent,
  apiUrl: string,
  { path, body, key }: Order,
  withinMs = ANSWERED_WITHIN_MS,
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'svc-sec-key': key,
  }
  return new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers, timeout: withinMs }
    const outgoing = request(`${apiUrl}${path}`, options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
