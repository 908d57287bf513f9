import { formatId, parseId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CaseFile } from './case-file.ts'
import { findCase, lockCase } from './case-store.ts'

/** The case that somebody named by its id. */
export async function requireCase(sql: Sql, caseId: string): Promise<CaseFile> {
  const id = parseId('case', caseId)
  const file = id === undefined ? undefined : await findCase(sql, id)
  if (file !== undefined) return file
  throw new Refusal(
    'case_unknown',
    `There is no case "${caseId}": copy its id (cas_…) from "npx afara ops cases".`,
  )
}

/** The same, locked for a step; one that is decided takes no more steps. */
export async function requireOpenCase(sql: Sql, caseId: string): Promise<CaseFile> {
  const { id } = await requireCase(sql, caseId)
  const file = await lockCase(sql, id)
  if (file !== undefined && file.state !== 'resolved') return file
  throw new Refusal(
    'case_resolved',
    `${formatId('case', id)} is decided: see how with "npx afara ops show ${formatId('case', id)}".`,
  )
}

/** For a step that found another version than it had read. */
export function caseMoved(caseId: string): Refusal {
  return new Refusal(
    'case_moved',
    `${formatId('case', caseId)} was changed in this moment: look again with "npx afara ops show ${formatId('case', caseId)}".`,
  )
}
