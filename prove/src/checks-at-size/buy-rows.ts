/** Seven of ten transactions are buys. Each is accepted, paid by one line, matched, cleared, sent and final. */
const buys = `(select n, proof_id(1, n) as id, proof_business(n) as business, 'live'::mode as mode, 'buy-' || n as reference,
    (100000 + n % 5000 * 100)::numeric as amount, 5000::numeric as fee, lpad((n % 10000000000)::text, 10, '0') as number,
    sha256(('buy ' || n)::bytea) as meaning, timestamptz '2026-01-01 09:00+01' + n * interval '20 seconds' as at
  from generate_series(:from::bigint, :to::bigint) n where n % 10 < 7) b`

const xid = (step: number) => `proof_xid(:base, :from, b.n, ${step})`
const account = `proof_id(901, 1)`

export const buyStatements: readonly string[] = [
  `insert into transaction (id, business_id, mode, type, status, version, amount_minor, reference, created_at)
     select b.id, b.business, b.mode, 'buy', 'completed', 5, b.amount, b.reference, b.at from ${buys}`,
  `insert into request_key (business_id, mode, key, transaction_id, meaning)
     select b.business, b.mode, 'r:' || b.reference, b.id, b.meaning from ${buys}`,
  `insert into buy (transaction_id, mode, vendor_account_id, payer_bank_code, payer_bank_name, payer_account_number, payer_account_name,
       network, wallet_address, fee_minor)
     select b.id, b.mode, ${account}, '000013', 'GTBank', b.number, 'Ada Obi', 'Polygon', '0x' || md5(b.n::text), b.fee from ${buys}`,
  `insert into transaction_event
       (transaction_id, sequence, id, business_id, mode, type, event, from_status, to_status, data, happened_at, xid)
     select b.id, s.sequence, proof_id(10 + s.sequence, b.n), b.business, b.mode, 'buy', s.event, s.came_from, s.went_to,
       case s.sequence when 1 then terms_of(b.amount, b.fee, b.reference, b.meaning) else '{}' end, b.at,
       proof_xid(:base, :from, b.n, s.step)
     from ${buys} cross join (values (1, 1, 'accepted', '', 'pending_payment'), (2, 3, 'paid_in_full', 'pending_payment', 'payment_received'),
       (3, 4, 'checks_passed', 'payment_received', 'cleared'), (4, 6, 'transfer_signed', 'cleared', 'sending'),
       (5, 7, 'transfer_final', 'sending', 'completed')) as s (sequence, step, event, came_from, went_to)`,
  `insert into bank_line (id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, booked_at, value_date, session_id,
       narration, seen_at, xid)
     select proof_id(2, b.n), b.mode, ${account}, 'credit', 'payment', b.amount, b.amount, b.at, lagos_day(b.at), 'session ' || b.n, 'paid',
       b.at, ${xid(2)} from ${buys}`,
  `insert into bank_line_reading (id, vendor_account_id, source, external_id, direction, kind, gross_minor, settled_minor, booked_at,
       value_date, session_id, payer_account_number, payer_name, payer_words, payer_bank_code, narration, seen_at, raw, xid)
     select proof_id(3, b.n), ${account}, 'feed', 'line ' || b.n, 'credit', 'payment', b.amount, b.amount, b.at, lagos_day(b.at),
       'session ' || b.n, b.number, 'Ada Obi', '{ADA,OBI}', '000013', 'paid', b.at, '{}', ${xid(2)} from ${buys}`,
  `insert into bank_line_assignment (reading_id, line_id, source, contradicts_payer, class)
     select proof_id(3, b.n), proof_id(2, b.n), 'feed', false, 0 from ${buys}`,
  `insert into bank_line_slot (line_id, vendor_account_id, direction, kind, gross_minor, settled_minor, booked_at, booked_day, value_date,
       first_day, last_day, named_by, sessions_by, payer_numbers, payer_words, payer_heads)
     select proof_id(2, b.n), ${account}, 'credit', 'payment', b.amount, b.amount, b.at, lagos_day(b.at), lagos_day(b.at), lagos_day(b.at),
       lagos_day(b.at), '{feed}', '{feed}', array[b.number], '{ADA,OBI}', '{}' from ${buys}`,
  `insert into bank_line_key (vendor_account_id, amount_minor, key, source, booked_day, line_id)
     select ${account}, b.amount, k.key, 'feed', lagos_day(b.at), proof_id(2, b.n)
     from ${buys} cross join lateral unnest(payer_keys('{ADA,OBI}', b.number)) as k (key)`,
  `insert into allocation (id, mode, line_id, transaction_id, business_id, amount_minor, evidence, ground, decided_by, at, xid)
     select proof_id(4, b.n), b.mode, proof_id(2, b.n), b.id, b.business, b.amount, 'number',
       (case when b.n % 5 = 0 then 'within_cap' else 'bound' end)::allocation_ground, 'matching', b.at, ${xid(3)} from ${buys}`,
  `insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at, xid)
     select proof_id(5, b.n), b.mode, b.id, 'ofac', '1', b.at, '[{"kind": "name", "name": "Ada Obi"}]', '[]', b.at, ${xid(4)} from ${buys}`,
  `insert into transfer_right (id, mode, transaction_id, purpose, leg, business_id, reference, network, address, tokens_minor, opened_at, xid)
     select proof_id(6, b.n), b.mode, b.id, 'delivery', 1, b.business, b.reference, 'Polygon', '0x' || md5(b.n::text), b.amount - b.fee, b.at,
       ${xid(5)} from ${buys}`,
  `insert into transfer (id, right_id, mode, network, lane_id, lock, state, entry_id, opened_at, signed_at, sent_at, sent_count, ended_at, hash)
     select proof_id(7, b.n), proof_id(6, b.n), b.mode, 'Polygon', proof_id(902, 1),
       (select next_lock from lane) + row_number() over (order by b.n) - 1, 'final_ok', proof_id(20, b.n), b.at, b.at, b.at, 1, b.at,
       '0x' || encode(sha256(b.n::text::bytea), 'hex') from ${buys}`,
  `insert into transfer_attempt (id, transfer_id, number, kind, raw, hash, fees, signed_at, xid)
     select proof_id(8, b.n), proof_id(7, b.n), 1, 'pay', b.meaning, '0x' || encode(sha256(b.n::text::bytea), 'hex'), '{"gas": "60000"}', b.at,
       ${xid(6)} from ${buys}`,
  `insert into entry (id, mode, transaction_id, step, posted_at, xid)
     select e.id, b.mode, e.transaction_id, e.step, b.at, proof_xid(:base, :from, b.n, e.at_step) from ${buys} cross join lateral (values
       (proof_id(2, b.n), null::uuid, 'credit_seen', 2), (proof_id(4, b.n), b.id, 'credit_matched', 3),
       (proof_id(20, b.n), b.id, 'delivery_opened', 5), (proof_id(21, b.n), b.id, 'delivery_final', 7)
     ) as e (id, transaction_id, step, at_step)`,
  `insert into posting (entry_id, ordinal, mode, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor, xid)
     select p.entry_id, p.ordinal, b.mode, p.debit_kind::account_kind, p.debit_owner, p.credit_kind::account_kind, p.credit_owner,
       p.asset::asset, p.amount, proof_xid(:base, :from, b.n, p.at_step) from ${buys} cross join lateral (values
       (proof_id(2, b.n), 1, 'bank', ${account}::text, 'suspense', '', 'NGN', b.amount, 2),
       (proof_id(4, b.n), 1, 'suspense', '', 'held', b.id::text, 'NGN', b.amount, 3),
       (proof_id(20, b.n), 1, 'held', b.id::text, 'committed', b.id::text, 'NGN', b.amount, 5),
       (proof_id(20, b.n), 2, 'outgoing', 'Polygon', 'float', 'Polygon:1', 'NGNC', b.amount - b.fee, 5),
       (proof_id(21, b.n), 1, 'clearing', '', 'outgoing', 'Polygon', 'NGNC', b.amount - b.fee, 7),
       (proof_id(21, b.n), 2, 'committed', b.id::text, 'clearing', '', 'NGN', b.amount - b.fee, 7),
       (proof_id(21, b.n), 3, 'committed', b.id::text, 'income', 'fees', 'NGN', b.fee, 7)
     ) as p (entry_id, ordinal, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount, at_step)`,
]
