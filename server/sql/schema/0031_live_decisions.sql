-- Changes of live money that one person could make with the owner's credential. Two operators now decide each of them in a case: a
-- business goes live, a live key is issued, terms change, a suspended business or operator resumes, the feed of an account changes, and an
-- account, a lane or a rate is added.

-- A new business is pending in live mode until two operators decide that it goes live. Until then its live limits are zero and it has no
-- live keys. Businesses that exist already stay as they are.
alter table business_mode
  drop constraint business_mode_status_check,
  add constraint business_mode_status_check check (status in ('active', 'suspended') or (status = 'pending' and mode = 'live')),
  drop constraint business_mode_daily_limit_minor_check,
  add constraint business_mode_daily_limit_minor_check check (daily_limit_minor > 0 or (mode = 'live' and daily_limit_minor = 0));

-- The case in which two operators approved a key. One approval issues one key. Live keys from before this file rest on no decision; nobody
-- can add to them (guard_live_key).
alter table api_key
  add column decided_by uuid unique references case_file (id),
  add column predates_decisions boolean not null default false;
update api_key set predates_decisions = true where mode = 'live';
alter table api_key
  add constraint api_key_live_decided check (mode = 'test' or decided_by is not null or predates_decisions);

insert into decision (kind, action, carried_out_by) values
  ('request', 'go_live', 'go_live'), ('request', 'set_terms', 'set_decided_terms'), ('request', 'issue_key', 'approve_key'),
  ('request', 'resume_business', 'resume_business'), ('request', 'open_collection_account', 'open_decided_collection_account'),
  ('request', 'open_payout_account', 'open_decided_payout_account'), ('request', 'fund_payout_account', 'fund_decided_payout_account'),
  ('request', 'open_lane', 'open_decided_lane'), ('request', 'set_rate', 'set_decided_rate'),
  ('request', 'set_feed', 'set_decided_feed'), ('request', 'resume_operator', 'resume_operator');
