import { entryFacts } from './entry-facts.ts'

const LINE = `(
  select json_build_object('id', l.id, 'mode', l.mode, 'direction', l.direction, 'kind', l.kind,
    'gross_minor', l.gross_minor::text, 'settled_minor', l.settled_minor::text, 'session_id', l.session_id, 'entry', ${entryFacts('l.id')},
    'late_fee_minor', f.fee_minor::text, 'late_fee', ${entryFacts('f.entry_id')},
    'is_taken_back', (select count(*) > 0 from credit_take_back b where b.credit_line_id = l.id),
    'has_lien', (select count(*) > 0 from credit_lien i where i.line_id = l.id and i.lifted_at is null),
    'used_minor', (
      (select coalesce(sum(o.amount_minor::numeric), 0) from allocation o where o.line_id = l.id)
      + (select coalesce(sum(o.amount_minor::numeric), 0) from credit_return o where o.line_id = l.id and o.transaction_id is null))::text,
    'account', (
      select json_build_object('id', v.id, 'mode', v.mode, 'bank_code', v.bank_code, 'account_number', v.account_number, 'state', v.state)
      from vendor_account v where v.id = l.vendor_account_id),
    'readings', (
      select coalesce(json_agg(json_build_object('source', r.source, 'external_id', r.external_id, 'account_id', r.vendor_account_id,
        'direction', r.direction, 'session_id', r.session_id) order by r.id), '[]')
      from bank_line_seat s join bank_line_reading r on r.id = s.reading_id where s.line_id = l.id))
  from bank_line l left join bank_line_fee f on f.line_id = l.id where l.id = a.line_id)`

/** SQL that says what was given to the transaction of this expression and stands, each with the bank's line that it was given of. */
export const allocationFacts = (transactionId: string): string => `(
  select coalesce(json_agg(json_build_object('id', a.id, 'mode', a.mode, 'business_id', a.business_id,
    'amount_minor', a.amount_minor::text, 'is_by_people', a.decided_by <> 'matching', 'entry', ${entryFacts('a.id')}, 'line', ${LINE}) order by a.id), '[]')
  from allocation a
  where a.transaction_id = ${transactionId} and not exists (select from allocation_end e where e.allocation_id = a.id))`
