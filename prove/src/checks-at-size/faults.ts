/** Later than the writers that the ledger has booked, so that the ledger will book this row too. */
const NOW = 'pg_current_xact_id()::text::bigint'

/**
 * One statement per check. It breaks the rule of the check and returns the name that the finding must contain. `:buy` and `:sell` are a buy
 * and a sell that no other fault touches, with the numbers `:b` and `:s`. `:new` is an unused id. `:xid` is an old writer.
 */
export const faults: Readonly<Record<string, string>> = {
  ...ledgerFaults(),
  ...transactionFaults(),
  ...moneyInFaults(),
  ...moneyOutFaults(),
  ...peopleFaults(),
}

function entry(step: string, transaction = 'null'): string {
  return `insert into entry values (:new, 'live', ${transaction}, '${step}', null, now(), :xid) returning id::text`
}

function ledgerFaults(): Record<string, string> {
  const post = (values: string, subject: string) =>
    `with e as (insert into entry values (:new, 'live', null, 'forged', null, now(), ${NOW}))
     insert into posting values (:new, 1, 'live', ${values}, ${NOW}) returning ${subject}`
  return {
    check_posting: `update posting set credit_kind = debit_kind, credit_owner = debit_owner where entry_id = proof_id(4, :b) returning entry_id::text`,
    check_entry: `delete from entry where id = proof_id(20, :b) returning id::text`,
    check_reversal: `insert into entry values (:new, 'live', null, 'undo', proof_id(2, :b), now(), :xid) returning id::text`,
    check_clearing: `update posting set amount_minor = amount_minor::numeric + 1 where entry_id = proof_id(21, :b) and ordinal = 1 returning entry_id::text`,
    check_balance: `update balance set amount_minor = amount_minor::numeric + 1 where kind = 'float' returning kind || ':' || owner`,
    check_held: `insert into balance values (:buy::text, 'held', 'NGN', 'live', 5) returning owner`,
    check_held_rows: `insert into balance values (:new::text, 'held', 'NGN', 'live', 5) returning owner`,
    check_total: `update account_total set debit_minor = debit_minor + 1 where kind = 'income' returning kind || ':' || owner`,
    check_books: `update account_book set in_minor = in_minor + 1, out_minor = out_minor + 1 where kind = 'bank' returning kind || ':' || owner`,
    check_account: post(`'deposit', 'Polygon', 'business', (:new)::text, 'NGNC', 5`, `(:new)::text`),
    check_declared: post(`'capital', '', 'reserve', (:new)::text, 'NGNC', 5`, `(:new)::text`),
    check_causes: `insert into entry values (:new, 'live', null, 'credit_seen', null, now(), :xid) returning id::text`,
    check_balance_causes: `with e as (insert into entry values (:new, 'live', :sell, 'returned_to_balance', null, now(), ${NOW}))
      insert into posting select :new, 1, 'live', 'held', id::text, 'business', business_id::text, 'NGNC', 100000000000, ${NOW}
      from transaction where id = :sell returning credit_owner`,
    check_mode: `update transaction_event set mode = 'test' where transaction_id = :buy and sequence = 2 returning transaction_id::text`,
    check_outgoing: post(`'outgoing', 'Base', 'suspense', '', 'NGNC', 5`, `'Base'`),
    check_payouts_outgoing: post(`'outgoing', (:new)::text, 'suspense', '', 'NGN', 5`, `(:new)::text`),
    check_committed: `with e as (insert into entry values (:new, 'live', :buy, 'forged', null, now(), :xid))
      insert into posting values (:new, 1, 'live', 'suspense', '', 'committed', (:buy)::text, 'NGN', 5, :xid) returning credit_owner`,
    check_deposited: `insert into unswept_deposit select mode, 'Polygon', address, transaction_id, 5, 50000, now() from deposit_address where transaction_id = :sell
      returning 'live Polygon'`,
  }
}

