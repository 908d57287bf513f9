/** Three of ten transactions are sells. Each is accepted, paid in tokens, cleared, paid out, shown in the vendor's ledger and swept. */
const sells = `(select n, proof_id(1, n) as id, proof_business(n) as business, 'live'::mode as mode, 'sell-' || n as reference,
    (100000 + n % 5000 * 100)::numeric as amount, 5000::numeric as fee, lpad((n % 10000000000)::text, 10, '0') as number,
    sha256(('sell ' || n)::bytea) as meaning, timestamptz '2026-01-01 09:00+01' + n * interval '20 seconds' as at,
    '0x' || md5('address ' || n) as address
  from generate_series(:from::bigint, :to::bigint) n where n % 10 >= 7) b`

const xid = (step: number) => `proof_xid(:base, :from, b.n, ${step})`
const account = `proof_id(904, 1)`
const reference = `payout_reference(b.business, b.mode, b.reference, 'payout', 1, 1)`

export const sellStatements: readonly string[] = [
  `insert into transaction (id, business_id, mode, type, status, version, amount_minor, reference, created_at)
     select b.id, b.business, b.mode, 'sell', 'completed', 5, b.amount, b.reference, b.at from ${sells}`,
  `insert into request_key (business_id, mode, key, transaction_id, meaning)
     select b.business, b.mode, 'r:' || b.reference, b.id, b.meaning from ${sells}`,
  `insert into sell (transaction_id, mode, bank_code, bank_name, account_number, account_name, network, wallet_address, fee_minor)
     select b.id, b.mode, '000013', 'GTBank', b.number, 'Ada Obi', 'Polygon', '0x' || md5(b.n::text), b.fee from ${sells}`,
  `insert into deposit_address (mode, network, address, transaction_id, created_at)
     select b.mode, 'Polygon', b.address, b.id, b.at from ${sells}`,
  `insert into transaction_event
       (transaction_id, sequence, id, business_id, mode, type, event, from_status, to_status, data, happened_at, xid)
     select b.id, s.sequence, proof_id(10 + s.sequence, b.n), b.business, b.mode, 'sell', s.event, s.came_from, s.went_to,
       case s.sequence when 1 then terms_of(b.amount, b.fee, b.reference, b.meaning) else '{}' end, b.at,
       proof_xid(:base, :from, b.n, s.step)
     from ${sells} cross join (values (1, 1, 'accepted', '', 'pending_deposit'),
       (2, 2, 'deposited_in_full', 'pending_deposit', 'deposit_received'), (3, 3, 'checks_passed', 'deposit_received', 'cleared'),
       (4, 4, 'payout_ordered', 'cleared', 'paying_out'), (5, 6, 'payout_succeeded', 'paying_out', 'completed')
     ) as s (sequence, step, event, came_from, went_to)`,
  `insert into deposit (id, mode, network, tx_hash, log_index, block, block_hash, address, sender, token, units, minor, dust_units, held_minor,
       transaction_id, outcome, entry_id, seen_at, xid)
     select proof_id(2, b.n), b.mode, 'Polygon', 'in ' || b.n, 0, b.n, 'block ' || b.n, b.address, 'sender', 'token', b.amount * 10000,
       b.amount, 0, b.amount, b.id, 'funded', proof_id(20, b.n), b.at, ${xid(2)} from ${sells}`,
  `insert into deposit_sweep (id, mode, network, tx_hash, log_index, block, block_hash, address, lane_id, units, swept_minor, entry_id,
       seen_at, xid)
     select proof_id(3, b.n), b.mode, 'Polygon', 'out ' || b.n, 0, b.n, 'block ' || b.n, b.address, proof_id(902, 1), b.amount * 10000,
       b.amount, proof_id(23, b.n), b.at, ${xid(7)} from ${sells}`,
  `insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at, xid)
     select proof_id(5, b.n), b.mode, b.id, 'ofac', '1', b.at, '[{"kind": "name", "name": "Ada Obi"}]', '[]', b.at, ${xid(3)} from ${sells}`,
  `insert into name_answer (id, mode, transaction_id, bank_code, account_number, outcome, account_name, at, xid)
     select proof_id(9, b.n), b.mode, b.id, '000013', b.number, 'found', 'ADA OBI', b.at, ${xid(3)} from ${sells}`,
  `insert into payout_right (id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name,
       amount_minor, opened_at, xid)
     select proof_id(6, b.n), b.mode, b.id, 'payout', 1, b.business, b.reference, '000013', b.number, 'ADA OBI', b.amount - b.fee, b.at,
       ${xid(4)} from ${sells}`,
  `insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, final_entry_id, ordered_at, first_sent_at,
       sent_at, sent_count, answered_at, ended_at, session_id)
     select proof_id(7, b.n), proof_id(6, b.n), b.mode, ${account}, 1, ${reference}, 'succeeded', proof_id(21, b.n), proof_id(22, b.n), b.at,
       b.at, b.at, 1, b.at, b.at, 'session ' || b.n from ${sells}`,
  `insert into payout_reading (id, payout_id, at, kind, code, amount_minor, session_id, vendor_id, raw, xid)
     select proof_id(30 + s.step, b.n), proof_id(7, b.n), b.at, s.kind, '00', b.amount - b.fee, 'session ' || b.n, 'vendor ' || b.n, '{}',
       proof_xid(:base, :from, b.n, s.step) from ${sells} cross join (values (5, 'accepted'), (6, 'success')) as s (step, kind)`,
  `insert into payout_line (id, account_id, external_id, at, direction, amount_minor, reference, kind, payout_id, entry_id, seen_at, xid)
     select proof_id(40 + s.part, b.n), ${account}, s.kind || ' ' || b.n, b.at, 'debit', case s.part when 1 then b.amount - b.fee else 50 end,
       ${reference}, s.kind, proof_id(7, b.n), case s.part when 2 then proof_id(24, b.n) end, b.at, ${xid(7)}
     from ${sells} cross join (values (1, 'payment'), (2, 'fee')) as s (part, kind)`,
  `insert into entry (id, mode, transaction_id, step, posted_at, xid)
     select e.id, b.mode, e.transaction_id, e.step, b.at, proof_xid(:base, :from, b.n, e.at_step) from ${sells} cross join lateral (values
       (proof_id(20, b.n), b.id, 'deposited', 2), (proof_id(21, b.n), b.id, 'payout_opened', 4),
       (proof_id(22, b.n), b.id, 'payout_succeeded', 6), (proof_id(23, b.n), null::uuid, 'swept', 7),
       (proof_id(24, b.n), null::uuid, 'payout_fees', 7)
     ) as e (id, transaction_id, step, at_step)`,
  `insert into posting (entry_id, ordinal, mode, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor, xid)
     select p.entry_id, p.ordinal, b.mode, p.debit_kind::account_kind, p.debit_owner, p.credit_kind::account_kind, p.credit_owner,
       p.asset::asset, p.amount, proof_xid(:base, :from, b.n, p.at_step) from ${sells} cross join lateral (values
       (proof_id(20, b.n), 1, 'deposit', 'Polygon', 'held', b.id::text, 'NGNC', b.amount, 2),
       (proof_id(21, b.n), 1, 'held', b.id::text, 'committed', b.id::text, 'NGNC', b.amount, 4),
       (proof_id(21, b.n), 2, 'outgoing', ${account}::text, 'payout_bank', ${account}::text, 'NGN', b.amount - b.fee, 4),
       (proof_id(22, b.n), 1, 'clearing', '', 'outgoing', ${account}::text, 'NGN', b.amount - b.fee, 6),
       (proof_id(22, b.n), 2, 'clearing', '', 'income', 'fees', 'NGN', b.fee, 6),
       (proof_id(22, b.n), 3, 'committed', b.id::text, 'clearing', '', 'NGNC', b.amount, 6),
       (proof_id(23, b.n), 1, 'float', 'Polygon:1', 'deposit', 'Polygon', 'NGNC', b.amount, 7),
       (proof_id(24, b.n), 1, 'expense', 'bank', 'payout_bank', ${account}::text, 'NGN', 50, 7)
     ) as p (entry_id, ordinal, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount, at_step)`,
]
