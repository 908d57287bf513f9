import { FeedUnavailable } from '../../../movements/feeds/bank-feed.ts'
import { OddAnswer, readList, readObject, readOptionalText, readText } from '../../vendor-json.ts'
import { type CallSettings, createBankCaller, createRotatingSecret, type Secrets } from '../bank-caller.ts'
import { readReference, readUtc } from '../line-fields.ts'
import type { ListPace } from '../list/list-cursor.ts'
import type { ListPage } from '../list/walk-list.ts'
import { optionalField, requireReadable } from '../odd-answers.ts'

export type PaystackSettings = CallSettings &
  Readonly<{
    /** The secret API key. It authenticates requests and signs notifications. */
    secrets: Secrets
    /** Our account on which payments to numbers for one payment arrive. */
    pool?: string | undefined
    pace?: Partial<ListPace> | undefined
  }>

type Answer = Readonly<{ status: number; envelope: Readonly<Record<string, unknown>> }>

export type PaystackClient = Readonly<{
  /** Sends a GET, or a POST if there is a body, with the key. The envelope may contain a refusal. */
  ask(
    path: string,
    options: Readonly<{ signal: AbortSignal; mostBytes?: number; body?: string }>,
  ): Promise<Answer>
}>

export function createPaystackClient(settings: PaystackSettings): PaystackClient {
  const caller = createBankCaller(settings)
  const secret = createRotatingSecret(settings.secrets)
  return {
    ask: async (path, { body, ...options }) => {
      const answer = await secret.ask(async (key) =>
        caller.ask({
          path,
          ...options,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { method: 'POST' as const, body }),
        }),
      )
      return {
        status: answer.status,
        envelope: requireReadable(() => readObject(answer.body, 'the response')),
      }
    },
  }
}

/** A row of the list. A field that cannot be read is undefined. */
export type PaystackRow = Readonly<{
  row: unknown
  data: Readonly<Record<string, unknown>> | undefined
  reference: string | undefined
  time: number | undefined
}>

type Asked = Readonly<{
  position: string | undefined
  since: number | undefined
  size: number
  signal: AbortSignal
}>

const MAX_LIST_BYTES = 4 * 1024 * 1024

/** Reads one page of the whole integration, newest rows first. The vendor's cursor is stable while new rows arrive. */
export async function readPaystackPage(client: PaystackClient, asked: Asked): Promise<ListPage<PaystackRow>> {
  const { position, since, size, signal } = asked
  const query = new URLSearchParams({ perPage: String(size), use_cursor: 'true' })
  if (position !== undefined) query.set('next', position)
  if (since !== undefined) query.set('from', new Date(since).toISOString())
  const { status, envelope } = await client.ask(`/transaction?${query.toString()}`, {
    signal,
    mostBytes: MAX_LIST_BYTES,
  })
  if (status !== 200 || envelope['status'] !== true)
    throw new FeedUnavailable(`the vendor answered ${status}`)
  return requireReadable(() => {
    const rows = readList(envelope['data'], 'data').map(readRow)
    const meta = readObject(envelope['meta'], 'meta')
    // The last page has `next` set to null. A page without the field is not an answer to a cursor request.
    if (!('next' in meta)) throw new OddAnswer('meta.next is missing')
    return { rows, next: readOptionalText(meta['next'], 'meta.next') }
  })
}

function readRow(row: unknown): PaystackRow {
  const data = optionalField(() => readObject(row, 'a row'))
  const paidAt = data?.['paid_at'] ?? data?.['created_at']
  return {
    row,
    data,
    reference: optionalField(() => readReference(data?.['reference'], 'reference')),
    time: optionalField(() => readUtc(readText(paidAt, 'paid_at'), 'paid_at').getTime()),
  }
}