function transactionFaults(): Record<string, string> {
  const event = (id: string, type: string, name: string, data = '{}') =>
    `insert into transaction_event select id, 6, :new, business_id, mode, '${type}', '${name}', status, status, '${data}', now(), :xid
     from transaction where id = ${id} returning transaction_id::text`
  return {
    check_history: `update transaction_event set from_status = 'elsewhere' where transaction_id = :buy and sequence = 3 returning transaction_id::text`,
    check_status: `update transaction set version = 4 where id = :sell returning id::text`,
    check_position: `delete from event_position where transaction_id = :buy and sequence = 3 returning transaction_id::text`,
    check_wake: `update transaction set status = 'sending' where id = :buy returning id::text`,
    check_overdue: `update transaction set status = 'sending' where id = :buy returning id::text`,
    check_member_orders: `insert into payment_sell (transaction_id, order_id, number, business_id, mode)
      select id, :new, 1, business_id, mode from transaction where id = :sell returning transaction_id::text`,
    check_batch_sells: `insert into batch_sell (transaction_id, batch_id, number, business_id, mode)
      select id, :new, 1, business_id, mode from transaction where id = :sell returning transaction_id::text`,
    check_mail: `insert into wake (subject_id, type, due_at) values (:new, 'mail', now()) returning subject_id::text`,
    check_wake_ups: `insert into wake (subject_id, type, due_at) values (:new, 'lane', now()) returning subject_id::text`,
    check_acceptance: `update buy set fee_minor = fee_minor::numeric + 1 where transaction_id = :buy returning transaction_id::text`,
    check_parts: `update request_key set transaction_id = :new where transaction_id = :sell and business_id = (select business_id from transaction where id = :sell)
      returning key`,
    check_feed: `update event_position set event_id = :new where transaction_id = :sell and sequence = 4 returning transaction_id::text`,
    check_feed_heads: `update feed_head set last_number = last_number + 1 where business_id = proof_business(:b) returning business_id::text`,
    check_cleared_buys: `update screening_result set subjects = '[]' where transaction_id = :buy returning transaction_id::text`,
    check_being_decided: `update transaction set status = 'on_hold' where id = :buy returning id::text`,
    check_sells: `delete from name_answer where transaction_id = :sell returning transaction_id::text`,
    check_withdrawals: `insert into withdrawal values (:buy, 'live', 'Polygon', 'a', 'business') returning transaction_id::text`,
    check_wallets: `insert into wallet_block values (:new, :buy, 'live', 'no_trustline', 'it', now(), now(), null) returning transaction_id::text`,
    check_refunds: `update transaction set status = 'refunding' where id = :buy returning id::text`,
    check_returns: event(':sell', 'sell', 'refund_paid', '{"to": "wallet"}'),
    check_rate_tables: `insert into rate_table (id, name, published_at, as_of, expires_at, body)
      select case t.name when 'usdc_ngnc' then :new else gen_random_uuid() end, t.name, now() + t.after, now(), now() + interval '1 hour', t.body
      from (values ('otc_buy', '{"USD":1500}', interval '0'), ('usdc_ngnc', '{"USD":1501}', interval '1 second')) as t (name, body, after) returning (:new)::text`,
    check_operator_rates: `insert into operator_rate (id, pair, bid, ask, actor, approved_by, reason, set_at, expires_at)
      values (:new, 'USD/NGN', 1500, 1510, gen_random_uuid(), gen_random_uuid(), 'alone', now(), now() + interval '1 hour') returning id::text`,
    check_webhooks: `insert into webhook_endpoint (id, business_id, mode, url, created_at, cursor_number)
      select :new, business_id, mode, 'https://ada.test/' || :b, now(), last_number + 9 from feed_head where business_id = proof_business(:b) returning id::text`,
    check_webhook_answers: `insert into webhook_delivery (id, endpoint_id, business_id, mode, kind, event_id, body, event_type, state, due_at, created_at, finished_at)
      values (:new, :new, :new, 'live', 'ping', :new, '{}', 'ping', 'delivered', now(), now(), now()) returning id::text`,
  }
}

