import { FeedUnavailable } from '../../../movements/feeds/bank-feed.ts'
import { readList, readObject, readText } from '../../vendor-json.ts'
import { type CallSettings, createBankCaller, createRotatingSecret, type Secrets } from '../bank-caller.ts'
import { readReference, readUtc } from '../line-fields.ts'
import type { ListPace } from '../list/list-cursor.ts'
import type { ListPage } from '../list/walk-list.ts'
import { optionalField, requireReadable } from '../odd-answers.ts'

export type KoraSettings = CallSettings &
  Readonly<{
    /** The secret API key. It authenticates requests and signs notifications. */
    secrets: Secrets
    /** Our accounts at Kora. What is paid to a number of its own arrives on the first. */
    accounts: readonly [string, ...string[]]
    pace?: Partial<ListPace> | undefined
  }>

type Answer = Readonly<{ status: number; envelope: Readonly<Record<string, unknown>> }>
type Options = Readonly<{ signal: AbortSignal; mostBytes?: number; body?: string }>

/** Sends a GET, or a POST if there is a body, with the key. The envelope may contain a refusal. */
export type KoraClient = Readonly<{ ask(path: string, options: Options): Promise<Answer> }>

export function createKoraClient(settings: KoraSettings): KoraClient {
  const caller = createBankCaller(settings)
  const secret = createRotatingSecret(settings.secrets)
  return {
    ask: async (path, { body, ...options }) => {
      const post = { method: 'POST', body } as const
      const answer = await secret.ask(async (key) =>
        caller.ask({
          path: `/merchant/api/v1${path}`,
          ...options,
          ...(body === undefined ? {} : { ...post, body }),
          headers: {
            authorization: `Bearer ${key}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
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
export type KoraRow = Readonly<{
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

/** Reads one page of all pay-ins, newest rows first. Rows move to later pages while new ones arrive, so a row can be read twice. */
export async function readKoraPage(client: KoraClient, asked: Asked): Promise<ListPage<KoraRow>> {
  const { position = '1', since, size, signal } = asked
  const query = new URLSearchParams({ currency: 'NGN', limit: String(size), page: position })
  if (since !== undefined) query.set('date_from', new Date(since).toISOString())
  const { status, envelope } = await client.ask(`/pay-ins?${query.toString()}`, {
    signal,
    mostBytes: MAX_LIST_BYTES,
  })
  if (status !== 200 || envelope['status'] !== true)
    throw new FeedUnavailable(`the vendor answered ${status}`)
  return requireReadable(() => {
    const data = readObject(envelope['data'], 'data')
    const rows = readList(data['pay_ins'], 'pay_ins').map(readRow)
    return { rows, next: data['has_more'] === true ? String(Number(position) + 1) : undefined }
  })
}

function readRow(row: unknown): KoraRow {
  const data = optionalField(() => readObject(row, 'a row'))
  return {
    row,
    data,
    reference: optionalField(() => readReference(data?.['reference'], 'reference')),
    time: optionalField(() =>
      readUtc(readText(data?.['transaction_date'], 'transaction_date'), 'transaction_date').getTime(),
    ),
  }
}
