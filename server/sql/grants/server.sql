-- What the api, the worker, the reconciler and the sealer may do. Nothing is readable or executable unless it is granted in this folder:
-- the migrator takes every grant back before it runs these files.

grant usage on schema afara to afara_api, afara_worker, afara_reconciler, afara_sealer;

-- The functions statuses_… return constants. Views and checks call them with the rights of the api, the worker or the reconciler.
do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.proname like 'statuses\_%' loop
    execute format('grant execute on function %s to afara_api, afara_worker, afara_reconciler, afara_people', v_function);
  end loop;
end $$;

-- afara_api

grant select on
  balance, batch_check, batch_end, batch_event, batch_outcome, batch_problem, batch_ready, batch_refusal, batch_row, batch_sell,
  business, business_case, business_case_end, business_mode, buy, deposit_address, event_position,
  collection_number, customer_number, customer_number_end, customer_number_payment,
  expected_payment, feed_head, own_transaction, pay_link, payout_batch,
  rate_table, request_key, request_log, sandbox_clock, scenario_run, sell, status_time, transaction, transaction_event,
  vendor_account, wallet_block, webhook_attempt, webhook_delivery, webhook_endpoint, webhook_notice, withdrawal
  to afara_api;
grant select (id, endpoint_id, created_at, expires_at) on webhook_secret to afara_api;
grant execute on function
  -- accepting
  accept_buys, accept_sells, accept_withdrawals, accounts_to_look_at, add_request_key, count_open_claims, keep_refused_buy,
  -- batches
  cancel_batch, confirm_batch, make_batch,
  -- cases
  cancel_own_transaction, decide_business_case, open_business_cases, own_business_cases,
  own_unmatched_credits,
  -- transactions
  accept_drill, claim_nudge, find_own, list_transactions, own_ids, own_payout_traces, own_settlements, own_totals, own_transaction_facts,
  issue_paper, own_legal_name, own_payer, paper_of_token, read_feed_heads,
  -- sandbox
  age_sandbox_transaction, move_sandbox_clock, note_scenario_run, reset_sandbox,
  -- requests
  claim_reply, keep_reply, log_requests, release_reply, trim_request_log,
  -- payouts
  bank_standings, take_name_enquiry, wake_payouts,
  -- collections
  ask_for_customer_number, ask_for_number, end_customer_number, is_payable_number, note_number, open_customer_number,
  -- pay-links
  cancel_pay_link, issue_pay_link, look_of_pay_page, own_pay_link_ids, own_pay_link_totals, pay_page, pay_page_progress, payer_bank_paces,
  keep_return_account, return_account_of_page, take_return_account,
  -- webhooks
  change_webhook_endpoint, move_webhook_endpoint, open_webhook_endpoint, ping_webhook, resend_webhooks, rotate_webhook_secret,
  -- ledger
  counter_behind_by,
  -- transfers
  delivery_room,
  -- deposits
  deposit_figures,
  -- businesses
  find_api_key, lease_requests, may_withdraw_to, own_balance, own_balance_days, own_balance_movements, own_debt, own_may_sell_to,
  own_problems,
  own_statement, touch_api_key,
  -- people
  find_token_holder, note_member_request,
  -- matching
  free_tails, issue_expected_payment,
  -- feeds
  money_in_figures, record_keyed_hints,
  -- sells
  payout_room,
  -- reconciliation
  reconciliation_figures,
  -- kernel
  is_promoted, tenant_business, tenant_mode,
  -- treasury
  treasury_figures,
  -- monitoring
  service_level_figures, work_figures
  to afara_api;

-- afara_worker

