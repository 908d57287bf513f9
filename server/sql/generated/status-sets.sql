-- Generated from the machines in server/src/records/transactions/machines by "npm run generate". Do not edit.

-- A buy waits for naira.
create or replace function statuses_awaiting_payment() returns text[] language sql immutable parallel safe
  return '{pending_payment,part_paid}'::text[];

-- A credit may still belong to the buy, in time or late.
create or replace function statuses_taking_credits() returns text[] language sql immutable parallel safe
  return '{pending_payment,part_paid,expired,cancelled}'::text[];

-- A sell waits for tokens.
create or replace function statuses_awaiting_deposit() returns text[] language sql immutable parallel safe
  return '{pending_deposit,part_deposited}'::text[];

-- A deposit may still belong to the sell, in time or late.
create or replace function statuses_taking_deposits() returns text[] language sql immutable parallel safe
  return '{pending_deposit,part_deposited,expired,cancelled}'::text[];

-- It ended without money. Money that comes now is late.
create or replace function statuses_lapsed() returns text[] language sql immutable parallel safe
  return '{expired,cancelled}'::text[];

-- The business may still cancel it.
create or replace function statuses_cancellable() returns text[] language sql immutable parallel safe
  return '{pending_payment,pending_deposit}'::text[];

-- Checks or a decision of the business must finish before the tokens leave. A wallet can block it here.
create or replace function statuses_before_clearing() returns text[] language sql immutable parallel safe
  return '{payment_received,action_required,requested}'::text[];

-- An operator or the business must decide. A case says what.
create or replace function statuses_being_decided() returns text[] language sql immutable parallel safe
  return '{action_required,on_hold}'::text[];

-- It is cleared, and its tokens have not left.
create or replace function statuses_to_deliver() returns text[] language sql immutable parallel safe
  return '{cleared,send_failed}'::text[];

-- It is cleared, and its naira has not left or came back.
create or replace function statuses_to_pay_out() returns text[] language sql immutable parallel safe
  return '{cleared,payout_failed,returned}'::text[];

-- We owe a refund that is not paid.
create or replace function statuses_refund_owed() returns text[] language sql immutable parallel safe
  return '{refunding,refund_failed}'::text[];

-- It has ended. Only a bank or a late payment can still change it.
create or replace function statuses_ended() returns text[] language sql immutable parallel safe
  return '{expired,cancelled,refunded,completed,recalled,returned_to_balance,finished}'::text[];

-- The questions that a business decides about its transactions, from records/cases/business/questions.ts.
create or replace function business_questions()
returns table (type transaction_type, status text, code text, choices text[], open_for interval) language sql immutable as $$
  select * from (values
    ('buy'::transaction_type, 'part_paid', 'short_payment', '{accept,return}'::text[], interval '48 hours'),
    ('buy'::transaction_type, 'action_required', 'late_payment', '{accept,return}'::text[], interval '48 hours'),
    ('buy'::transaction_type, 'action_required', 'wallet_blocked', '{wallet,return}'::text[], interval '48 hours'),
    ('buy'::transaction_type, 'action_required', 'network_closed', '{wallet,return}'::text[], interval '48 hours'),
    ('buy'::transaction_type, 'action_required', 'fee_too_high', '{return}'::text[], interval '48 hours'),
    ('sell'::transaction_type, 'part_deposited', 'short_deposit', '{accept,return}'::text[], interval '48 hours'),
    ('sell'::transaction_type, 'action_required', 'late_deposit', '{accept,return}'::text[], interval '48 hours'),
    ('sell'::transaction_type, 'action_required', 'name_differs', '{confirm_name,beneficiary,return}'::text[], interval '48 hours'),
    ('sell'::transaction_type, 'action_required', 'account_not_found', '{beneficiary,return}'::text[], interval '48 hours'),
    ('sell'::transaction_type, 'action_required', 'fee_too_high', '{return}'::text[], interval '48 hours'),
    ('sell'::transaction_type, 'action_required', 'payout_failed', '{retry,beneficiary,return}'::text[], interval '48 hours')
  ) as q (type, status, code, choices, open_for)
$$;
