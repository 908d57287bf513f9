-- A repeated request with the same Idempotency-Key gets the reply of the first one for 24 hours. Buys, sells, withdrawals and pay links
-- have their own, permanent mechanism (request_key); this table serves every other POST. A reply can hold a secret, so it is stored only
-- encrypted, with a key that the database does not have.

create table kept_reply (
  business_id uuid not null,
  mode mode not null,
  key text not null check (length(key) between 1 and 255),
  -- The digest of the caller, the method, the URL and the body. Another request with the same key is refused.
  request bytea not null check (length(request) = 32),
  -- The attempt that holds the key. The reply is encrypted for this id.
  claim uuid not null,
  claimed_at timestamptz not null,
  -- Null until the request has succeeded. A refused request gives its key back.
  status smallint check (status between 200 and 299),
  sealed bytea,
  primary key (business_id, mode, key),
  foreign key (business_id, mode) references business_mode (business_id, mode),
  check ((status is null) = (sealed is null))
);
create index kept_reply_age on kept_reply (business_id, mode, claimed_at);

-- Up to twenty labels that a business gives a transaction. They mean nothing to us. Null for most transactions, so that accepting and
-- moving them costs what it did. No index: a list reads at most a page of transactions and compares there.

alter table transaction add column metadata jsonb check (jsonb_typeof(metadata) = 'object');

-- These have one more parameter, with a default, so that a process of the old release calls the new function.
drop function if exists own_ids(
  uuid, integer, integer, text, transaction_type, text[], text, timestamptz, timestamptz, numeric, numeric, text);
drop function if exists list_transactions(
  uuid, mode, uuid, integer, integer, text, transaction_type, text[], text, timestamptz, timestamptz, numeric, numeric, text);
drop function if exists own_totals(
  integer, text, transaction_type, text[], text, timestamptz, timestamptz, numeric, numeric, text);
drop function if exists own_pay_link_ids(uuid, integer, integer, text[], timestamptz, timestamptz);