function moneyInFaults(): Record<string, string> {
  return {
    check_bank_lines: `update bank_line_slot set named_by = '{nobody}' where line_id = proof_id(2, :b) returning line_id::text`,
    check_vendor_debts: `insert into vendor_debt values ('live', 'kora', 5, 0) returning vendor`,
    check_vendor_debt_moves: `insert into vendor_debt_move (id, mode, vendor, kind, amount_minor, through_minor, booked_at, entry_id, at, xid)
      values (:new, 'live', 'kora', 'collected', 5, 5, now(), :new, now(), :xid) returning id::text`,
    check_funds: `insert into credit_fund (line_id, vendor_account_id, mode, left_minor, booked_at, payer_words, narration)
      values (:new, :new, 'live', 5, now(), '{}', '') returning line_id::text`,
    check_line_fees: `insert into bank_line_fee (line_id, fee_minor, source, entry_id, seen_at) values (proof_id(2, :b), 1, 'feed', :new, now()) returning line_id::text`,
    check_line_keys: `delete from bank_line_key where line_id = proof_id(2, :b) and key = 'ADA' returning line_id::text`,
    check_line_payers: `insert into bank_line_payer (reading_id, seen_at, payer_words, raw) values (proof_id(3, :b), now(), '{EZE}', '{}') returning proof_id(2, :b)::text`,
    check_claims: `insert into claim select id, business_id, mode, :new, 5, 5, null, null, null, '{}', now(), now() from transaction where id = :sell returning transaction_id::text`,
    check_allocations: `update allocation set amount_minor = amount_minor::numeric + 1 where id = proof_id(4, :b) returning id::text`,
    check_given: `update transaction set status = 'recalled' where id = :buy returning id::text`,
    check_exposure: `update exposure_day set amount_minor = amount_minor::numeric + 1 where (business_id, day) = (select business_id, day from exposure_day order by day, business_id limit 1)
      returning business_id || ' ' || day`,
    check_taking_back: `insert into bank_line (id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, booked_at, value_date, narration, seen_at, xid)
      values (:new, 'live', :new, 'debit', 'unclear', 5, 5, now(), now(), 'nobody is asked', now(), :xid) returning id::text`,
    check_taken_back: `insert into credit_take_back (debit_line_id, credit_line_id, from_fund_minor, at) values (:new, proof_id(2, :b), 0, now()) returning credit_line_id::text`,
    check_deposits: `update deposit set entry_id = :new where transaction_id = :sell returning id::text`,
    check_watching: `update deposit_address set network = 'Base' where transaction_id = :sell returning transaction_id::text`,
    check_watched: `insert into wake (subject_id, type, due_at) values (:new, 'deposits', now()) returning subject_id::text`,
    check_deposit_accounts: `insert into deposit_account values ('live', 'Solana', :new, :new, 'wanted', now(), null) returning address`,
    check_unswept: `update deposit_sweep set units = units - 1 where id = proof_id(3, :s) returning address`,
    check_unswept_list: `insert into unswept_deposit values ('live', 'Base', :new, :new, 5, 5, now()) returning address`,
  }
}

function moneyOutFaults(): Record<string, string> {
  return {
    check_transfers: `update transfer set hash = 'another' where id = proof_id(7, :b) returning id::text`,
    check_transfer_rows: `update transfer set right_id = :new where id = proof_id(7, :b) returning id::text`,
    check_locks: `update transfer set lock = lock + 10000000 where id = proof_id(7, :b) returning lane_id::text`,
    check_lane_locks: `insert into lane (id, mode, network, number, address, first_lock, next_lock) values (:new, 'live', 'Base', 1, 'a', 0, 1) returning id::text`,
    check_deliveries: `insert into delivery values (:new, 'live', :new, :new, 'Polygon', 'a', 5, 0, 5, now(), now()) returning transaction_id::text`,
    check_adopted: `insert into adopted_lock (lane_id, lock, right_key, transfer_id, right_id, transaction_id, address, tokens_minor, attempts, credits, case_id, state, proposed_at, adopted_at)
      values (proof_id(902, 1), 99999999, 'b/live/r/delivery/1', :new, :new, :new, 'a', 5, '[]', '[]', :new, 'waiting', now(), now()) returning lane_id || ' ' || lock`,
    check_abandoned: `insert into lane (id, mode, network, number, address, state, halted_because, first_lock, next_lock, abandoned_at)
      values (:new, 'live', 'Base', 2, 'b', 'halted', 'alone', 0, 0, now()) returning id::text`,
    check_payouts: `update payout set reference = 'another' where id = proof_id(7, :s) returning id::text`,
    check_payout_rows: `update payout set right_id = :new where id = proof_id(7, :s) returning id::text`,
    check_payout_orders: `insert into payout_order values (:new, 'payout', 1, 'live', :new, :new, '000013', '0123456789', 'ADA', 5, now()) returning transaction_id::text`,
    check_payout_lines: `update payout_line set amount_minor = amount_minor::numeric + 1 where id = proof_id(41, :s) returning id::text`,
    check_refund_rights: `insert into payout_right values (:new, 'live', :new, 'refund', 1, :new, 'r', '000013', '0123456789', 'ADA', 5, now(), :xid) returning id::text`,
    check_sweeps: entry('sweep_gas'),
    check_sweep_gas: `insert into sweep (id, mode, network, sweeper, nonce, addresses, salts, minor, state, opened_at, ended_at, hash, gas_units)
      values (:new, 'live', 'Polygon', 's', 1, '{a}', '{b}', 5, 'final_ok', now(), now(), '0x1', 7) returning id::text`,
    check_moves: entry('lane_moved'),
    check_treasury_moves: `insert into treasury_move (id, mode, kind, from_account, to_account, amount_minor, state, decided_at, ended_at)
      values (:new, 'live', 'naira', :new, :new, 5, 'done', now(), now()) returning id::text`,
    check_surplus: entry('surplus_found'),
    check_losses: entry('tokens_taken'),
    check_payout_write_offs: entry('payout_written_off'),
    check_written_off_payouts: `insert into payout_written_off values (:new, :new, :new, null, now()) returning reference`,
    check_write_offs: entry('lock_written_off'),
    check_top_ups: entry('lane_topped_up'),
  }
}

