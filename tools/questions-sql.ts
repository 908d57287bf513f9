import { questions } from '@afara/server/records/cases/business/questions.ts'

/** Returns the questions that a business decides as a function that returns one row for each. */
export function questionsSql(): string {
  const rows = questions.map(
    ({ type, status, code, choices, hours }) =>
      `    ('${type}'::transaction_type, '${status}', '${code}', '{${choices.join(',')}}'::text[], interval '${hours} hours')`,
  )
  return `-- The questions that a business decides about its transactions, from records/cases/business/questions.ts.
create or replace function business_questions()
returns table (type transaction_type, status text, code text, choices text[], open_for interval) language sql immutable as $$
  select * from (values
${rows.join(',\n')}
  ) as q (type, status, code, choices, open_for)
$$;
`
}
