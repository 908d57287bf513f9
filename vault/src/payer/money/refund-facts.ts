import { allocationFacts } from '../../shared/money/facts.ts'

// Every place in which a source names the payer of a line. One that names another than the rest is not passed over.
const PAYERS = `(
  select r.payer_account_number::text as number, r.payer_bank_code::text as bank_code
  from bank_line_seat s join bank_line_reading r on r.id = s.reading_id where s.line_id = c.line_id
  union
  select p.payer_account_number::text, p.payer_bank_code::text
  from bank_line_seat s join bank_line_payer p on p.reading_id = s.reading_id where s.line_id = c.line_id)`

/** SQL that says what goes back of the buy of this expression, and who paid it. */
export const refundFacts = (transactionId: string): string => `json_build_object(
  'buy', (select json_build_object('mode', b.mode, 'vendor_account_id', b.vendor_account_id) from buy b where b.transaction_id = ${transactionId}),
  'allocations', ${allocationFacts(transactionId)},
  'returns', (
    select coalesce(json_agg(json_build_object('mode', c.mode, 'line_id', c.line_id, 'amount_minor', c.amount_minor::text,
      'numbers', (select coalesce(json_agg(distinct y.number) filter (where y.number is not null), '[]') from ${PAYERS} y),
      'bank_codes', (select coalesce(json_agg(distinct y.bank_code) filter (where y.bank_code is not null), '[]') from ${PAYERS} y),
      'redirects', (
        select coalesce(json_agg(json_build_object('bank_code', d.bank_code, 'account_number', d.account_number) order by d.number), '[]')
        from decided_redirect d where d.return_id = c.id and d.transaction_id = c.transaction_id)) order by c.id), '[]')
    from credit_return c where c.transaction_id = ${transactionId}),
  'is_delivered', (
    select count(*) > 0 from transfer_right w join transfer f on f.right_id = w.id
    where w.transaction_id = ${transactionId} and f.state in ('reserved', 'signed', 'conflict', 'final_ok')) or (
    -- Sent before a restore, by a lock that no right has taken yet.
    select count(*) > 0 from transaction x
    join adopted_lock a on a.right_key = x.business_id || '/' || x.mode || '/' || x.reference || '/delivery/1'
    where x.id = ${transactionId} and a.state = 'waiting' and a.tokens_minor::numeric > 0 and a.written_off_at is null),
  'is_listed', (select count(*) > 0 from listed_transaction l where l.transaction_id = ${transactionId}))`
