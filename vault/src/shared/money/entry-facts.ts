/** SQL that says an entry and its postings, found by this expression. A function of the database's would be the database's word. */
export const entryFacts = (id: string): string => `(
  select json_build_object('mode', e.mode, 'transaction_id', e.transaction_id,
    'is_reversed', (select count(*) > 0 from entry v where v.reverses = e.id),
    'postings', (
      select coalesce(json_agg(p.mode || ' ' || p.debit_kind || ':' || p.debit_owner || ' / ' || p.credit_kind || ':' || p.credit_owner
        || ' ' || p.asset || ' ' || p.amount_minor::numeric order by p.ordinal), '[]')
      from posting p where p.entry_id = e.id))
  from entry e where e.id = ${id})`