function peopleFaults(): Record<string, string> {
  return {
    check_cases: `insert into case_step (case_id, sequence, action, reason, at, xid) values (:new, 1, 'opened', 'of no case', now(), :xid) returning case_id::text`,
    check_case_rows: `insert into case_file (id, mode, kind, summary, facts, opened_at, due_at) values (:new, 'live', 'request', 'nobody asked', jsonb_build_object('subject', :new), now(), now()) returning id::text`,
    check_decisions: `update allocation set decided_by = (:new)::text where id = proof_id(4, :b) returning id::text`,
    check_business_cases: `insert into business_case_end (case_id, business_id, mode, transaction_id, sequence, outcome, choice, amount_minor, decided_by, at, event_id, xid)
      values (:new, :new, 'live', :new, 2, 'decided', 'accept', 5, 'key:x', now(), :new, :xid) returning case_id::text`,
    check_returned_credits: `insert into credit_return (id, mode, line_id, case_id, amount_minor, account_number, decided_at) values (:new, 'live', :new, :new, 1, '0123456789', now()) returning id::text`,
    check_hand_payments: `with r as (insert into credit_return (id, mode, line_id, case_id, amount_minor, account_number, decided_at)
        values (:new, 'live', :new, :new, 1, '0123456789', now()) returning *)
      insert into hand_payment (id, return_id, mode, vendor_account_id, amount_minor, decided_at) select :new, id, mode, :new, 1, now() from r returning id::text`,
    check_answers: `insert into deposit_answer (deposit_id, mode, case_id, amount_minor, entry_id, at) values (:new, 'live', :new, 5, :new, now()) returning deposit_id::text`,
    check_live_keys: `insert into api_key (id, business_id, mode, hmac, pepper_version, scopes, decided_by)
      values (:new, :new, 'live', sha256((:new)::text::bytea), 1, '{read}', :new) returning id::text`,
    check_freezes: `insert into freeze_order (id, scope, subject, reason, placed_by, placed_at, lifted_by, lifted_reason, lifted_at)
      values (:new, 'all', '', 'a test', 'system:test', now(), (:new)::text, 'alone', now()) returning id::text`,
    check_reconciliation: `insert into reconciliation (id, scope_kind, scope, mode, at, ours_minor, theirs_minor, difference_minor, items, state)
      values (:new, 'lane', 'Polygon:1', 'live', now(), 5, 4, -1, '[]', 'confirmed') returning id::text`,
    check_daily_closes: `with c as (insert into daily_close (mode, day, made_at) values ('live', date '2020-01-01' + :b % 1000, now()) returning *)
      insert into daily_close_line select mode, day, 'payout_bank', 'a', 'NGN', 0, 5, 0, 5, 5, 0 from c returning mode || ' ' || day`,
  }
}
