-- Accepts the buys of a list, each with its claim, in one statement. Each row of the answer says whether the buy was accepted. An accepted
-- buy also names the limits that hold up its delivery. The daily limit is that of the business. A buy is not accepted if one of its keys
-- names another transaction, or if its fee is not that of the plan of the business; then nothing of it was written.
create or replace function accept_buys(p_requests json)
returns table (ordinal integer, accepted boolean, needs text[])
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_ordinals integer[];
  v_accepted boolean[];
  v_limited integer[];
  v_status text;
begin
  select to_status into strict v_status from transition where type = 'buy' and from_status = '' and event = 'accepted';
  with request as materialized (
    select r.ordinal, r.id, r.business_id, r.mode, r.amount_minor, r.reference, r.key, r.meaning, r.vendor_account_id, r.payer_bank_code,
      r.payer_bank_name, r.payer_account_number, r.payer_account_name, r.payer_words, r.network, r.wallet_address, r.fee_minor,
      r.due_at, r.metadata, accepted_at(r.mode, r.at) as at, m.daily_limit_minor, m.planned_fee
    from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, amount_minor numeric, reference text, key text, meaning bytea,
      vendor_account_id uuid, payer_bank_code text, payer_bank_name text, payer_account_number text,
      payer_account_name text, payer_words text[], network text, wallet_address text, fee_minor numeric,
      at timestamptz, due_at timestamptz, metadata jsonb)
    -- One row by its key: a join of the whole table would be slower.
    left join lateral (
      select b.daily_limit_minor::numeric, plan_fee(b, r.amount_minor) as planned_fee from business_mode b
      where b.business_id = r.business_id and b.mode = r.mode limit 1) m on true
  ), took as (
    -- Keys are inserted in one order. Of two requests with the same two keys, the first takes both. Otherwise each could lose one key, and
    -- neither would be accepted.
    insert into request_key (business_id, mode, key, transaction_id, meaning)
    select w.business_id, w.mode, w.name, w.id, w.meaning from (
      select r.business_id, r.mode, 'r:' || r.reference as name, r.id, r.meaning, r.ordinal from request r
        where r.fee_minor = r.planned_fee
      union all
      select r.business_id, r.mode, 'k:' || r.key, r.id, r.meaning, r.ordinal from request r
        where r.fee_minor = r.planned_fee and r.key is not null
    ) w order by w.business_id, w.mode, w.name, w.ordinal
    on conflict do nothing returning transaction_id
  ), won as materialized (
    -- Most requests have no daily limit. They are counted together in `counted`.
    select r.*, r.daily_limit_minor is null
      or take_daily_use(r.business_id, r.mode, r.at, r.amount_minor, r.daily_limit_minor) as within_limit
    from (
      select r.* from request r
      join (select transaction_id, count(*) as keys from took group by transaction_id) t
        on t.transaction_id = r.id and t.keys = case when r.key is null then 1 else 2 end
      order by r.business_id, r.mode, r.at, r.ordinal) r
  ), counted as (
    insert into daily_use
    select w.business_id, w.mode, (w.at at time zone 'Africa/Lagos')::date, sum(w.amount_minor), pg_backend_pid()
    from won w where w.daily_limit_minor is null group by 1, 2, 3
    on conflict (business_id, mode, day, counter) do update set used_minor = daily_use.used_minor + excluded.used_minor
  ), opened as (
    insert into transaction (id, business_id, mode, type, status, version, amount_minor, reference, created_at, metadata)
    select w.id, w.business_id, w.mode, 'buy', v_status, 1, w.amount_minor, w.reference, w.at, w.metadata from won w
  ), logged as (
    insert into transaction_event
    select w.id, 1, afara_uuid(), w.business_id, w.mode, 'buy', 'accepted', '', v_status,
      terms_of(w.amount_minor, w.fee_minor, w.reference, w.meaning), w.at
    from won w
  ), described as (
    insert into buy
    select w.id, w.mode, w.vendor_account_id, w.payer_bank_code, w.payer_bank_name, w.payer_account_number,
      w.payer_account_name, w.network, w.wallet_address, w.fee_minor,
      case when w.within_limit then '{}'::text[] else '{daily_limit}' end
    from won w
  ), claimed as (
    insert into claim
    select w.id, w.business_id, w.mode, w.vendor_account_id, w.amount_minor, w.amount_minor, w.payer_account_number,
      w.payer_bank_code, w.payer_account_name, coalesce(w.payer_words, '{}'), w.at, w.due_at
    from won w
  ), scheduled as (
    insert into wake (subject_id, type, due_at) select w.id, 'buy', w.due_at from won w
  )
  select array_agg(r.ordinal), array_agg(w.id is not null), array_agg(r.ordinal) filter (where not w.within_limit)
    into v_ordinals, v_accepted, v_limited
  from request r left join won w on w.id = r.id;

  -- A request with two keys may have taken one and lost the other. The key that it took is released.
  if not (true = all (v_accepted)) then
    delete from request_key k
    using unnest(v_ordinals, v_accepted) as o (ordinal, accepted),
      json_to_recordset(p_requests) as r (ordinal integer, id uuid, business_id uuid, mode mode, reference text, key text)
    where o.ordinal = r.ordinal and not o.accepted and k.transaction_id = r.id
      and k.business_id = r.business_id and k.mode = r.mode and k.key in ('r:' || r.reference, 'k:' || r.key);
  end if;
  return query
    select o.ordinal, o.accepted, case when o.ordinal = any (v_limited) then '{daily_limit}'::text[] else '{}' end
    from unnest(v_ordinals, v_accepted) as o (ordinal, accepted);
end $$;

-- Records a refused buy that names one of our accounts. Of a business in one mode, at most a thousand different ones in 24 hours, because a
-- row has more than a kilobyte and any number may be refused. A repeated one only increases its counter.
create or replace function keep_refused_buy(
  id uuid, business_id uuid, mode mode, vendor_account_id uuid, code text, request jsonb, digest bytea, at timestamptz
) returns void language sql security definer set search_path = afara, pg_temp as $$
  insert into refused_buy
    select keep_refused_buy.id, keep_refused_buy.business_id, keep_refused_buy.mode, keep_refused_buy.vendor_account_id,
      keep_refused_buy.code, keep_refused_buy.request, keep_refused_buy.digest, 1, keep_refused_buy.at, keep_refused_buy.at
    where exists (
        select from refused_buy r where r.business_id = keep_refused_buy.business_id and r.mode = keep_refused_buy.mode
          and r.digest = keep_refused_buy.digest)
      or (select count(*) from (
        select from refused_buy r where r.business_id = keep_refused_buy.business_id and r.mode = keep_refused_buy.mode
          and r.first_refused_at > keep_refused_buy.at - interval '24 hours' limit 1000) kept) < 1000
  on conflict (business_id, mode, digest) do update
    set times = refused_buy.times + 1, last_refused_at = excluded.last_refused_at, code = excluded.code
$$;

-- Counts the buys of a business that wait for naira, up to p_most.
create or replace function count_open_claims(p_business uuid, p_mode mode, p_most integer) returns integer
language sql stable security definer set search_path = afara, pg_temp as $$
  select count(*)::integer from (select from claim c where c.business_id = p_business and c.mode = p_mode limit p_most) open
$$;