grant select on
  account_book, account_day, account_look, account_total, adopted_lock, allocation, allocation_end, api_key, audit, balance, bank_line,
  bank_line_assignment, bank_line_fee, bank_line_key, bank_line_known_payer, bank_line_move, bank_line_number, bank_line_payer,
  bank_line_quarantine,
  bank_line_reading, bank_line_sighting, bank_line_slot, bank_trouble, business, business_case,
  business_case_end, business_mode, buy, case_file, case_step, chain_cursor,
  check_cursor, check_open_slice, claim, collection_number, customer_number, customer_number_end, customer_number_payment,
  credit_fund, credit_lien, credit_return, credit_take_back,
  credit_use, daily_close,
  daily_close_line, daily_use, decision_signature, delivery, deposit, deposit_account, deposit_address, deposit_answer, deposit_holding,
  deposit_in_suspense, deposit_opening, deposit_quarantine, deposit_sweep, entry, event_position, expected_payment, exposure_day,
  feed_cursor, feed_head, feed_hint, freeze_order, hand_payment, import_run, known_payer, lane, lane_sweeps, matching_cursor, name_answer,
  name_enquiry, network, operator, operator_rate, overdue_transaction, owed_return, pay_link, payout, payout_account, payout_book,
  payout_forgotten, payout_funding, payout_item, payout_line, payout_line_answer, payout_line_disowned, payout_order, payout_reading,
  payout_right, payout_written_off, posting, rate_decision, rate_quote, rate_reading, rate_table, recent_sell, reconciliation,
  reconciliation_scope, reconciliation_surplus, reconciling, refund_redirect, refused_buy, request_key, screening_result, seal, sell,
  sell_payee, sequencer, signed_decision, standing_allocation, status_time, sweep, sweep_attempt, sweeper, token_destination, transaction,
  transaction_event, transfer, transfer_attempt, transfer_right, transition, treasury_move, unswept_deposit, velocity_use, vendor_account,
  vendor_account_edge, vendor_debt, vendor_debt_move,
  wake, wallet_block, wallet_preflight, webhook_attempt, webhook_delivery, webhook_endpoint, webhook_notice,
  withdrawal
  to afara_worker;
grant select on
  batch_check, batch_end, batch_event, batch_outcome, batch_problem, batch_ready, batch_refusal, batch_row, batch_sell,
  return_account, return_account_try,
  ordered_withdrawal, payment_item, payment_order, payment_outcome, payment_sell, payment_signature, payout_batch, withdrawal_order,
  withdrawal_outcome, withdrawal_signature
  to afara_worker;
grant select on current_rail, current_vendor_terms, rail_terms to afara_worker;
grant select (id, created_at, sent_at, given_up_at) on mail to afara_worker;
grant insert on
  rate_decision, rate_quote, rate_reading, rate_table
  to afara_worker;
grant execute on function
  -- kernel
  afara_now, is_promoted,
  -- ledger
  account_fits, account_has_floor, account_is_debit_normal, account_is_totalled, account_sum, committed_by, counter_behind_by,
  end_of_pages, first_of_pages, held_by, sealed_through, sums_of_kind, transactions_touched,
  -- reconciliation: it may run the checks, and record nothing about them
  list_checks, most_pages, next_writer, run_check,
  -- treasury
  add_sweep_attempt, end_sweep, list_unswept, note_runways, note_sweeper, open_sweep, put_off_sweep, release_sweeper, settle_token_moves,
  take_sweeper, top_up_postings,
  -- matching
  allocate_and_wake, allocate_credits, apply_undecided, begin_matching, delete_old_claims, match_businesses, match_candidates, next_look,
  read_matching,
  await_bank, open_underpaid_case, release_expected_payments, return_late_payment, return_short_payment,
  -- feeds
  begin_account_look, claim_stray_hints, close_account_look, end_account_look, finish_hint, finish_hints, give_up_hint, is_payment_expected,
  open_account_look, postpone_due_hints, postpone_hint, record_hinted_lines, record_keyed_hints, record_poll,
  -- transactions
  begin_look, claim_nudge, claim_nudges, claim_nudges_of, drive_transaction, record_failure, schedule_wake, sequence_events, settle_wake,
  terms_of, wake_now,
  -- monitoring
  count_service_levels,
  -- payouts
  begin_sending, compare_payouts, list_payouts_out, live_payout, note_answers, note_balance, note_bank_trouble, note_journal_behind,
  note_readings,
  open_payouts, payout_reference, payout_right_key, record_payout_lines, release_payouts, take_payouts,
  was_explained_as_paid,
  -- transfers
  is_frozen_by_sanctions, is_held_by_sanctions,
  check_lane, close_outlived_doubts, compare_lane, destination_of, finish_transfers,
  halt_lane, hasten_comparing, held_asset, hold_lane, keep_adopted_attempt, list_adopted,
  list_frozen, list_out, list_unsigned, live_transfer, note_adopted, note_doubts, note_journal, note_not_now, note_reading, note_refusal,
  open_transfers, payout_write_off_postings, permit_adopted, permit_sending, release_lane, store_signed, take_lane, write_off_postings,
  -- deposits
  claim_spare_accounts, claim_wanted_accounts, close_outlived_quarantines, end_opening, list_watched, note_cursor, note_open_accounts,
  note_read_until, note_reread, open_cursor, open_opening, pass_blocks, record_deposits,
  -- webhooks
  claim_event_nudges, claim_webhook_nudges, forget_webhooks, record_webhook_rounds, record_webhooks, settle_webhook, work_webhook,
  work_webhooks,
  -- people
  end_mail, mail_to_send,
  -- buys
  clear_buys, driven_buys, look_at_blocked_buy, look_at_buy, look_at_return, names_to_screen, refund_legs, refund_place,
  -- payments: accepts no sell and no withdrawal that members did not order
  accept_ordered_withdrawals, accept_payment_sells, add_request_key, due_payment_items, due_withdrawal, note_payment_refusals, payout_room,
  settle_payment_order,
  settle_withdrawal_order, tenant_business, tenant_mode,
  -- batches: accepts no sell that is not a row of a confirmed batch
  accept_batch_sells, batch_duplicates, batch_means, compared_batch_rows, due_batch_rows, finish_batch_check, note_batch_checks,
  note_batch_refusals, settle_batch, unchecked_batch_rows,
  -- sells
  clear_sells, close_outlived_cases, driven_sells, keep_overdue_cases, look_at_sell, look_at_window, remind_case_owners,
  screen_sell_again, stale_screening, stuck_transactions,
  -- withdrawals
  clear_withdrawals, driven_withdrawal, look_at_withdrawal,
  -- networks
  gas_asset, is_same_wallet, must_be_opened,
  -- rates
  hold_rate_turn, take_rate_turn,
  -- margins
  declare_rails, note_losing_plans,
  -- vendors' debts
  debtor_of, settle_from_vendors,
  -- collections: opens no buy that is not a payment to a standing number
  buy_of_number, customer_payments, holders_of_paid_number, open_customer_buy, pool_of_customer_number,
  -- bank-lines
  lagos_day, payer_keys, record_lines, take_back_waiting
  to afara_worker;

