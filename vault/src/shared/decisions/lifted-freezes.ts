import type { Pool } from 'pg'
import type { Operators } from '../operators/operators-file.ts'
import { createDecisions } from './decisions.ts'
import { readDecisionsOfCases } from './read-decisions.ts'

/** A freeze that the database calls lifted, and the case in which operators are said to have decided it. */
export type LiftedFreeze = Readonly<{ id: string; subject: string; case_id: string | null }>

/** The freezes whose lifting operators signed. A row alone does not lift a freeze. */
export type LiftedFreezes = Readonly<{
  /** Ids of the freezes that were verified before. */
  proven(): readonly string[]
  /** Verifies the decisions that lifted these freezes. Returns whether any of them was lifted by operators. */
  prove(pool: Pool, lifted: readonly LiftedFreeze[]): Promise<boolean>
}>

/** Remembers what was verified, so that a freeze costs nothing after its lifting was read once. */
export function createLiftedFreezes(operators: Pick<Operators, 'all'>): LiftedFreezes {
  const proven = new Set<string>()
  return {
    proven: () => [...proven],
    async prove(pool, lifted) {
      const before = proven.size
      const stored = await readDecisionsOfCases(
        pool,
        lifted.flatMap(({ case_id }) => case_id ?? []),
      )
      // A freeze must not return because a person who once lifted it has left. So the people of one earlier statement count too.
      const decided = operators
        .all()
        .map((statement) => createDecisions({ current: () => statement }, stored))
      for (const { id, subject } of lifted) {
        const mode = subject.startsWith('test:') ? 'test' : 'live'
        const wanted = { mode, actions: ['lift_freeze'], says: { 'decision.freeze_id': id } }
        if (decided.some((decisions) => decisions.find(wanted).cases.length > 0)) proven.add(id)
      }
      return proven.size > before
    },
  }
}

/** For readers to whom freezes do not matter: every lifted freeze counts as in force. */
export const noneProven: LiftedFreezes = { proven: () => [], prove: async () => false }

/**
 * The freezes in force, as part of a statement. $2 is the list of proven ids. A freeze counts as lifted if operators signed that, if they
 * signed it for the same or a later freeze of the same subject, or if it was lifted before operators signed decisions.
 */
export const FROZEN = `
  select f.scope, f.subject, f.reason || case when f.lifted_at is null then ''
      else ' (operators did not sign that freeze ' || f.id || ' is lifted)' end as reason,
    case when f.lifted_at is not null then json_build_object('id', f.id, 'subject', f.subject,
      'case_id', substring(f.lifted_reason from '^decided in cas_([0-9a-f]{32})$')::uuid) end as lifted
  from freeze_order f
  where f.lifted_at is null or not f.lifted_unsigned and not exists (
    select from freeze_order v
    where v.id = any ($2::uuid[]) and v.scope = f.scope and v.subject = f.subject and v.placed_at >= f.placed_at)`

type WithUnproven = Readonly<{ unproven: readonly LiftedFreeze[] }>

/** Reads rows that name unproven freezes, and reads them again if the decisions show that any of these was lifted. */
export async function readWithFreezes<Row extends WithUnproven>(
  pool: Pool,
  freezes: LiftedFreezes,
  read: (proven: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = await read(freezes.proven())
  const unproven = rows[0]?.unproven ?? []
  return unproven.length > 0 && (await freezes.prove(pool, unproven)) ? read(freezes.proven()) : rows
}
