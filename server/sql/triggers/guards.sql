create trigger adopted_lock_comes_back after update of state on adopted_lock for each row
  when (old.state = 'waiting' and new.state = 'taken' and old.write_off_entry_id is not null) execute function undo_write_off();

create trigger adopted_lock_guard before update on adopted_lock for each row execute function guard_adopted();

create trigger adopted_lock_stays before delete on adopted_lock for each row execute function keep_adopted();

create trigger allocation_end_ends_buy after insert on allocation_end for each row execute function end_recalled_buy();

create trigger allocation_end_in_flight before insert on allocation_end for each row execute function refuse_end_in_flight();

create trigger api_key_live_guard before insert on api_key for each row execute function guard_live_key();
create trigger api_key_expiry_guard before update of expires_at, issued_until on api_key for each row execute function guard_key_expiry();

create trigger business_mode_live_guard before update of status on business_mode for each row
  when (new.mode = 'live' and old.status = 'pending' and new.status <> 'pending') execute function guard_live_business();
create trigger business_mode_live_from_start_guard before insert on business_mode for each row
  when (new.mode = 'live' and new.status <> 'pending') execute function guard_live_business();
create trigger business_mode_tier_guard before insert or update of tier, daily_limit_minor on business_mode for each row
  execute function guard_tier();
create trigger business_mode_limits_changed after update on business_mode for each row
  when ((old.daily_limit_minor, old.velocity_hour_minor, old.velocity_wallet_day_minor, old.exposure_cap_minor) is distinct from
    (new.daily_limit_minor, new.velocity_hour_minor, new.velocity_wallet_day_minor, new.exposure_cap_minor))
  execute function wake_held_by_limits();

-- Deferred to the end of the commit: by then the top-up is in the ledger, and the float covers the reversal of the surplus.
create constraint trigger case_file_explains_surplus after update on case_file deferrable initially deferred for each row
  when (new.state = 'resolved' and old.state <> 'resolved' and new.resolution ->> 'action' = 'top_up_lane' and new.ended = 'approved')
  execute function undo_surplus();

create trigger case_file_asks_business after insert on case_file for each row
  when (new.transaction_id is not null
    and new.kind in ('underpaid', 'late_credit', 'part_deposited', 'late_deposit', 'payout_failed', 'name_differs', 'cannot_deliver'))
  execute function ask_with_case();

create trigger transaction_event_ends_question after insert on transaction_event for each row
  when (new.to_status = 'part_paid' or new.from_status in ('part_paid', 'action_required', 'part_deposited'))
  execute function follow_question();

create trigger case_file_guard before update on case_file for each row execute function guard_case();

create trigger collection_number_guard before update on collection_number for each row execute function guard_collection_number();

create trigger credit_fund_changed before update on credit_fund for each row
  when (old.left_minor < new.left_minor or old.blocked_by is distinct from new.blocked_by
    or (old.payer_account_number, old.payer_account_mask, old.payer_name, old.payer_bank_code)
      is distinct from (new.payer_account_number, new.payer_account_mask, new.payer_name, new.payer_bank_code))
  execute function reset_fund_look();

-- Nothing may be taken from a fund under a lien. A trigger before delete would lock every deleted row, even those without a lien. This
-- trigger after delete runs only for rows with a lien, and its error still rolls back the delete.
create trigger credit_fund_gone_under_lien after delete on credit_fund for each row
  when (old.has_lien) execute function guard_lien();

create trigger credit_fund_under_lien before update on credit_fund for each row
  when (old.has_lien) execute function guard_lien();

create trigger credit_lien_awaits before insert on credit_lien for each row execute function await_opening();

create trigger credit_lien_lifted after update on credit_lien for each row
  when (old.lifted_at is null and new.lifted_at is not null) execute function wake_waiting();

create trigger credit_return_of_sanctioned before insert on credit_return for each row execute function guard_sanctions();

create trigger credit_take_back_was_no_charge after insert on credit_take_back
  for each row execute function undo_charge();

create trigger credit_take_back_was_no_move after insert on credit_take_back for each row execute function undo_move_left();

create trigger credit_take_back_was_no_hand_payment after insert on credit_take_back for each row execute function undo_hand_payment();

