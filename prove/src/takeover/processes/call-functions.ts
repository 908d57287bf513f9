import { inTransaction, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { type Callable, callOf, readKnown } from './arguments.ts'
import type { ProcessRecorder } from './process-recorder.ts'
import { type ProcessStage, type Role, roles } from './process-stage.ts'

/** Reads which functions a role may execute, so that a new grant is attacked too. */
export async function readCallable(owner: Pool, role: Role): Promise<readonly Callable[]> {
  const { rows } = await owner.query<Callable>(
    `select p.proname as name, p.prosrc as source, coalesce(p.proargnames[1:p.pronargs], '{}') as names,
       coalesce(array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as x (t, n) order by n), '{}') as types
     from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and has_function_privilege($1, p.oid, 'execute') and p.proname <> 'takeover_log' order by 1, 4`,
    [`afara_${role}`],
  )
  return rows
}

/** Calls every function that each role may execute once. `round` varies the arguments. Returns the number of functions. */
export async function callFunctions(
  stage: ProcessStage,
  recorder: ProcessRecorder,
  round: number,
): Promise<ReadonlyMap<Role, number>> {
  const counts = new Map<Role, number>()
  const processes = roles.filter((one) => one !== 'owner')
  const granted = await Promise.all(processes.map(async (role) => readCallable(stage.owner, role)))
  const ofProcess = new Set(granted.flat().map(({ name }) => name))
  for (const role of roles) {
    const functions = await readCallable(stage.owner, role)
    counts.set(role, functions.length)
    const known = await readKnown(stage.owner)
    for (const [place, called] of functions.entries()) {
      const { text, values } = callOf(called, known, round + place)
      await recorder.attempt(
        {
          role,
          route: 'SQL function',
          through: called.name,
          // The functions of a process do what it does. What they do with invented facts is attacked by itself.
          isWrong: role === 'owner' && !ofProcess.has(called.name),
        },
        async () =>
          inTransaction(stage.as[role], async (sql) => {
            await sql.query(`set local statement_timeout = '2s'; set local lock_timeout = '1s'`)
            await sql.query(text, values)
          }),
      )
    }
  }
  return counts
}
