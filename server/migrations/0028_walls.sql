-- Why: what a process may call is what a thief of its password may call. Each role keeps the functions that its own code calls, and
-- no other: a worker moves money by the functions that say what for, never by an entry of its own.

set local role afara_owner;
set local search_path = afara;

-- ── who may call what ─────────────────────────────────────────────────────────────────────────────────────────

revoke execute on function post_entry, post_entries, reverse_entry, apply_matches, accept_drill, schedule_wake, freeze_of,
  is_held_by_sanctions, line_has_lien, transaction_has_lien, money_in_figures, account_digits_contradict, name_words_contradict
  from afara_worker;
revoke execute on function tenant_business, tenant_mode from afara_worker, afara_sealer;
revoke execute on function account_is_debit_normal, account_has_floor, account_fits, account_is_totalled from afara_sealer;

-- Freezing in somebody's name is for the owner, in whose name people work. Whoever works in a lane freezes by check_lane alone.
revoke execute on function place_freeze from afara_worker;
