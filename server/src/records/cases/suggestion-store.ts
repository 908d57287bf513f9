import type { Sql } from '../../kernel/postgres/pool.ts'
import type { CaseFile } from './case-file.ts'

/** Why a case suggests a decision, and what people did with such suggestions before. */
export type Suggestion = Readonly<{
  grounds: readonly string[]
  /** How many decided cases of this kind had this suggestion, and how many of them followed it. */
  followed: number
  decided: number
}>

/** Returns the grounds and the record of what a case suggests; null if it suggests nothing. */
export async function readSuggestion(sql: Sql, file: CaseFile): Promise<Suggestion | null> {
  const action = file.proposal?.action
  if (typeof action !== 'string') return null
  const { rows } = await sql.query<{ followed: number; decided: number }>(
    'select followed::integer as followed, decided::integer as decided from suggestion_record($1, $2, $3)',
    [file.mode, file.kind, action],
  )
  return { grounds: groundsOf(file), followed: rows[0]?.followed ?? 0, decided: rows[0]?.decided ?? 0 }
}

/** A credit is given to a buy for what speaks for that buy. Everything else is suggested for the reason of the case. */
function groundsOf({ proposal, facts, summary }: CaseFile): readonly string[] {
  const listed = Array.isArray(facts.candidates)
    ? (facts.candidates as ReadonlyArray<Readonly<Record<string, unknown>>>)
    : []
  const chosen = listed.find(({ transaction_id: id }) => id === proposal?.transaction_id)
  const words = proposal?.action === 'allocate' && Array.isArray(chosen?.for) ? chosen.for.map(String) : []
  return words.length > 0 ? words : [typeof facts.why === 'string' ? facts.why : summary]
}

/** Says how often people followed a suggestion. */
export function sayRecord({ followed, decided }: Suggestion): string {
  return decided === 0 ? 'nobody has decided such a case yet' : `accepted ${followed} of ${decided} times`
}
