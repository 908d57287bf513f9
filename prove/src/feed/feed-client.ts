import { readExactJson } from '../interface/exact-json.ts'
import type { LiveStack } from '../live-stack.ts'

/** An event as its receiver knows it: its position, and the transaction in it. */
export type ReceivedEvent = Readonly<{
  id: string
  type: string
  number: number
  sequence: number
  transactionId: string
  /** The transaction as one comparable text. Numbers keep their digits. */
  transaction: string
}>

export type FeedClient = Readonly<{
  read(after: number, options?: Readonly<{ limit?: number; wait?: number }>): Promise<ReceivedEvent[]>
  readOf(transactionId: string): Promise<ReceivedEvent[]>
  /** Reads one transaction. */
  readOne(transactionId: string): Promise<string>
  /** Reads all pages of the list: the id and the text of each transaction. */
  list(): Promise<Map<string, string>>
}>

type Wire = Readonly<Record<string, unknown>>
type Caller = Pick<LiveStack, 'apiUrl' | 'testKey'>

/** Simulates the program of a business, which has only the API and a key. */
export function createFeedClient({ apiUrl, testKey }: Caller): FeedClient {
  const ask = async (path: string): Promise<Wire> => {
    const response = await fetch(`${apiUrl}${path}`, {
      headers: { 'svc-sec-key': testKey },
      signal: AbortSignal.timeout(40_000),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
    return readExactJson(text) as Wire
  }
  const events = async (query: string) =>
    ((await ask(`/events/v1?${query}`))['events'] as Wire[]).map(received)

  return {
    read: async (after, { limit = 100, wait = 0 } = {}) =>
      events(`after=${after}&limit=${limit}&wait=${wait}`),
    readOf: async (transactionId) => events(`transaction_id=${transactionId}`),
    readOne: async (transactionId) =>
      JSON.stringify((await ask(`/transactions/v1/${transactionId}`))['transaction']),
    list: async () => {
      const found = new Map<string, string>()
      let after: unknown = null
      do {
        const place = typeof after === 'string' ? `&after=${encodeURIComponent(after)}` : ''
        const page = await ask(`/transactions/v1?limit=100${place}`)
        for (const one of page['transactions'] as Wire[])
          found.set(String(one['transaction_id']), JSON.stringify(one))
        after = page['next']
      } while (typeof after === 'string')
      return found
    },
  }
}

function received(event: Wire): ReceivedEvent {
  const { transaction } = event['data'] as { transaction: Wire }
  return {
    id: String(event['id']),
    type: String(event['type']),
    number: count(event['number']),
    sequence: count(event['sequence']),
    transactionId: String(transaction['transaction_id']),
    transaction: JSON.stringify(transaction),
  }
}

function count(value: unknown): number {
  return Number((value as { digits: string }).digits)
}
