import type { Operation } from '../document/operation.ts'
import type { FuzzRequest, Header } from '../wire/request.ts'
import type { Party } from '../world.ts'
import { readAmountText } from './amount.ts'

/** A request whose parts can still be removed and replaced. */
export type Draft = Readonly<{
  operation: Operation
  party: Party
  target: string
  headers: readonly Header[]
  /** Each field with its value as JSON text, because a parsed number loses its spelling. */
  fields: ReadonlyMap<string, string> | undefined
}>

export function toRequest(draft: Draft): FuzzRequest {
  return {
    listener: draft.operation.listener,
    method: draft.operation.method,
    target: draft.target,
    headers: draft.headers,
    body: draft.fields === undefined ? undefined : Buffer.from(bodyText(draft.fields)),
  }
}

export function bodyText(fields: Iterable<readonly [string, string]>): string {
  return `{${[...fields].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}

export function withField(draft: Draft, name: string, json: string): Draft {
  return { ...draft, fields: new Map(draft.fields).set(name, json) }
}

export function withoutFields(draft: Draft, ...names: readonly string[]): Draft {
  const left = [...(draft.fields ?? [])].filter(([name]) => !names.includes(name))
  return { ...draft, fields: new Map(left) }
}

/** Returns the draft with this header once. Without a value, removes the header. */
export function withDraftHeader(draft: Draft, name: string, value: string | undefined): Draft {
  const others = draft.headers.filter(([given]) => given.toLowerCase() !== name)
  return { ...draft, headers: value === undefined ? others : [...others, [name, value]] }
}

/** Returns a field's parsed value, or undefined if the field is absent. */
export function fieldValue({ fields }: Draft, name: string): unknown {
  const json = fields?.get(name)
  return json === undefined ? undefined : (JSON.parse(json) as unknown)
}

/** Returns the written amount, with or without quotes, in kobo. Returns undefined if it is not an amount. */
export function amountOf({ fields }: Draft): bigint | undefined {
  return readAmountText((fields?.get('amount') ?? '').replace(/^"|"$/g, ''))
}
