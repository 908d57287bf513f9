-- What the people process may do: sign people in, read for operators, and decide.

grant usage on schema afara to afara_people;

-- Who may sign in, and how. It can enrol a passkey, but the signer and the payer read passkeys from their own files.
grant select on
  business_look, device_login, email_request, invitation, member, membership, passkey, passkey_challenge, person_session, reenrolment,
  signature_request, team_change, team_invitation, totp
  to afara_people;
grant select (
  id, business_id, mode, scopes, ip_list, label, created_at, last_used_at, expires_at, issued_until, replaced_by, revoked_at,
  requests_per_window
) on api_key to afara_people;
grant insert on
  audit, device_login, import_run, member_confirmation, passkey, passkey_challenge, person_session, signature_request, totp
  to afara_people;
-- What waits for minutes is deleted when it is used or has expired.
grant delete on device_login, passkey_challenge, signature_request to afara_people;
grant update (confirmed_at, passkey_id, denied_at) on device_login to afara_people;
grant update (opened_at, failures, ended_at) on email_request to afara_people;
grant update (accepted_at, passkey_id) on invitation to afara_people;
grant update (sign_count, last_used_at, revoked_at) on passkey to afara_people;
grant update (last_seen_at, idle_expires_at, revoked_at) on person_session to afara_people;
grant update (secret, confirmed_at, ended_at, last_step, failures) on totp to afara_people;
-- Locking a row needs the right to update one of its columns.
grant update (expires_at) on passkey_challenge to afara_people;
grant update (signed_at, credential_id, authenticator_data, client_data, signature) on signature_request to afara_people;
grant update (owner_id) on case_file to afara_people;
grant update (last_used_at) on api_key to afara_people;

-- What members read about the payments of their business. They write it through the functions below.
grant select on
  beneficiary, enrolled_wallet, ordered_withdrawal, payee_restriction, payment_item, payment_limit, payment_order, payment_outcome,
  payment_refusal, payment_retry, payment_sell, payment_signature, wallet_end, wallet_signature, withdrawal_order,
  withdrawal_outcome, withdrawal_refusal, withdrawal_signature
  to afara_people;
grant select on signing_key to afara_people;

-- What operators read and decide. It moves money only by a decision that two operators signed.
grant select on
  account_look, adopted_lock, allocation, allocation_end, balance, bank_line, bank_line_assignment, bank_line_fee, bank_line_known_payer,
  bank_line_reading, bank_line_sighting, bank_line_slot, business, business_mode, buy, case_attachment, case_file, case_step, claim,
  credit_fund, credit_lien, credit_return, daily_close, daily_close_line, daily_close_sign_off, decision_policy, decision_signature,
  delivery, deposit, deposit_address, deposit_in_suspense, entry, feed_cursor, freeze_order, import_run, lane, name_answer, network,
  operator, overdue_transaction, owed_return, payee_of_sell, payout, payout_account, payout_forgotten, payout_funding, payout_line,
  payout_line_answer, payout_order, payout_right, payout_written_off, posting, reconciliation_scope, request_key, screening_result, sell,
  signed_decision, standing_allocation, standing_decision, status_time, token_destination, transaction, transaction_event,
  transaction_wait, transfer, transfer_attempt, transfer_right, treasury_move, vendor_account, vendor_account_edge, wake, wallet_block,
  withdrawal
  to afara_people;
-- What a search reads besides.
grant select on bank_line_payer, deposit_sweep, event_position, payout_reading, sell_payee
  to afara_people;
