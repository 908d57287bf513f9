import { runStatement } from './run-statement.ts'

/**
 * Declares a step `test` that may post anything, so that tests, proofs and benches can make entries that no step of the service makes. Only
 * the owner of the database can do this. `url` is that of the owner or the superuser.
 */
export async function declareTestPostings(url: string): Promise<void> {
  await runStatement(
    url,
    `insert into afara.declared_posting (step, debit_kind, credit_kind, mode)
     select 'test', d.kind, c.kind, m.mode
     from unnest(enum_range(null::afara.account_kind)) as d (kind), unnest(enum_range(null::afara.account_kind)) as c (kind),
       unnest(enum_range(null::afara.mode)) as m (mode)`,
  )
}
