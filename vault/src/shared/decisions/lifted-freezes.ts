import type { Pool } from 'pg'
import type { Operators } from '../operators/operators-file.ts'
import type { DecisionBook } from './decision-book.ts'
import { createDecisions } from './decisions.ts'
import { readDecisionsOfCases } from './read-decisions.ts'

/** A freeze that the database calls lifted, and the case in which operators are said to have decided it. */
export type LiftedFreeze = Readonly<{ id: string; subject: string; case_id: string | null }>

/** The freezes whose lifting operators signed. A row alone does not lift a freeze. */
export type LiftedFreezes = Readonly<{
  /** The freezes that were verified before, as `<mode>:<id>`. */
  proven(): readonly string[]
  /** Verifies the decisions that lifted these freezes. Returns whether any of them was lifted by operators. */
  prove(pool: Pool, lifted: readonly LiftedFreeze[]): Promise<boolean>
}>

/**
 * Knows the liftings that the journal has, so that a freeze does not return when somebody leaves. Verifies newer ones at once with the
 * operators in force, and remembers them until the journal has them.
 */
export function createLiftedFreezes(
  operators: Pick<Operators, 'current'>,
  journal: Pick<DecisionBook, 'liftedFreezes'>,
): LiftedFreezes {
  const recent = new Set<string>()
  return {
    proven: () => [...journal.liftedFreezes(), ...recent],
    async prove(pool, lifted) {
      const stored = await readDecisionsOfCases(
        pool,
        lifted.flatMap(({ case_id }) => case_id ?? []),
      )
      // Without a valid operators file nothing is found. Then the freeze stays in force, and payments that it does not cover continue.
      const decisions = createDecisions(operators, stored)
      const before = recent.size
      for (const { id, subject } of lifted) {
        const mode = subject.startsWith('test:') ? 'test' : 'live'
        const wanted = { mode, actions: ['lift_freeze'], says: { 'decision.freeze_id': id } }
        if (decisions.find(wanted).cases.length > 0) recent.add(`${mode}:${id}`)
      }
      return recent.size > before
    },
  }
}

/** For readers to whom freezes do not matter: every lifted freeze counts as in force. */
export const noneProven: LiftedFreezes = { proven: () => [], prove: async () => false }

/**
 * The freezes in force, as part of a statement. $2 is the list of proven freezes. A freeze counts as lifted if operators signed that, if
 * they signed it for a freeze of the same subject that was placed later, or if it was lifted before operators signed decisions. The
 * transaction number says which was placed later, because the caller chooses the time of a freeze.
 */
export const FROZEN = `
  select f.scope, f.subject, f.reason || case when f.lifted_at is null then ''
      else ' (operators did not sign that freeze ' || f.id || ' is lifted)' end as reason,
    case when f.lifted_at is not null then json_build_object('id', f.id, 'subject', f.subject,
      'case_id', substring(f.lifted_reason from '^decided in cas_([0-9a-f]{32})$')::uuid) end as lifted
  from freeze_order f
  where f.lifted_at is null or not f.lifted_unsigned and not exists (
    select from freeze_order v
    where case when v.subject like 'test:%' then 'test:' else 'live:' end || v.id = any ($2::text[])
      and v.lifted_at is not null and v.scope = f.scope and v.subject = f.subject and v.xid >= f.xid)`

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
