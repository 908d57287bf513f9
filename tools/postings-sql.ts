import { declaredPostings } from '@afara/server/records/ledger/declared-postings.ts'

/** Returns the rows by which the posting functions know what each step may post. */
export function postingsSql(): string {
  const rows = declaredPostings().map(
    ({ step, debit, credit, mode }) => `  ('${step}', '${debit}', '${credit}', '${mode}')`,
  )
  return `-- Generated from server/src/records/ledger/declared-postings.ts by "npm run generate". Do not edit.

delete from declared_posting;
insert into declared_posting (step, debit_kind, credit_kind, mode) values
${rows.join(',\n')};
`
}
