-- Accepts each sell of a list, or returns why not: taken (a key names another transaction, or the fee is not that of the plan of the
-- business), possible_duplicate (with the first sell), bank_stopped, beneficiary_not_enrolled (the business sells only to its
-- beneficiaries), insufficient_balance, daily_limit. Tokens of a balance are debited in the same commit, so that a business cannot spend
-- them twice. A sell from a wallet has its deposit address from this commit on. A lock per business lets only one of its sells be accepted
-- at a time. The daily limit is that of the business, whatever the caller sends.
create or replace function accept_sells(p_requests json)
returns table (ordinal integer, outcome text, first_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_won uuid[];
  r record;
  v_outcome text;
  v_first uuid;
  v_accepted uuid[];
  m business_mode;
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
      deposit_address text, fee_minor numeric, guard_since timestamptz, at timestamptz, due_at timestamptz,
      metadata jsonb, signed json)
    order by r.business_id, r.mode, r.at, r.ordinal
  loop
    perform pg_advisory_xact_lock(hashtextextended(r.business_id::text || r.mode, 0));
    select * into strict m from business_mode b where b.business_id = r.business_id and b.mode = r.mode;
    r.at := accepted_at(r.mode, r.at);
    v_first := null;
    if r.guard_since is not null then
      select s.transaction_id into v_first from recent_sell s
        where s.business_id = r.business_id and s.mode = r.mode and s.meaning = r.meaning and s.at > r.guard_since;
    end if;
    if r.network is null then
      perform from balance b where b.owner = r.business_id::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = r.mode
        for update;
    end if;
    v_outcome := case
      when r.id = any (v_won) is not true or plan_fee(m, r.amount_minor) is distinct from r.fee_minor then 'taken'
      when v_first is not null then 'possible_duplicate'
      when bank_stopped_because(r.mode, r.bank_code) is not null then 'bank_stopped'
      when not may_sell_to(r.business_id, r.mode, r.bank_code, r.account_number) then 'beneficiary_not_enrolled'
      when r.network is null and may_spend_balance(r.business_id, r.mode, 'sell', r.reference, r.amount_minor) is not true
        then 'insufficient_balance'
      when not take_daily_use(r.business_id, r.mode, r.at, r.amount_minor, m.daily_limit_minor) then 'daily_limit'
      else 'accepted'
    end;
    if v_outcome = 'accepted' then
      perform open_transaction(r.id, r.business_id, r.mode, 'sell',
        case when r.network is null then 'accepted_from_balance' else 'accepted' end, r.amount_minor, r.reference, r.at, r.due_at,
        terms_of(r.amount_minor, r.fee_minor, r.reference, r.meaning));
      perform set_metadata(r.id, r.metadata);
      perform keep_signed_request(r.id, 'sell', r.business_id, r.mode, r.signed, r.at);
      insert into sell values (r.id, r.mode, r.bank_code, r.bank_name, r.account_number, r.account_name, r.network,
        r.wallet_address, r.fee_minor);
      if r.network is null then
        perform post_entry(afara_uuid(), r.mode, r.id, 'taken_from_balance', r.at, array['business']::account_kind[],
          array[r.business_id::text], array['held']::account_kind[], array[r.id::text], array['NGNC']::asset[],
          array[r.amount_minor]::positive_minor[]);
      else
        insert into deposit_address values (r.mode, r.network, r.deposit_address, r.id, r.at);
        v_accepted := v_accepted || r.id;
      end if;
      if r.guard_since is not null then
        delete from recent_sell s where s.business_id = r.business_id and s.mode = r.mode and s.at <= r.guard_since;
        insert into recent_sell values (r.business_id, r.mode, r.meaning, r.id, r.at)
          on conflict (business_id, mode, meaning) do update set transaction_id = excluded.transaction_id, at = excluded.at;
      end if;
    else
      -- A refused request is not recorded. The keys that it took are released.
      delete from request_key k where k.transaction_id = r.id and k.business_id = r.business_id and k.mode = r.mode
        and k.key in ('r:' || r.reference, 'k:' || r.key);
    end if;
    ordinal := r.ordinal;
    outcome := v_outcome;
    first_id := v_first;
    return next;
  end loop;
  -- In one order, so that two calls never wait for each other.
  perform watch_closely(n.mode, n.network, n.at) from (
    select r.mode, r.network, max(r.at) as at
    from json_to_recordset(p_requests) as r (id uuid, mode mode, network text, at timestamptz)
    where r.id = any (v_accepted) group by r.mode, r.network order by r.mode, r.network) n;
end $$;
