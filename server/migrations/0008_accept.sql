-- Why: a request is accepted when its rows are durable, and requests that wait together are committed together. Each
-- function takes a list of requests and answers for each on its own: what one asks for never decides about another.
--
-- Locks are taken in one order by every caller, so that two groups cannot block each other: all request keys, sorted;
-- then business by business, in the order of time, a sell's advisory lock, its balance, the day's use.

set local role afara_owner;
set local search_path = afara;

-- ── what is accepted ──────────────────────────────────────────────────────────────────────────────────────────

-- Rules as types: PostgreSQL parses a CHECK anew for every statement, a domain's rule once a session. And no counted
-- repeat in a pattern: {1,64} makes a matcher with a state for every length, built anew for every row (15 µs, measured).
create domain digest as bytea check (octet_length(value) = 32);
create domain account_number as text check (length(value) = 10 and value ~ '^[0-9]+$');
create domain transaction_reference as text check (length(value) <= 64 and value ~ '^[A-Za-z0-9._-]+$');
alter table transaction drop constraint transaction_reference_check, alter column reference type transaction_reference;

-- The digest of what was asked, so that a repeated key with another meaning is told from a retry.
alter table request_key add column meaning digest not null;

-- What one statement writes together needs no foreign key to hold it together, and each would cost an accepted request
-- as much as the row itself (12 to 15 µs, measured). Nobody but the functions here can write these tables, nobody can
-- delete a transaction, and check_parts proves that nothing stands alone.
alter table request_key drop constraint request_key_transaction_id_fkey;
alter table wake drop constraint wake_transaction_id_fkey;
create trigger transaction_stays before delete or truncate on transaction
  for each statement execute function refuse_change();

-- What a payer or business says about a payment. It opens a search for a credit and releases nothing.
create table buy (
  transaction_id uuid primary key,
  mode mode not null,
  vendor_account_id uuid not null,
  payer_bank_code text not null,
  -- As it was given: the payer's own words are evidence.
  payer_bank_name text not null,
  payer_account_number account_number not null,
  payer_account_name text,
  -- Neither: the tokens go to the balance of the business.
  network text,
  wallet_address text,
  fee_minor nonnegative_minor not null,
  -- What stands in the way of delivery, as codes; usually nothing.
  needs text[] not null default '{}',
  foreign key (vendor_account_id, mode) references vendor_account (id, mode),
  check ((network is null) = (wallet_address is null))
);

create table sell (
  transaction_id uuid primary key,
  mode mode not null,
  bank_code text not null,
  bank_name text not null,
  account_number account_number not null,
  account_name text,
  -- Where the tokens come from and would go back to. Neither: they were taken from the balance.
  network text,
  wallet_address text,
  fee_minor nonnegative_minor not null,
  needs text[] not null default '{}',
  check ((network is null) = (wallet_address is null))
);

-- A buy comes after the payer has paid, so refusing it does not send the naira back. What names an account of ours is
-- kept, for matching and return; the same words refused again are counted, not kept again.
create table refused_buy (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  vendor_account_id uuid not null,
  code text not null,
  request jsonb not null,
  digest digest not null,
  times integer not null default 1 check (times >= 1),
  first_refused_at timestamptz not null,
  last_refused_at timestamptz not null,
  unique (business_id, mode, digest),
  foreign key (business_id, mode) references business_mode (business_id, mode),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode)
);
create index refused_buy_of_account on refused_buy (vendor_account_id, last_refused_at);

-- The last sell of each meaning that came without a reference or key of the caller's: the same again within minutes is
-- more likely a retry than a second sell.
create table recent_sell (
  business_id uuid not null,
  mode mode not null,
  meaning bytea not null,
  transaction_id uuid not null,
  at timestamptz not null,
  primary key (business_id, mode, meaning)
);

-- How much of its daily limit a business has used, buys and sells together, by the day in Lagos. Only businesses with a
-- limit have rows.
create table daily_use (
  business_id uuid not null,
  mode mode not null,
  day date not null,
  used_minor nonnegative_minor not null,
  primary key (business_id, mode, day)
);

-- Takes the amount from the day's limit, or nothing and false when it does not fit. No limit: true.
create function take_daily_use(
  p_business uuid, p_mode mode, p_at timestamptz, p_amount numeric, p_limit numeric
) returns boolean language plpgsql as $$
begin
  if p_limit is null then
    return true;
  end if;
  if p_amount > p_limit then
    return false;
  end if;
  insert into daily_use values (p_business, p_mode, (p_at at time zone 'Africa/Lagos')::date, p_amount)
    on conflict (business_id, mode, day) do update set used_minor = daily_use.used_minor + excluded.used_minor
    where daily_use.used_minor + excluded.used_minor <= p_limit;
  return found;
