import { amountText } from '../amount.ts'
import { parseExact } from '../exact-json.ts'
import { integerFields, type Operations, operations } from '../generated/api-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from './transport.ts'

type OperationName = keyof Operations

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { readonly [K in Name]: Value }

/** The input of an operation. */
export type CallInput<K extends OperationName> = Part<'path', Operations[K]['path']> &
  Part<'query', Operations[K]['query']> &
  Part<'body', Operations[K]['body']> & { readonly options?: CallOptions | undefined }

export type Call = <K extends OperationName>(name: K, input: CallInput<K>) => Promise<Operations[K]['reply']>

/** Streams a file that may be too large for memory. */
export type CallForStream = <K extends OperationName>(
  name: K,
  input: CallInput<K>,
) => Promise<ReadableStream<Uint8Array>>

type Bases = Readonly<{ api: string; otc: string | undefined }>

/** Calls an operation of the API by its name, with the types from its description. */
export function createCall(transport: Transport, bases: Bases): { call: Call; callForStream: CallForStream } {
  return {
    call: (name, input) =>
      transport.send(requestOf(name, input, bases), (response) => readReply(response)) as Promise<never>,
    callForStream: (name, input) =>
      transport.send(
        requestOf(name, input, bases),
        async (response) => response.body ?? new Blob([]).stream(),
      ),
  }
}

type LooseInput = Readonly<{
  path?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  options?: CallOptions | undefined
}>

function requestOf(name: OperationName, input: LooseInput, bases: Bases): Parameters<Transport['send']>[0] {
  const { method, path: template, base, named } = operations[name]
  const { options = {} } = input
  const path = `${fillPath(template, input.path)}${queryText(input.query)}`
  return {
    method,
    path,
    url: `${baseOf(bases, base)}${path}`,
    body: bodyText(method, input.body),
    // The same key for all attempts of this call.
    idempotencyKey: named ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined,
    repeatable: method === 'GET' || named || withoutEffect(name),
    signal: options.signal,
    timeoutMs: options.timeoutMs,
  }
}

/** Previews and name enquiries change nothing. */
function withoutEffect(name: OperationName): boolean {
  return name.startsWith('preview') || name === 'enquireName'
}

export function baseOf(bases: Bases, base: 'api' | 'otc'): string {
  if (base === 'api') return bases.api
  if (bases.otc === undefined)
    throw new TypeError('Pass otcBaseUrl to the client: the OTC rates have their own host.')
  return bases.otc
}

function fillPath(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    // An empty part would address another resource.
    if (typeof value !== 'string' || value === '') throw new TypeError(`"${name}" is required.`)
    return encodeURIComponent(value)
  })
}

export function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`
}

/** Writes amounts as text in quotes, so that they never pass through a float. */
export function bodyText(method: 'GET' | 'POST', body: unknown): string | undefined {
  if (method === 'GET' || body === undefined) return undefined
  return JSON.stringify(body, (key, value: unknown) => {
    if (typeof value === 'bigint') return amountText(value)
    return typeof value === 'number' && !integerFields.has(key) ? amountText(value) : value
  })
}

async function readReply(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return isJson ? parseExact(await response.text()) : new Uint8Array(await response.arrayBuffer())
}
