import type { Operation } from '../document/operation.ts'
import { type Schema, typesOf } from '../document/schema.ts'
import type { Random } from '../random.ts'
import type { Header } from '../wire/request.ts'
import type { Party, World } from '../world.ts'
import type { Draft } from './draft.ts'
import { fieldValues, type Occasion } from './field-values.ts'

const LONGEST_KEY = 255
const VISIBLE = String.fromCharCode(...Array.from({ length: 94 }, (_, place) => 0x21 + place))

export type ValidOptions = Readonly<{ world: World; random: Random; label: string; party?: Party }>

/** Returns a request that must succeed. The schema gives its form, and the world gives names that exist. */
export function draftValid(operation: Operation, { world, random, label, party }: ValidOptions): Draft {
  const isPlayed = operation.path.startsWith('/sandbox/')
  const able = isPlayed
    ? [world.playground]
    : world.parties.filter((candidate) => isAble(operation, candidate))
  // Records that are named by id belong to the first party.
  const isNamed = operation.path.includes('{') || operation.path === '/transactions/v1/find'
  const owner = isNamed ? able[0] : random.pick(able)
  const occasion = { world, party: party ?? owner ?? random.pick(able), path: operation.path, label, random }
  return {
    operation,
    party: occasion.party,
    target: fillPath(operation, occasion) + queryOf(operation, occasion),
    headers: headersOf(operation, occasion),
    fields: operation.body === undefined ? undefined : fieldsOf(operation.body.schema, occasion),
  }
}

/**
 * Reports whether a party can succeed at an operation. Live sells and withdrawals need addresses, lanes and balances, and drills exist only
 * in test mode. A pay link and an expected buy need a place for their tokens; here they go to a balance. Only in test mode may an endpoint be on this machine.
 */
function isAble({ path }: Operation, { mode, holdsBalance, defaultWallet }: Party): boolean {
  if (path.startsWith('/pay-links/') || path.endsWith('/onramp/expected'))
    return mode === 'test' && holdsBalance && defaultWallet === null
  // A batch is paid from the balance.
  if (path === '/payouts/v1/batches') return holdsBalance
  return mode === 'test' || !/\/(offramp|withdrawals)$|^\/(drills|webhooks)\//.test(path)
}

function fillPath({ path, parameters }: Operation, { world, random }: Occasion): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    if (path.startsWith('/drills/')) return random.pick(world.drills)
    if (path.startsWith('/pay-links/')) return random.pick(world.payLinks)
    if (path.startsWith('/payouts/')) return random.pick(world.batches)
    if (path.startsWith('/transactions/')) return random.pick(world.buys)
    if (path.endsWith('/remove')) return world.doomedEndpoint
    if (path.startsWith('/webhooks/')) return random.pick(world.endpoints)
    // The other scenarios need a network, and there is none here.
    if (path.startsWith('/sandbox/')) return 'payment_without_claim'
    const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema
    return encodeURIComponent(String(valueOf(schema ?? {}, random)))
  })
}

/** Returns the required query parameters. The tests of each route cover the optional ones. */
function queryOf({ path, parameters }: Operation, { world, random }: Occasion): string {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const pairs = required.map(({ name, schema }) => {
    const value = path === '/transactions/v1/find' ? random.pick(world.buys) : valueOf(schema, random)
    return `${name}=${encodeURIComponent(String(value))}`
  })
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function headersOf(operation: Operation, { party, label, random }: Occasion): Header[] {
  const headers: Header[] = [['accept', 'application/json']]
  if (operation.needsKey) headers.push(['svc-sec-key', party.key])
  if (operation.body !== undefined) {
    headers.push(['content-type', random.pick(['application/json', 'application/json; charset=utf-8'])])
  }
  const takesKey = operation.parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')
  if (takesKey && random.oneIn(2)) {
    const room = LONGEST_KEY - label.length - 1
    headers.push(['idempotency-key', `${label}/${random.text(random.oneIn(5) ? room : 4, VISIBLE)}`])
  }
  return headers
}

/** Returns fields of the schema in any order. Required fields are always included. */
function fieldsOf(schema: Schema, occasion: Occasion): Map<string, string> {
  const known = fieldValues(occasion)
  const { random } = occasion
  const required = new Set(schema.required)
  const fields: [string, string][] = []
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = known.get(name)
    if (value !== undefined) fields.push([name, value])
    else if (required.has(name)) fields.push([name, JSON.stringify(valueOf(property, random))])
  }
  return new Map(shuffle(fields, random))
}

/** Returns a value that the schema allows: a listed one, an example, or the simplest of its type. */
function valueOf(schema: Schema, random: Random): unknown {
  if (schema.const !== undefined) return schema.const
  const listed = schema.enum ?? schema.examples ?? []
  if (listed.length > 0) return random.pick(listed)
  switch (typesOf(schema)[0]) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => valueOf(schema.items ?? {}, random))
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, valueOf(schema.properties?.[name] ?? {}, random)]),
      )
    default:
      return 'a'.repeat(schema.minLength ?? 1)
  }
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => [random.below(2 ** 32), item] as const)
    .sort(([left], [right]) => left - right)
    .map(([, item]) => item)
}