end $$;

-- Opens a transaction at the status its first event leads to. Only the accept_… functions call it.
drop function open_transaction(uuid, uuid, mode, transaction_type, text, numeric, text, timestamptz, timestamptz);
create function open_transaction(
  id uuid, business_id uuid, mode mode, type transaction_type, event text, amount_minor numeric, reference text,
  at timestamptz, due_at timestamptz, data jsonb default '{}'
) returns text language plpgsql as $$
declare
  first_status text;
begin
  select t.to_status into first_status from transition t
    where t.type = open_transaction.type and t.from_status = '' and t.event = open_transaction.event;
  if first_status is null then
    raise exception 'a % does not start with %', type, event using errcode = 'AF001';
  end if;
  insert into transaction values (id, business_id, mode, type, first_status, 1, amount_minor, reference, at);
  insert into transaction_event values (id, 1, uuidv7(), business_id, mode, type, event, '', first_status, data, at);
  if due_at is not null then
    insert into wake (transaction_id, type, due_at) values (id, type, due_at);
  end if;
  return first_status;
end $$;

-- What was asked, for the first event, where it is sealed.
create function terms_of(amount_minor numeric, fee_minor numeric, reference text, meaning bytea)
returns jsonb language sql immutable
  return jsonb_build_object('amount_minor', amount_minor::text, 'fee_minor', fee_minor::text, 'reference', reference,
    'meaning', encode(meaning, 'hex'));

-- ── buys ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- Accepts each buy of a list. An answer is either accepted, with what stands in the way, or not: then one of its keys
-- names another transaction, and nothing of it was written.
create function accept_buys(p_requests json)
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
    select r.* from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, amount_minor numeric, reference text, key text, meaning bytea,
      vendor_account_id uuid, payer_bank_code text, payer_bank_name text, payer_account_number text,
      payer_account_name text, network text, wallet_address text, fee_minor numeric, daily_limit_minor numeric,
      at timestamptz, due_at timestamptz)
  ), took as (
    -- Of requests with the same two names, the first takes both. Else each could lose one, and none be accepted.
    insert into request_key (business_id, mode, key, transaction_id, meaning)
    select w.business_id, w.mode, w.name, w.id, w.meaning from (
      select r.business_id, r.mode, 'r:' || r.reference as name, r.id, r.meaning, r.ordinal from request r
      union all
      select r.business_id, r.mode, 'k:' || r.key, r.id, r.meaning, r.ordinal from request r where r.key is not null
    ) w order by w.business_id, w.mode, w.name, w.ordinal
    on conflict do nothing returning transaction_id
  ), won as materialized (
    -- Most have no limit, and for them nothing is called.
    select r.*, r.daily_limit_minor is null
      or take_daily_use(r.business_id, r.mode, r.at, r.amount_minor, r.daily_limit_minor) as within_limit
    from (
      select r.* from request r
      join (select transaction_id, count(*) as keys from took group by transaction_id) t
        on t.transaction_id = r.id and t.keys = case when r.key is null then 1 else 2 end
      order by r.business_id, r.mode, r.at, r.ordinal) r
  ), opened as (
    insert into transaction
    select w.id, w.business_id, w.mode, 'buy', v_status, 1, w.amount_minor, w.reference, w.at from won w
  ), logged as (
    insert into transaction_event
    select w.id, 1, uuidv7(), w.business_id, w.mode, 'buy', 'accepted', '', v_status,
      terms_of(w.amount_minor, w.fee_minor, w.reference, w.meaning), w.at
    from won w
  ), described as (
    insert into buy
    select w.id, w.mode, w.vendor_account_id, w.payer_bank_code, w.payer_bank_name, w.payer_account_number,
      w.payer_account_name, w.network, w.wallet_address, w.fee_minor,
      case when w.within_limit then '{}'::text[] else '{daily_limit}' end
    from won w
  ), scheduled as (
    insert into wake (transaction_id, type, due_at) select w.id, 'buy', w.due_at from won w
  )
  select array_agg(r.ordinal), array_agg(w.id is not null), array_agg(r.ordinal) filter (where not w.within_limit)
    into v_ordinals, v_accepted, v_limited
  from request r left join won w on w.id = r.id;

  -- A request with two keys may have taken one and lost the other: it gives back what it took.
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

