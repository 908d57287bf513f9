-- A pool without a feed would never show a payment, and a pool of one business could not take the payments of others.
alter table vendor_account add constraint pool_has_feed check (not is_pool or feed is not null and business_id is null);
