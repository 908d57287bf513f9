import type { Sql } from '../../kernel/postgres/pool.ts'

/** Returns how many different people must sign the decision of a case. */
export async function readPeopleNeeded(sql: Sql, caseId: string): Promise<number> {
  const { rows } = await sql.query<{ people: number }>(
    'select people_needed(c) as people from case_file c where c.id = $1',
    [caseId],
  )
  return rows[0]?.people ?? 2
}

/** Returns how many people decide in test mode. In live mode it is always two. */
export async function readPeopleInTest(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ people: number }>(
    `select people from decision_policy where mode = 'test'`,
  )
  return rows[0]?.people ?? 2
}