-- Remembers a refused buy that names an account of ours.
create function keep_refused_buy(
  id uuid, business_id uuid, mode mode, vendor_account_id uuid, code text, request jsonb, digest bytea, at timestamptz
) returns void language sql security definer set search_path = afara, pg_temp as $$
  insert into refused_buy values (id, business_id, mode, vendor_account_id, code, request, digest, 1, at, at)
  on conflict (business_id, mode, digest) do update
    set times = refused_buy.times + 1, last_refused_at = excluded.last_refused_at, code = excluded.code
$$;

-- ── sells ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Accepts each sell of a list, or says why not: taken (a key names another transaction), possible_duplicate (with the
-- first), insufficient_balance, daily_limit. Tokens of a balance are taken in the same commit, so that a business cannot
-- promise them twice. The sells of one business follow each other.
create function accept_sells(p_requests json)
returns table (ordinal integer, outcome text, first_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_won uuid[];
  r record;
  v_outcome text;
  v_first uuid;
begin
  with request as materialized (
    select * from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, reference text, key text, meaning bytea)
  ), took as (
    insert into request_key (business_id, mode, key, transaction_id, meaning)
    select w.business_id, w.mode, w.name, w.id, w.meaning from (
      select r.business_id, r.mode, 'r:' || r.reference as name, r.id, r.meaning, r.ordinal from request r
      union all
      select r.business_id, r.mode, 'k:' || r.key, r.id, r.meaning, r.ordinal from request r where r.key is not null
    ) w order by w.business_id, w.mode, w.name, w.ordinal
    on conflict do nothing returning transaction_id
  )
  select array_agg(r.id) into v_won from request r
  join (select transaction_id, count(*) as keys from took group by transaction_id) t
    on t.transaction_id = r.id and t.keys = case when r.key is null then 1 else 2 end;

  for r in
    select * from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, amount_minor numeric, reference text, key text, meaning bytea,
      bank_code text, bank_name text, account_number text, account_name text, network text, wallet_address text,
      fee_minor numeric, daily_limit_minor numeric, guard_since timestamptz, at timestamptz, due_at timestamptz)
    order by r.business_id, r.mode, r.at, r.ordinal
  loop
    perform pg_advisory_xact_lock(hashtextextended(r.business_id::text || r.mode, 0));
    v_first := null;
    if r.guard_since is not null then
      select s.transaction_id into v_first from recent_sell s
        where s.business_id = r.business_id and s.mode = r.mode and s.meaning = r.meaning and s.at > r.guard_since;
    end if;
    v_outcome := case
      when r.id = any (v_won) is not true then 'taken'
      when v_first is not null then 'possible_duplicate'
      when r.network is null and not exists (
        select from balance b where b.owner = r.business_id::text and b.kind = 'business' and b.asset = 'NGNC'
          and b.mode = r.mode and b.amount_minor >= r.amount_minor for update) then 'insufficient_balance'
      when not take_daily_use(r.business_id, r.mode, r.at, r.amount_minor, r.daily_limit_minor) then 'daily_limit'
      else 'accepted'
    end;
    if v_outcome = 'accepted' then
      perform open_transaction(r.id, r.business_id, r.mode, 'sell',
        case when r.network is null then 'accepted_from_balance' else 'accepted' end, r.amount_minor, r.reference, r.at, r.due_at,
        terms_of(r.amount_minor, r.fee_minor, r.reference, r.meaning));
      insert into sell values (r.id, r.mode, r.bank_code, r.bank_name, r.account_number, r.account_name, r.network,
        r.wallet_address, r.fee_minor);
      if r.network is null then
        perform post_entry(uuidv7(), r.mode, r.id, 'taken_from_balance', r.at, array['business']::account_kind[],
          array[r.business_id::text], array['held']::account_kind[], array[r.id::text], array['NGNC']::asset[],
          array[r.amount_minor]::positive_minor[]);
      end if;
      if r.guard_since is not null then
        delete from recent_sell s where s.business_id = r.business_id and s.mode = r.mode and s.at <= r.guard_since;
        insert into recent_sell values (r.business_id, r.mode, r.meaning, r.id, r.at)
          on conflict (business_id, mode, meaning) do update set transaction_id = excluded.transaction_id, at = excluded.at;
      end if;
    else
      -- A refusal is not remembered: it gives back the keys it took.
      delete from request_key k where k.transaction_id = r.id and k.business_id = r.business_id and k.mode = r.mode
        and k.key in ('r:' || r.reference, 'k:' || r.key);
    end if;
    ordinal := r.ordinal;
    outcome := v_outcome;
    first_id := v_first;
    return next;
  end loop;
