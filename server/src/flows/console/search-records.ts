import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { spellingsOf, type WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import {
  describeSubjects,
  type FoundBy,
  findSubjects,
  type SubjectLine,
} from '../../records/cases/stories/find-subjects-store.ts'

export type FoundLine = SubjectLine & Readonly<{ foundBy: FoundBy }>

export type SearchResult = Readonly<{
  lines: readonly FoundLine[]
  /** There are more than were asked for. */
  hasMore: boolean
}>

type SearchDeps = Readonly<{ sql: Sql; rules: Pick<WalletAddressRules, 'judgeOwn'> }>

/** Finds what an identifier of ours or of somebody else means, for operators: in the terminal and in the console. */
export async function searchRecords(
  { sql, rules }: SearchDeps,
  { text, most, mode }: Readonly<{ text: string; most: number; mode?: Mode }>,
): Promise<SearchResult> {
  refuseSecret(text.trim())
  const spellings = spellingsOf(rules, text.trim())
  const found = await findSubjects(sql, { text, spellings, most: most + 1, ...(mode && { mode }) })
  const shown = found.slice(0, most)
  const reasons = new Map(shown.map(({ id, foundBy }) => [id, foundBy]))
  const lines = await describeSubjects(sql, shown)
  return {
    lines: lines.map((line) => ({ ...line, foundBy: reasons.get(line.id) ?? 'id' })),
    hasMore: found.length > most,
  }
}

/** A key is stored only as a hash. Its text belongs in no history of a terminal or a browser. */
function refuseSecret(text: string): void {
  if (!text.startsWith('svc_')) return
  throw new Refusal(
    'not_found',
    'We do not store secret keys, so nobody can search for one. Give the id of the key (key_…, or its first eight digits). ' +
      'If you pasted a whole key, revoke it: npx afara ops key revoke --help.',
  )
}
