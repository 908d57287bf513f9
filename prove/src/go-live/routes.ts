import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import type { Mode } from '@afara/server/kernel/mode.ts'

const DOCUMENT = resolve(import.meta.dirname, '../../../docs/reference/openapi.json')

type Json = Readonly<Record<string, unknown>>
type Described = Readonly<{
  security?: readonly unknown[]
  requestBody?: Readonly<{
    content: Readonly<
      Record<string, Readonly<{ examples?: Readonly<Record<string, Readonly<{ value: Json }>>> }>>
    >
  }>
}>

/** A route of the public API that needs a key. */
export type Route = Readonly<{ method: 'GET' | 'POST'; path: string; example: Json | undefined }>

/** Reads every route that needs a key from the published document, so that a new route is covered by itself. */
export function readRoutes(): readonly Route[] {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security = [], requestBody }]): Route[] => {
      if (security.length === 0) return []
      const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {})
      return [{ method: method === 'get' ? 'GET' : 'POST', path, example: example?.value }]
    }),
  )
}

/** What an id in a path names, by the start of the path. All others name a transaction. */
const kinds = [
  ['payLink', '/pay-links'],
  ['webhookEndpoint', '/webhooks'],
  ['case', '/cases'],
  ['batch', '/payouts/v1/batches'],
  ['customerNumber', '/collections/v1/numbers'],
  ['customerNumber', '/collections/v1/numbers'],
] as const

export type Vendor = Readonly<{ name: string; number: string; bank: string }>
/** Who the request is for. */
export type Sender = Readonly<{
  businessId: string
  linkTag: string
  vendors: Readonly<Record<Mode, Vendor>>
}>

/** Returns the URL and the body of a request for a business: the example of the document, with the names of the business. */
export function writeRequest(
  { path, example }: Route,
  mode: Mode,
  { businessId, linkTag, vendors }: Sender,
): Readonly<{ path: string; body: string | undefined }> {
  const [kind] = kinds.find(([, start]) => path.startsWith(start)) ?? ['transaction' as const]
  const vendor = vendors[mode]
  const own: Json = {
    business_id: businessId,
    link_tag: linkTag,
    vendor_name: vendor.name,
    vendor_number: vendor.number,
    vendor_bank: vendor.bank,
    reference: `go-live-${newId()}`,
  }
  const given =
    example && Object.fromEntries(Object.entries(example).map(([name, value]) => [name, own[name] ?? value]))
  return {
    path: path.replace('{id}', formatId(kind, newId())).replace('{name}', 'paid_late'),
    body: given && JSON.stringify(given),
  }
}