grant select on go_live_draft, go_live_file, go_live_refusal to afara_people;
grant select on bank_trouble, current_rail, current_vendor_terms, plan_flag, return_account, vendor_debt to afara_people;
grant select on operator_rate, rate_decision, rate_quote, rate_reading, rate_table to afara_people;
-- What members read of their programs.
grant select on request_log to afara_people;
grant select (id, transaction_id, token) on pay_link to afara_people;
grant select (id, endpoint_id, transaction_id, event_id, kind, state) on webhook_delivery to afara_people;
grant select (id, business_id, mode, url, state, created_at, failing_since, last_success_at) on webhook_endpoint to afara_people;
grant execute on function
  -- people, kernel, cases
  afara_now, is_promoted, request_email_sign_in, request_recovery, sees_house, tenant_business,
  amount_at_stake, approve_resolution, carry_out, case_money, decline_resolution, dismiss_case, hand_over_case, is_held_by_sanctions,
  lock_case_money,
  attach_to_case, note_case, open_request, people_needed, propose_resolution, rehearse_decision, take_case,
  -- the key and the invitation that two operators decided
  issue_decided_invitation, issue_decided_key,
  -- what a person does who signs up, and a member with the test keys of their business
  add_email_confirmation, confirm_email, link_tag_is_free, queue_mail, sign_up,
  issue_test_key, revoke_own_key, rotate_test_key,
  -- what a member reads about who did what in their business
  business_activity,
  -- what a member does to pay from the balance: a signature of a passkey counts at the payer, not here
  add_beneficiaries, end_beneficiary, end_payment_order, paid_alone_since, payee_wait, people_for_payment,
  propose_payment_order, retry_payment_items, set_payee_restriction, set_payment_limit, sign_payment_order, take_payee_enquiries,
  -- the same for withdrawals: it counts at the signer
  end_wallet, end_withdrawal_order, people_for_withdrawal, propose_wallet, propose_withdrawal, sign_wallet, sign_withdrawal_order,
  wallet_ready_at, wallet_wait,
  -- what a member does with the team of their business, after they confirmed it with a passkey
  cancel_team_invitation, change_member_role, end_membership, invite_colleague, join_team,
  -- how the pay page of a business looks, and where its tokens go in test mode
  set_look, set_test_wallet, set_tolerance,
  -- what a member fills in before the business goes live, and what operators refuse or lower
  ask_go_live_account, downgrade_business, go_live_lacks, prove_go_live_account, refuse_go_live, return_to_pending, save_go_live,
  submit_go_live,
  -- businesses with their test keys and members
  add_member, create_business, disable_member, invite_member, replace_api_key, revoke_api_key, store_api_key,
  -- what operators stop
  cancel_move, end_standing, freeze_vendor_account, place_freeze, place_lien, stop_lane, stop_payout_account, suspend_business,
  suspend_operator,
  -- a statement: what it adds is blocked until a second operator confirms it
  block_possible_duplicate, count_quarantined, record_statement,
  -- what operators read
  case_stake, console_chain_rails, console_money_in, console_payout_rails, console_proofs, console_waiting, covering_standing,
  suggestion_record,
  bank_health, bank_is_down, differs_now, float_figures, freeze_of, held_asset, is_amount_of_payout, is_own_wallet, is_same_wallet,
  margin_of, margin_report, vendor_cap,
  lane_to_abandon, lines_of_day, may_be_naira_of, most_payout_fee, name_of_payee, refund_legs, taken_minor, top_up_problem,
  seen_credit, transaction_facts,
  -- what operators search
  describe_subjects, find_keys, find_subjects,
  -- what the console shows of our own money
  console_business_debts, console_float_history, console_newest, console_suspense,
  -- what it shows of businesses and of banks
  console_bank_days, console_business_use, console_businesses, console_failed_payouts, console_newest_of,
  -- what it shows of the books and of who did what, and the sign-off of a closed day
  console_audit, console_seals, sign_off_day,
  -- the checks of the database, after a restore
  end_of_pages, first_of_pages, list_checks, most_pages, next_writer, run_check,
  note_wallet, propose_adoption, wake_now
  to afara_people;
-- Each begins with decided_case, which refuses a decision that no second operator approved in the same commit.
do $$
declare
  v_function regprocedure;
begin
  for v_function in select p.oid from pg_proc p where p.pronamespace = 'afara'::regnamespace and p.proname ~ '^carry_out_(?!buy_)' loop
    execute format('grant execute on function %s to afara_people', v_function);
  end loop;
end $$;
