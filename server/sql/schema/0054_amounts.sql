-- Amounts as people pay them.

-- Links of one price are not limited by the 99 tails of an amount: a link without a tail asks for whole naira and is found by its code.
drop index expected_payment_amount;
create unique index expected_payment_amount on expected_payment (vendor_account_id, amount_minor)
  where released_at is null and amount_minor % 100 <> 0;