end $$;

-- ── drills ────────────────────────────────────────────────────────────────────────────────────────────────────

-- A drill asks for nothing but itself, so a key that names a drill always means the same. No row: the key names
-- something else.
drop function accept_drill(uuid, uuid, text, timestamptz);
create function accept_drill(p_id uuid, p_business uuid, p_reference text, p_key text, p_at timestamptz)
returns table (id uuid, status text, is_replay boolean)
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if p_key is not null then
    insert into request_key (business_id, mode, key, transaction_id, meaning)
      values (p_business, 'test', 'k:' || p_key, p_id, sha256('drill')) on conflict do nothing;
    if not found then
      return query
        select t.id, t.status, true from request_key k join transaction t on t.id = k.transaction_id and t.type = 'drill'
        where k.business_id = p_business and k.mode = 'test' and k.key = 'k:' || p_key;
      return;
    end if;
  end if;
  return query
    select p_id, open_transaction(p_id, p_business, 'test', 'drill', 'accepted', 0, p_reference, p_at, p_at), false;
end $$;

-- ── keys that name a transaction ──────────────────────────────────────────────────────────────────────────────

-- A second key for a transaction that a first key found. The caller has compared the meanings.
create function add_request_key(p_business uuid, p_mode mode, p_key text, p_transaction uuid)
returns void language sql security definer set search_path = afara, pg_temp as $$
  insert into request_key (business_id, mode, key, transaction_id, meaning)
  select k.business_id, k.mode, p_key, k.transaction_id, k.meaning from request_key k join transaction t
    on t.id = k.transaction_id and k.key = 'r:' || t.reference
  where k.business_id = p_business and k.mode = p_mode and t.id = p_transaction
  on conflict do nothing
$$;

-- What was accepted is there whole, and as it was asked for: its details, and the key that leads back to it. What was
-- asked for stands in the first event, which is sealed; the rows beside it are not.
create function check_acceptance(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, case
      when d.transaction_id is null then 'its details are missing'
      when e.transaction_id is null then 'it has details, and no event says what was asked for'
      when k.key is null then 'no request key leads to its reference'
      when not (d.fee_minor < t.amount_minor) then 'its fee is not inside its amount'
      when t.type <> d.type or t.mode <> d.mode then 'details and transaction are not of one type and mode'
      else 'it is not what was asked for' end)::finding
  from (select transaction_id, data from transaction_event where sequence = 1 and data ? 'meaning') e
  full join (
    select b.transaction_id, b.mode, b.fee_minor::numeric as fee_minor, 'buy'::transaction_type as type from buy b
    union all
    select s.transaction_id, s.mode, s.fee_minor::numeric, 'sell' from sell s
  ) d on d.transaction_id = e.transaction_id
  join transaction t on t.id = coalesce(e.transaction_id, d.transaction_id)
  left join request_key k on k.business_id = t.business_id and k.mode = t.mode and k.key = 'r:' || t.reference
    and k.transaction_id = t.id
  where d.transaction_id is null or e.transaction_id is null or k.key is null or not (d.fee_minor < t.amount_minor)
    or t.type <> d.type or t.mode <> d.mode
    or not e.data @> terms_of(t.amount_minor, d.fee_minor, t.reference, k.meaning)
$$;

-- What foreign keys would say: nothing that belongs to a transaction is without one.
create function check_parts(since_xid bigint) returns setof finding language sql stable as $$
  select row(p.transaction_id::text, 'has a ' || p.part || ' and no transaction')::finding
  from (
    select transaction_id, 'buy' as part from buy
    union all
    select transaction_id, 'sell' from sell
    union all
    select transaction_id, 'request key' from request_key
    union all
    select transaction_id, 'wake-up' from wake
  ) p
  where not exists (select from transaction t where t.id = p.transaction_id)
$$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['buy', 'sell', 'refused_buy', 'recent_sell', 'daily_use'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
    execute format('grant select on %I to afara_worker, afara_sealer', name);
  end loop;
  -- Details belong to whoever may see their transaction.
  foreach name in array array['buy', 'sell'] loop
    execute format('create policy own_rows on %I for select to afara_api using (exists (select from transaction t where t.id = transaction_id))', name);
    execute format('grant select on %I to afara_api', name);
  end loop;
end $$;

grant execute on function accept_drill to afara_api, afara_worker;
grant execute on function accept_buys, accept_sells, keep_refused_buy, add_request_key to afara_api;
grant execute on function check_acceptance, check_parts, terms_of to afara_worker;
