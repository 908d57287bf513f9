import { type IdKind, idPrefixes, parseId } from '../../../kernel/ids/ids.ts'
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

const idKinds = Object.keys(idPrefixes) as IdKind[]

/**
 * Finds at most `most` objects: exact matches first, then names that have all words of the text, the newest first. `spellings` are other
 * ways to write a hash or an address.
 */
export async function findSubjects(
  sql: Sql,
  { text, spellings, most }: Readonly<{ text: string; spellings: readonly string[]; most: number }>,
): Promise<Subject[]> {
  const plain = text.replace(/\s+/g, ' ').trim()
  const keyRange = readKeyPrefix(plain)
  if (keyRange !== undefined) return select(sql, 'find_keys($1, $2, $3)', [...keyRange, most])
  const kind = idKinds.find((each) => parseId(each, plain) !== undefined)
  return select(sql, 'find_subjects($1, $2, $3, $4)', [
    kind?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    kind === undefined ? undefined : parseId(kind, plain),
    [plain, ...spellings],
    most,
  ])
}

const FEWEST_DIGITS = 8

/** Returns the lowest and the highest id of a key that begins with this text, or undefined if the text is not the beginning of one. */
function readKeyPrefix(text: string): [string, string] | undefined {
  const digits = /^key_([0-9a-f]{1,31})…?$/.exec(text)?.[1]
  if (digits === undefined || digits.length < FEWEST_DIGITS) return undefined
  return [digits.padEnd(32, '0'), digits.padEnd(32, 'f')]
}

async function select(sql: Sql, call: string, values: readonly unknown[]): Promise<Subject[]> {
  const { rows } = await sql.query<{ kind: string; id: string }>(`select kind, id from ${call}`, [...values])
  return rows.map(({ kind, id }) => ({
    kind: kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Subject['kind'],
    id,
  }))
}