-- Every function check_… that returns findings is a check, so a new one needs no line here.
do $$
declare
  v_check regprocedure;
begin
  for v_check in select p.oid from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.prorettype = 'afara.finding'::regtype
    and p.proname like 'check\_%' loop
    execute format('grant execute on function %s to afara_worker, afara_reconciler', v_check);
  end loop;
end $$;

-- afara_reconciler: reads what it compares and every sealed row, and is the only process that records what was found

grant select on
  account_total, adopted_lock, allocation, audit, balance, bank_line, bank_line_assignment, bank_line_reading, bank_line_sighting,
  bank_line_slot, business_case_end, buy, case_file, case_step, chain_cursor, check_cursor, check_open_slice, collection_number,
  credit_return, current_rail, current_vendor_terms, daily_use, decision_signature, deposit, deposit_holding, deposit_quarantine,
  deposit_sweep, enrolled_wallet, entry, event_position, import_run, lane, lane_sweeps, member, membership, operator, passkey,
  payee_restriction, payment_item, payment_limit, payment_order, payment_signature, payout, payout_account, payout_book, payout_item,
  payout_line,
  payout_reading, payout_right, posting, rail_terms, recent_sell, reconciliation_scope, reconciling, refund_redirect, refused_buy,
  request_key, row_version, seal, sell, sequencer, signed_decision, standing_end, transaction, transaction_event, transfer,
  transfer_attempt, transfer_right, transition, treasury_move, unswept_deposit, vendor_account, vendor_debt, vendor_debt_move, wake,
  wallet_signature, withdrawal, withdrawal_order, withdrawal_signature
  to afara_reconciler;
grant execute on function
  -- kernel
  afara_now, is_promoted,
  -- ledger
  account_is_debit_normal, account_sum, counter_behind_by, end_of_pages, first_of_pages, transactions_touched,
  -- reconciliation
  accounts_of_row, close_days, find_wrong_balances, fold_books, list_checks, most_pages, next_writer, note_check,
  note_holdings, note_pace, note_reconciliation, note_slice, note_refused_approvals, note_unsigned_decisions, note_verified,
  release_reconciling, run_check, take_reconciling,
  -- transactions
  wake_now,
  -- transfers
  hasten_awaited_comparing,
  -- bank-lines
  lagos_day
  to afara_reconciler;

-- afara_sealer

grant select on
  account_total, allocation, audit, balance, bank_line, bank_line_reading, business_case_end, buy, case_file, case_step,
  collection_number, credit_return, daily_use,
  decision_signature, deposit, deposit_sweep, enrolled_wallet, entry, event_position, member, membership, operator, passkey, payment_item,
  payee_restriction, payment_limit,
  payment_order, payment_signature, payout_line, payout_reading,
  payout_right, posting, recent_sell, refund_redirect, refused_buy, request_key, row_version, seal, sell, sequencer, signed_decision,
  standing_end, transaction, transaction_event, transfer_attempt, transition, wake, wallet_signature, withdrawal, withdrawal_order,
  withdrawal_signature
  to afara_sealer;
grant insert on
  seal
  to afara_sealer;
grant execute on function
  -- ledger
  roll_up_accounts
  to afara_sealer;
