-- Shows where the tokens of a transaction go, for buys and withdrawals.
create or replace view token_destination as
  select b.transaction_id, 'delivery' as purpose, b.vendor_account_id, b.network, b.wallet_address, f.fee_minor
    from buy b join fee_of_buy f on f.transaction_id = b.transaction_id
  union all
  select w.transaction_id, 'withdrawal', null, w.network, w.wallet_address, 0 from withdrawal w;

-- Returns the destination of one transaction. `offset 0` keeps the planner from joining with all destinations.
create or replace function destination_of(p_transaction uuid) returns setof token_destination language sql stable rows 1 as $$
  select d.* from token_destination d where d.transaction_id = p_transaction offset 0
$$;

-- Returns the asset that is held for tokens to be sent: naira for a buy, tokens for a withdrawal.
create or replace function held_asset(p_purpose text) returns asset language sql immutable parallel safe
  return case p_purpose when 'withdrawal' then 'NGNC'::asset else 'NGN' end;

-- Queues what a buy or withdrawal holds for a lane, in the commit that clears it or that resumes it after a failed send. Returns null if no
-- lane of its network is active, or if it has nothing to deliver.
create or replace function queue_delivery(p_transaction uuid, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
declare
  v record;
  v_lane uuid;
begin
  select t.mode, t.business_id, b.network, b.wallet_address, h.amount_minor::numeric as amount, b.fee_minor::numeric as fee,
    b.purpose into v
    from transaction t join token_destination b on b.transaction_id = t.id
    join balance h on h.owner = p_transaction::text and h.kind = 'held' and h.asset = held_asset(b.purpose) and h.mode = t.mode
    where t.id = p_transaction and t.status = any (statuses_to_deliver()) and b.network is not null
      and h.amount_minor::numeric > b.fee_minor::numeric;
  if not found then
    return null;
  end if;
  v_lane := choose_lane(v.mode, v.network, v.amount - v.fee, null);
  if v_lane is null then
    return null;
  end if;
  insert into delivery values (p_transaction, v.mode, v.business_id, v_lane, v.network, v.wallet_address, v.amount, v.fee,
      v.amount - v.fee, p_at, p_at, v.purpose)
    on conflict (transaction_id) do update set lane_id = excluded.lane_id, due_at = excluded.due_at;
  -- This runs last, because other transactions that are cleared for this lane wait for this row until the commit.
  perform wake_now('lane', v_lane, p_at);
  return v_lane;
end $$;

-- Makes postponed deliveries due at once, because a freeze was lifted.
create or replace function hasten_deliveries(p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update delivery set due_at = p_at where due_at > p_at;
  perform wake_now('lane', l.id, p_at) from lane l order by l.id;
end $$;

-- Stops a delivery that cannot be made as it is, and opens a case.
create or replace function stop_delivery(p_transaction uuid, p_kind case_kind, p_summary text, p_facts jsonb, p_at timestamptz) returns void
language plpgsql as $$
declare
  t transaction;
  v_account uuid;
begin
  delete from delivery where transaction_id = p_transaction;
  select * into strict t from transaction where id = p_transaction;
  select b.vendor_account_id into strict v_account from token_destination b where b.transaction_id = p_transaction;
  perform from move_transaction(t.id, t.version, 'stopped', jsonb_build_object('reason', p_kind), p_at, null);
  if not found then
    raise exception 'transaction % cannot be stopped in status %', t.id, t.status using errcode = 'AF001';
  end if;
  perform open_case(afara_uuid(), t.mode, p_kind, v_account, null, t.id, t.business_id, p_summary, p_facts, null, p_at,
    p_at + interval '4 hours');
end $$;

-- Makes a new lien wait for a commit that opens transfers for the buys that have the credit. A later commit sees the lien.
create or replace function await_opening() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  perform from transaction t where t.id in (select a.transaction_id from standing_allocation a where a.line_id = new.line_id)
    order by t.id for no key update;
  return new;
end $$;

-- Returns what a network could deliver now: whether one of our lanes accepts new transfers there, the largest free amount of one of them,
-- and whether the address is one of ours.
create or replace function delivery_room(p_mode mode, p_network text, p_address text, out is_active boolean, out room_minor numeric,
  out is_own boolean)
language sql stable security definer set search_path = afara, pg_temp as $$
  select count(l.id) > 0, trunc(coalesce(max(greatest(0,
    least(coalesce(b.amount_minor::numeric, 0), coalesce(l.tokens_minor, b.amount_minor::numeric, 0))
    - coalesce((select sum(d.tokens_minor::numeric) from delivery d where d.lane_id = l.id), 0))), 0)), is_own_wallet(p_address)
  from lane l
  left join balance b on b.owner = l.network || ':' || l.number and b.kind = 'float' and b.asset = 'NGNC' and b.mode = l.mode
  where l.mode = p_mode and l.network = p_network and l.state = 'active' and l.abandoned_at is null
$$;

-- Returns why an amount of tokens could not be delivered to a wallet now; null if it could. Without a network the tokens go to the balance.
create or replace function delivery_stop(p_business uuid, p_mode mode, p_network text, p_address text, p_tokens numeric) returns text
language sql stable as $$
  select case
    when is_leaving_frozen(p_business, p_mode, p_network) then 'frozen'
    when p_network is null then null
    when r.is_own then 'own_wallet'
    when not has_lane(p_mode, p_network) then 'not_open'
    when not r.is_active or r.room_minor < p_tokens then 'short'
  end
  from delivery_room(p_mode, p_network, p_address) r
$$;