create trigger deposit_is_unswept after insert on deposit referencing new table as fresh
  for each statement execute function note_unswept();

create trigger deposit_address_is_opened after insert on deposit_address for each row when (must_be_opened(new.network))
  execute function want_account();

create trigger deposit_sweep_is_noted after insert on deposit_sweep referencing new table as fresh
  for each statement execute function note_swept();

create trigger freeze_order_guard before update on freeze_order for each row execute function guard_freeze();

create trigger freeze_order_lifted after update on freeze_order for each row
  when (old.lifted_at is null and new.lifted_at is not null) execute function wake_waiting();

create trigger freeze_order_wakes_payouts after update on freeze_order for each statement execute function wake_waiting_payouts();

create trigger hand_payment_guard before update on hand_payment for each row
  when ((new.id, new.return_id, new.mode, new.vendor_account_id, new.amount_minor, new.decided_at)
      is distinct from (old.id, old.return_id, old.mode, old.vendor_account_id, old.amount_minor, old.decided_at)
    or old.cancelled_at is not null or new.cancelled_at is not null and old.debit_line_id is not null)
  execute function guard_hand_payment();

create trigger lane_guard before update of state, abandoned_at on lane for each row execute function guard_lane();

create trigger payout_guard before update on payout for each row execute function guard_payout();

create trigger payout_was_written_off after insert on payout referencing new table as fresh
  for each statement execute function undo_payout_write_off();

create trigger payout_funding_is_move after insert or update of line_id on payout_funding for each row when (new.line_id is not null)
  execute function note_move_arrived();

create trigger payout_line_given_back after insert on payout_line for each row
  when (new.direction = 'credit' and new.problem is null and new.entry_id is not null and new.reference is not null and new.kind <> 'fee')
  execute function undo_answered_debit();

create trigger payout_line_odd_return before insert on payout_line for each row
  when (new.direction = 'credit' and new.entry_id is null and new.kind <> 'fee'
    and (new.problem = 'a return of another amount than was paid' or new.problem is null and new.payout_id is not null))
  execute function book_odd_return();

create trigger transaction_is_frozen before update on transaction for each row
  when (old.status in ('on_hold', 'part_paid', 'action_required', 'refunding') and new.status not in (old.status, 'recalled'))
  execute function guard_frozen();

create trigger transfer_guard before update on transfer for each row
  when ((new.id, new.right_id, new.mode, new.network, new.lane_id, new.lock, new.entry_id, new.opened_at)
      is distinct from (old.id, old.right_id, old.mode, old.network, old.lane_id, old.lock, old.entry_id, old.opened_at)
    or (new.state <> old.state and (old.state in ('final_ok', 'final_failed', 'final_void') or new.state = 'reserved'
      or (old.state = 'conflict' and new.state = 'signed'))))
  execute function guard_transfer();

create trigger transfer_second_lock after insert on transfer referencing new table as fresh
  for each statement execute function refuse_second_lock();

create trigger treasury_move_guard before update on treasury_move for each row
  when ((new.id, new.mode, new.kind, new.from_account, new.to_account, new.from_lane, new.to_lane, new.amount_minor, new.decided_at)
      is distinct from (old.id, old.mode, old.kind, old.from_account, old.to_account, old.from_lane, old.to_lane, old.amount_minor,
        old.decided_at)
    or old.state in ('done', 'cancelled') and new.state <> old.state and new.state <> 'in_transit')
  execute function guard_move();

create trigger vendor_account_goes_on after update of state on vendor_account for each row
  when (old.state = 'frozen' and new.state <> 'frozen') execute function wake_waiting();

create trigger vendor_account_guard before insert or update on vendor_account
  for each row execute function guard_vendor_account();

create trigger vendor_account_wakes after insert on vendor_account
  for each row execute function wake_new_account();

-- What people decide, who they are, and which buy had which account number is sealed by its versions.
do $$
declare
  v_table text;
begin
  foreach v_table in array array['case_file', 'collection_number', 'operator', 'member', 'membership', 'passkey'] loop
    execute format('create trigger %I after insert or update on %I for each row execute function keep_version()',
      v_table || '_is_kept', v_table);
  end loop;
end $$;
