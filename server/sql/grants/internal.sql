-- Functions that no process may call: only other functions, views and triggers of ours do. Nothing is executable by default, so these lines
-- change nothing; they say that it is meant. Every function is here or granted in this folder (`npm run sql -- check`).

revoke execute on function
  -- accepting
  accept_withdrawal, accepted_at, open_withdrawal, set_metadata, take_request_keys, withdrawal_meaning,
  -- bank-lines
  account_digits_contradict, add_line, add_payer, add_payer_keys, add_reading_keys, add_to_fund, adds_nothing_to_fund, apply_lien_to_fund,
  assign_by_session, assign_reading, assignments_near, block_possible_fee_duplicate, block_unsearched_line, book_line, book_new_credits,
  contradicts_fund, contradicts_known_payer, contradicts_payer, credit_undone_by_debit, credit_undone_by_readings, debit_fit,
  debits_of_amount, debits_undoing_credit, doubt_payment, end_recalled_return, explain_debit, explain_waiting_debits, extend_slot,
  find_by_session, find_chain, find_debit_chain, find_free_line, find_or_add_debit, find_or_add_line, free_funds, free_slot_groups,
  free_slots, freeze_account, has_unshared_session, is_full_session, is_lagos_midnight, kinds_agree, learn_fee, lift_lien, likely_by_payer,
  likely_by_time, line_has_lien, line_is_taken_back, line_is_used, line_undone_by_reading, lines_of_payer, masks_contradict,
  name_words_contradict, objections, other_sources, payer_of_line, payer_rank, quarantine_import, quarantine_line, reading_class,
  reading_class_hash, reading_of_line, reconcile_undone_credit, record_new_payments, record_reading, refresh_fund, refresh_slot,
  reset_line_search, ruled_out_classes, session_is_doubtful, settle_recalled_refund, slots_near, take_back_credit, take_back_problem,
  transaction_has_lien, word_heads, word_prefixes,
  -- batches
  add_batch_problems, batch_outcomes, batch_statuses, good_batch_rows,
  -- businesses
  add_signing_key, are_journals_uncompared, has_unadopted_locks_of, is_spending_uncompared_of, keep_signed_request, must_sign,
  approve_key, are_payouts_uncompared, balance_held_because, buy_has_daily_room, forgotten_spending, fund_decided_payout_account, go_live,
  go_live_file_to_decide, has_daily_room, has_unadopted_locks, held_fits_limits, is_over_exposure, is_spending_uncompared, mail_owners,
  may_spend_balance, movements_of, note_go_live_refusal, note_key, open_decided_collection_account, open_decided_lane,
  open_decided_payout_account, reference_in, require_confirmed_owners, require_go_live_manager, require_key_manager, resume_business,
  resume_within_limits, set_decided_feed, set_decided_rate, set_decided_terms, take_daily_use, take_daily_use_of_buy, take_sell_velocity,
  take_velocity, velocity_over,
  -- buys
  ask_about_delivery, buys_to_clear, carry_out_buy_accept_short, carry_out_buy_fix, carry_out_buy_not_paid, carry_out_buy_reject,
  carry_out_buy_release, carry_out_buy_return_all, carry_out_buy_was_paid, clear_one_buy, close_outlived_cases_of_buys,
  credit_buy_to_balance, decided_buy, deliver_buy, deliver_decided, end_conflict, end_decided_refund, forgotten_refund, held_terms,
  hold_buy, move_decided, open_refund_case, paid_terms, plan_fee, queue_refund, require_not_sent_before, return_held, settle_refund,
  was_sent_before,
  -- cases
  allow_standing, ask_business, business_choices, came_from, close_case, close_with, decided_case, expected_by, file_of_question,
  follow_business_choice, free_fund, freeze_sanctioned, is_asked_about, is_same_answer, lock_standing, may_stand, mode_of_subject,
  notify_approvers, notify_operator, open_case, open_case_as, overdue_cause, question_code, reopen_match, require_active_operator,
  require_mode_of_decision, require_standing, returns_of_buy, set_people_needed, standing_refusal, store_signature,
  subjects_of_account_number, subjects_of_id, subjects_of_name, subjects_of_own_id, subjects_of_person, subjects_of_reference,
  subjects_on_chain, take_from_fund, take_over_fund,
  -- collections
  book_decided_settlement, customer_of_line, is_vendor_full, move_debt, number_rest, owe_line, rail_rests, set_decided_vendor_terms,
  settle_debt, unsettled_vendor, wake_for_settlement, write_off_decided_debt,
  -- deposits
  ask_about_deposit, bear_loss, deposit_window, has_undecided_loss, is_read_past, pass_on_loss, read_blocks_again, record_departure,
  record_shared_taking, record_taking, require_decided_loss, require_taken, waits_for_deposit, watch_closely,
  -- feeds
  are_banks_read_past, is_account_read_past,
  -- freezes
  bank_stopped_because, is_anything_frozen, is_leaving_frozen, is_network_frozen,
  -- kernel
  afara_random, afara_uuid, begin_epoch, forgotten_businesses, freeze_forgotten, lease_until,
  -- ledger
  begin_or_end_balance, deposited_to, lock_balances, post_entries, post_entry, post_mixed_entries, refuse_undeclared, reverse_entry,
  was_delivered, was_paid_out,
  -- margins
  describe_plan, gas_price,
  -- matching
  add_exposure, apply_matches, fits_another, follows_equal_payment, has_paid_code, may_take_tail, payment_tolerance, pays_again,
  note_late_claim, pays_number_again, wake_waiting_credits,
  -- pay-links
  credits_going_back, may_go_back, return_extra, unnumbered_credits,
  -- monitoring
  service_target,
  -- payments
  default_wallet, lock_alone, lock_payment_order, lock_withdrawal_order, mail_to_payers, may_change_payee, may_leave_for, may_sell_to,
  payees_restricted_until,
  require_enrolled, require_known_passkey, require_payment_passkey, require_payment_role, roles_that_pay, tell_payee_restriction,
  tell_wallet_change,
  -- payouts
  ask_about_line, ask_about_payout, begin_hand_payment, book_to_suspense, bury_payout, bury_what_is_back, certain_payer,
  choose_payout_account, clear_return, close_remembered, debit_in_question, end_hand_payment, end_payout_by_evidence, explain_as_payout,
  explain_as_return, explain_by_hand_payment, explain_payout_line, explaining_account, fee_may_be_payout, first_unread_day,
  former_debit_in_question, freeze_payout_account, fund_payout_account, hasten_payouts, is_unexplained, keep_paid, keep_readings,
  may_return_unasked, most_returned_to_named, most_returned_unasked, move_payout_account, naira_back_since, naira_of_payout,
  note_payouts_short, open_payout_account, open_return, payout_gap, payout_money_back, payouts_held_by, queue_payout, require_payouts,
  return_by_record, return_held_by_record, return_reference, same_again_after, same_again_at, short_payment_window, stop_payout_order,
  succeed_payouts, unexplained_part, write_off_payout,
  -- people
  break_glass, cancel_invitations_of, change_operator_roles, count_email_request, end_operator, invite_operator, lock_team,
  note_team_change, operator_of_decision, people_told_of, reinstate_operator, require_confirmed, require_may_sign, require_team_manager,
  require_two_administrators, resume_operator, role_in_team, source_of, withdraw_proposals,
  -- reconciliation
  book_owner, book_surplus, posting_sides, stop_account, stop_found, stop_scope,
  -- sandbox
  age_credits, age_transactions, lock_sandbox_accounts, sandbox_business,
  -- sells
  accept_short_sell, ask_about_float, ask_about_payee, clear_one_sell, decided_sell, end_decided_payout, fix_sell, give_back_deposits,
  give_back_sell, has_forgotten_payout, hold_sell, is_about_sell, most_payouts, queue_sell, release_sell, return_sell, return_to_balance,
  returnable_sell, sells_to_clear, send_back, try_payout_again, wait_for_rest,
  -- status-sets
  business_questions,
  -- transactions
  id_floor, ids_behind, ids_of_hash, ids_of_session, is_party, let_wait, move_transaction, move_transactions, nudge_is_needed,
  open_transaction, own_among, status_since,
  -- transfers
  adopt_journal, adoption_digest, bury_transfer, choose_lane, close_adopted, delivery_stop, doubt_transfer, end_transfers, has_lane,
  hasten_deliveries, lane_out, move_lane, note_short, open_lane, open_new_transfers, queue_delivery, require_lane, spend_adopted_gas,
  stop_delivery, take_abandoned, take_adopted, take_adopted_locks,
  -- treasury
  begin_naira_move, begin_token_move, book_sweeper_gas, coins_needed, explain_by_move, find_unexplained_credit, fund_sweeper, in_coins,
  in_naira, is_sweepable, move_state, require_sweeper, runway, token_move_problem, top_up_room,
  -- wallets
  end_wallet_blocks, forget_wallet, let_wallet_wait, note_paid_wallets, note_wallet_block, remember_wallets, require_wallet, wallet_stop,
  -- webhooks
  disable_webhook, note_webhook, own_webhook_endpoint, own_webhook_endpoint_for_key, pause_webhooks_of_key, require_unrevoked_key,
  wants_event, webhook_wants, webhook_wants_batch, webhook_wants_case,
  -- withdrawals
  clear_one_withdrawal, is_about_withdrawal, return_withdrawal
  from public;
