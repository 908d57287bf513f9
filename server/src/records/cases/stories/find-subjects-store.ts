import { type IdKind, idPrefixes, parseId } from '../../../kernel/ids/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'

/** An object that an operator's search text identifies. */
export type Subject = Readonly<{
  kind:
    | 'case'
    | 'credit'
    | 'transaction'
    | 'business'
    | 'key'
    | 'operator'
    | 'vendorAccount'
    | 'webhookEndpoint'
    | 'lane'
  id: string
}>

/** What of the object matched: one of our ids, a reference of somebody, a hash or wallet, an account number, or a name. */
export type FoundBy = 'id' | 'reference' | 'network' | 'number' | 'name'
export type Found = Subject & Readonly<{ foundBy: FoundBy }>

type Search = Readonly<{
  text: string
  /** Other ways to write a hash or an address. */
  spellings: readonly string[]
  most: number
  /** Only what is of this mode, or of no mode, such as a business. Without it, of both. */
  mode?: Mode
}>

const idKinds = Object.keys(idPrefixes) as IdKind[]

/** Finds at most `most` objects: exact matches first, then names that have all words of the text, the newest first. */
export async function findSubjects(sql: Sql, { text, spellings, most, mode }: Search): Promise<Found[]> {
  const plain = text.replace(/\s+/g, ' ').trim()
  const keyRange = readKeyPrefix(plain)
  if (keyRange !== undefined) return select(sql, 'find_keys($1, $2, $3, $4)', [mode, ...keyRange, most])
  const kind = idKinds.find((each) => parseId(each, plain) !== undefined)
  return select(sql, 'find_subjects($1, $2, $3, $4, $5)', [
    mode,
    kind === undefined ? undefined : toSnake(kind),
    kind === undefined ? undefined : parseId(kind, plain),
    [...new Set([plain, ...spellings])],
    most,
  ])
}

/** A line about an object that was found. */
export type SubjectLine = Subject &
  Readonly<{
    /** Null: it belongs to both modes. */
    mode: Mode | null
    business: string | null
    /** What kind of thing: the type of a transaction, the direction of a credit, the kind of a case. */
    type: string
    status: string
    /** Who the money comes from or goes to, or what a person calls the object. */
    party: string | null
    reference: string | null
    amountMinor: bigint | null
    at: Date | null
  }>

/** Describes objects, in the order in which they were found. */
export async function describeSubjects(sql: Sql, found: readonly Subject[]): Promise<SubjectLine[]> {
  if (found.length === 0) return []
  const { rows } = await sql.query<
    Omit<SubjectLine, 'amountMinor' | 'kind'> & { kind: string; amountMinor: string | null }
  >(
    `select kind, id, mode, business, type, status, party, reference, amount_minor as "amountMinor", at
     from describe_subjects($1, $2) order by place`,
    [found.map(({ kind }) => toSnake(kind)), found.map(({ id }) => id)],
  )
  return rows.map((row) => ({
    ...row,
    kind: toCamel(row.kind),
    amountMinor: row.amountMinor === null ? null : BigInt(row.amountMinor),
  }))
}

const FEWEST_DIGITS = 8

/** Returns the lowest and the highest id of a key that begins with this text, or undefined if the text is not the beginning of one. */
function readKeyPrefix(text: string): [string, string] | undefined {
  const digits = /^key_([0-9a-f]{1,31})…?$/.exec(text)?.[1]
  if (digits === undefined || digits.length < FEWEST_DIGITS) return undefined
  return [digits.padEnd(32, '0'), digits.padEnd(32, 'f')]
}

async function select(sql: Sql, call: string, values: readonly unknown[]): Promise<Found[]> {
  const { rows } = await sql.query<{ kind: string; id: string; found_by: FoundBy }>(
    `select kind, id, found_by from ${call}`,
    [...values],
  )
  return rows.map(({ kind, id, found_by: foundBy }) => ({ kind: toCamel(kind), id, foundBy }))
}

const toSnake = (kind: string) => kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const toCamel = (kind: string) =>
  kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Subject['kind']
