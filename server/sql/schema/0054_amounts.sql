-- Amounts as people pay them.

-- Links of one price are not limited by the 99 tails of an amount: a link without a tail asks for whole naira and is found by its code.
drop index expected_payment_amount;
create unique index expected_payment_amount on expected_payment (vendor_account_id, amount_minor)
  where released_at is null and amount_minor % 100 <> 0;

-- By how much a payment may differ from the requested amount and still pay it in full. At most 0.5 ‰ of the amount counts.
alter table business_mode add column tolerance_minor nonnegative_minor not null default 100;

-- Without a case, a return follows from the bank's own record: it is what a payer paid too much, again, or too little and did not complete.
alter table credit_return alter column case_id drop not null;

-- Their results have another shape now, or nothing calls them any more.
drop function if exists match_businesses(uuid[], mode, timestamptz);
drop function if exists open_expected_count(uuid, uuid, numeric);
