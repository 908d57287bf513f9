-- Opens an account for payments of buyers as two operators decided. Raises AF449 if we have it already.
create or replace function open_decided_collection_account(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := p_file.resolution;
begin
  insert into vendor_account (id, mode, business_id, name, account_number, bank_code, bank_name, feed, is_pool)
    values ((r ->> 'account_id')::uuid, p_file.mode, (r ->> 'business_id')::uuid, r ->> 'name', r ->> 'account_number',
      r ->> 'bank_code', r ->> 'bank_name', r ->> 'feed', coalesce((r ->> 'is_pool')::boolean, false));
exception when unique_violation then
  raise exception 'account % at % is already open', r ->> 'account_number', r ->> 'bank_name' using errcode = 'AF449';
end $$;

-- Opens an account for payouts as two operators decided. Raises AF449 if it is open already.
create or replace function open_decided_payout_account(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := p_file.resolution;
begin
  perform open_payout_account((r ->> 'account_id')::uuid, p_file.mode, r ->> 'vendor', r ->> 'name', r ->> 'account_number', p_at);
exception when unique_violation then
  raise exception 'payout account %:%:% is already open', p_file.mode, r ->> 'vendor', r ->> 'name' using errcode = 'AF449';
end $$;

-- Books our own naira that was paid into a payout account, as two operators decided. The entry has the id of the case.
create or replace function fund_decided_payout_account(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
begin
  perform fund_payout_account(p_file.id, (p_file.resolution ->> 'account_id')::uuid, (p_file.resolution ->> 'amount_minor')::numeric,
    'decided in cas_' || replace(p_file.id::text, '-', ''), p_file.proposed_by::text, p_at);
end $$;

-- Opens a lane as two operators decided. Raises AF449 if it, or another lane of its wallet, is open already.
create or replace function open_decided_lane(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := p_file.resolution;
begin
  perform open_lane((r ->> 'lane_id')::uuid, p_file.mode, r ->> 'network', (r ->> 'number')::integer, r ->> 'address',
    (r ->> 'next_lock')::numeric, p_at);
exception when unique_violation then
  raise exception 'lane %:%:%, or another lane with this address, is already open', p_file.mode, r ->> 'network', r ->> 'number'
    using errcode = 'AF449';
end $$;

-- Sets a rate in place of the sources, as two operators decided. It is valid from the approval on.
create or replace function set_decided_rate(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := p_file.resolution;
begin
  insert into operator_rate (id, pair, bid, ask, actor, approved_by, reason, set_at, expires_at) values (p_file.id,
    (r ->> 'pair')::rate_pair, (r ->> 'bid')::rate_value, (r ->> 'ask')::rate_value, p_file.proposed_by, p_file.approved_by,
    'decided in cas_' || replace(p_file.id::text, '-', ''), p_at, p_at + make_interval(mins => (r ->> 'valid_minutes')::integer));
end $$;

-- Changes the feed that reports the credits of an account, as two operators decided. Raises AF449 if the account has this feed already.
create or replace function set_decided_feed(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
begin
  update vendor_account set feed = p_file.resolution ->> 'feed'
    where id = p_file.vendor_account_id and feed is distinct from p_file.resolution ->> 'feed';
  if not found then
    raise exception 'the account has this feed already' using errcode = 'AF449';
  end if;
end $$;
