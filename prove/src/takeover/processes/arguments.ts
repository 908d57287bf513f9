import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { CAP_MINOR } from './process-stage.ts'

/** A function of the database, with what is needed to call it. */
export type Callable = Readonly<{
  name: string
  types: readonly string[]
  names: readonly string[]
  source: string
}>

/** What an attacker reads before an attack: ids of existing rows by table, the labels of enums, and who holds which lease. */
type Known = Readonly<{
  ids: ReadonlyMap<string, readonly string[]>
  enums: ReadonlyMap<string, readonly string[]>
  fences: ReadonlyMap<string, string>
  /** Tables and composite types. */
  rows: ReadonlySet<string>
}>

export async function readKnown(owner: Pool): Promise<Known> {
  const { rows: tables } = await owner.query<{ name: string; key: string }>(
    `select c.relname as name, a.attname as key from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype and a.attname in ('id', 'transaction_id')
     where c.relnamespace = 'afara'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname, a.attname desc`,
  )
  const ids = new Map<string, readonly string[]>()
  for (const { name, key } of tables) {
    const { rows } = await owner.query<{ id: string }>(
      `select ${key} as id from ${name} where ${key} is not null order by ${key} desc limit 8`,
    )
    ids.set(
      name,
      rows.map(({ id }) => id),
    )
  }
  const { rows: labels } = await owner.query<{ name: string; labels: readonly string[] }>(
    `select format_type(t.oid, null) as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels from pg_type t
     join pg_enum e on e.enumtypid = t.oid group by t.oid`,
  )
  const { rows: fences } = await owner.query<{ id: string; fence: string }>(
    `select id, fence::text from lane union all select id, fence::text from payout_account`,
  )
  const { rows: composites } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'afara'::regnamespace and relkind in ('r', 'p', 'v', 'c')`,
  )
  return {
    rows: new Set(composites.map(({ name }) => name)),
    ids,
    enums: new Map(labels.map((one) => [one.name, one.labels])),
    fences: new Map(fences.map(({ id, fence }) => [id, fence])),
  }
}

/** Names of parameters that are rows of another table than their name says. */
const tableOf: Readonly<Record<string, string>> = {
  case: 'case_file',
  line: 'bank_line',
  lines: 'bank_line',
  debit: 'bank_line',
  credit: 'bank_line',
  by: 'operator',
  operator: 'operator',
  item: 'payout_right',
  right: 'transfer_right',
  order: 'payment_order',
}

/** A statement that calls a function. */
type Call = Readonly<{ text: string; values: unknown[] }>

/** Returns one call of a function. `turn` varies its arguments; every other call asks for more than the caps. */
export function callOf(called: Callable, known: Known, turn: number): Call {
  const chosen = new Map<string, string>()
  const idOf = (name: string): string => {
    const before = chosen.get(name)
    if (before !== undefined) return before
    const isPayouts = /payout|enquir|balance|answers|readings/.test(called.name)
    const table =
      name === 'account' ? (isPayouts ? 'payout_account' : 'vendor_account') : (tableOf[name] ?? name)
    const all = known.ids.get(table) ?? known.ids.get(table.replace(/s$/, '')) ?? []
    const id = name === 'id' || name === 'key' ? newId() : (all[turn % Math.max(1, all.length)] ?? newId())
    chosen.set(name, id)
    return id
  }
  const fence = (): string => {
    const held = [...chosen.values()].map((id) => known.fences.get(id)).find((one) => one !== undefined)
    return held ?? '1'
  }
  const around = { called, known, turn, idOf, fence }
  const values: unknown[] = []
  const places = called.types.map((given, place) => {
    const type = given.replaceAll('afara.', '')
    // A row is one that exists.
    if (known.rows.has(type.replace('[]', ''))) return rowOf(type, turn)
    values.push(valueOf(type, bare(called.names[place]), around))
    return `$${values.length}::${given}`
  })
  return { text: `select ${called.name}(${places.join(', ')})`, values }
}

function rowOf(type: string, turn: number): string {
  const table = type.replace('[]', '')
  const row = `(select t from ${table} t offset ${turn % 3} limit 1)`
  return table === type ? row : `array[${row}]`
}

type Around = Readonly<{
  called: Callable
  known: Known
  turn: number
  idOf(name: string): string
  fence(): string
}>

const bare = (name = ''): string => name.replace(/^p_/, '')

function valueOf(type: string, name: string, around: Around): unknown {
  const { known, turn, idOf, fence } = around
  if (type.endsWith('[]')) return [valueOf(type.slice(0, -2), name, around)]
  if (type === 'uuid') return idOf(name.replace(/_id$/, ''))
  const labels = known.enums.get(type) ?? known.enums.get(`afara.${type}`)
  if (labels !== undefined)
    return type === 'mode' ? (turn % 4 === 3 ? 'live' : 'test') : labels[turn % labels.length]
  if (type.startsWith('timestamp')) return new Date()
  if (type === 'date') return new Date().toISOString().slice(0, 10)
  if (type === 'interval') return '1 minute'
  if (type === 'boolean') return turn % 2 === 0
  if (type === 'inet' || type === 'cidr') return '127.0.0.1'
  if (type === 'int8range') return '[0,10)'
  if (type === 'bytea' || type === 'digest') return Buffer.alloc(32, turn + 1)
  if (type === 'json' || type === 'jsonb') return JSON.stringify(documentOf(name, around))
  if (name === 'fence') return fence()
  if (type.endsWith('minor') || (/minor|amount|naira|tokens/.test(name) && isNumber(type)))
    return amountOf(turn)
  if (isNumber(type)) return ['1', '60000', '0', '100', '7'][turn % 5]
  return wordOf(type, name, around)
}

const isNumber = (type: string): boolean => /^(integer|bigint|numeric|smallint|double)/.test(type)

/** Below a cap and above it, in turn. */
const amountOf = (turn: number): string =>
  String(turn % 2 === 0 ? 1_000_00n + BigInt(turn) : CAP_MINOR + BigInt(turn + 1) * 100n)

/** A word that the function itself names, or one that fits the name. */
function wordOf(type: string, name: string, { called, turn, idOf }: Around): unknown {
  if (type === 'account_number' || /account_number$|^number$/.test(name)) return '0777777771'
  if (/mode/.test(name)) return 'test'
  if (/owner|subject/.test(name)) return idOf('transaction')
  if (/network/.test(name)) return 'Polygon'
  if (/address|wallet/.test(name)) return '0x00000000000000000000000000000000000bad01'
  if (/reference/.test(name)) return `takeover-${newId().slice(-12)}`
  if (/bank_code|bank_name/.test(name)) return '000013'
  if (/hash/.test(name)) return `0x${'ab'.repeat(32)}`
  if (/asset/.test(name)) return turn % 2 === 0 ? 'NGNC' : 'NGN'
  if (/source|feed|vendor/.test(name)) return ['providus', 'monnify', 'paystack'][turn % 3]
  if (/actor|_by$|^by$/.test(name)) return 'system:prove'
  if (/^(kind|state|status|outcome|to|event|action|step|scope|purpose|type|direction)$/.test(name)) {
    const words = [...called.source.matchAll(/'([a-z][a-z_]+)'/g)].map(([, word]) => word)
    return words[(turn * 7) % Math.max(1, words.length)] ?? 'x'
  }
  return 'eA=='
}

/** Returns a document with the fields that the function reads from it, as its source says. */
function documentOf(name: string, around: Around): unknown {
  const { called } = around
  const found = new RegExp(`_to_recordset\\(\\s*p_${name}\\s*\\)\\s*as\\s+\\w+\\s*\\(([^)]*)\\)`, 'g')
  const columns = new Map<string, string>()
  for (const [, list = ''] of called.source.matchAll(found))
    for (const [, column = '', type = ''] of list.matchAll(/(\w+)\s+([\w[\]]+)/g)) columns.set(column, type)
  const isList =
    columns.size > 0 ||
    new RegExp(`_(array_elements|to_recordset)(_text)?\\(\\s*p_${name}`).test(called.source)
  for (const [, key = ''] of called.source.matchAll(new RegExp(`p_${name}\\s*->>?\\s*'(\\w+)'`, 'g')))
    if (!columns.has(key))
      columns.set(key, key.endsWith('_id') ? 'uuid' : /minor/.test(key) ? 'numeric' : 'text')
  const item = Object.fromEntries(
    [...columns].map(([column, type]) => [column, fieldOf(type, column, around)]),
  )
  return isList ? [item] : item
}

function fieldOf(type: string, column: string, around: Around): unknown {
  if (column === 'id') return newId()
  if (column === 'ordinal') return 0
  if (column === 'business_id') return around.idOf('business')
  if (/^(daily_limit_minor|guard_since|signed|metadata|key|session_id)$/.test(column)) return null
  // The plan of the attacked businesses has no fee, and no other fee is accepted.
  if (column === 'fee_minor') return '0'
  const value = valueOf(type, column, around)
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return type === 'json' || type === 'jsonb' ? {} : value
}
