-- Returns the digest of the content of a withdrawal request. It must equal the digest that the API computes.
create or replace function withdrawal_meaning(p_amount numeric, p_network text, p_address text) returns bytea language sql immutable
  return sha256(convert_to(format('["withdrawal","%s","%s","%s"]', p_amount, p_network, p_address), 'UTF8'));

-- Debits the tokens from the balance and opens the withdrawal, which is due at once. The caller has already stored its request keys.
create or replace function open_withdrawal(
  p_id uuid, p_business uuid, p_mode mode, p_reference text, p_network text, p_address text, p_amount numeric, p_meaning bytea, p_by text,
  p_at timestamptz
) returns void language plpgsql as $$
begin
  perform open_transaction(p_id, p_business, p_mode, 'withdrawal', 'accepted', p_amount, p_reference, p_at, p_at,
    terms_of(p_amount, 0, p_reference, p_meaning)
      || jsonb_build_object('network', p_network, 'wallet_address', p_address, 'asked_by', p_by));
  insert into withdrawal values (p_id, p_mode, p_network, p_address, p_by);
  perform post_entry(afara_uuid(), p_mode, p_id, 'taken_from_balance', p_at, array['business']::account_kind[], array[p_business::text],
    array['held']::account_kind[], array[p_id::text], array['NGNC']::asset[], array[p_amount]::positive_minor[]);
end $$;

-- Accepts a withdrawal that operators decided, in the commit of their decision. p_by is the case. Refuses it if the balance is too low
-- (AF010), if every lane on the network was abandoned or there is none (AF045), or if the reference belongs to another transaction (AF040).
create or replace function accept_withdrawal(
  p_id uuid, p_business uuid, p_mode mode, p_reference text, p_network text, p_address text, p_amount numeric, p_by text, p_at timestamptz
) returns void language plpgsql as $$
declare
  v_meaning bytea := withdrawal_meaning(p_amount, p_network, p_address);
begin
  if not has_lane(p_mode, p_network) then
    raise exception 'there is no lane on % in % mode, or all of them were abandoned', p_network, p_mode using errcode = 'AF045';
  end if;
  insert into request_key (business_id, mode, key, transaction_id, meaning)
    values (p_business, p_mode, 'r:' || p_reference, p_id, v_meaning) on conflict do nothing;
  if not found then
    raise exception 'the reference % belongs to another transaction', p_reference using errcode = 'AF040';
  end if;
  perform open_withdrawal(p_id, p_business, p_mode, p_reference, p_network, p_address, p_amount, v_meaning, p_by, p_at);
end $$;

-- Accepts each withdrawal of a list, or returns why not: taken, possible_duplicate (with the first withdrawal), network_not_open, frozen,
-- wallet_not_enrolled, insufficient_balance, daily_limit. A refused withdrawal keeps no key and debits nothing. The daily limit is that of
-- the business, whatever the caller sends. Takes its locks in the same order as
-- accept_sells.
create or replace function accept_withdrawals(p_requests json)
returns table (ordinal integer, outcome text, first_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_won uuid[] := take_request_keys(p_requests);
  r record;
  m business_mode;
begin
  for r in
    select * from json_to_recordset(p_requests) as r (
      ordinal integer, id uuid, business_id uuid, mode mode, amount_minor numeric, reference text, key text, meaning bytea,
      network text, wallet_address text, guard_since timestamptz, at timestamptz, metadata jsonb, signed json)
    order by r.business_id, r.mode, r.at, r.ordinal
  loop
    perform pg_advisory_xact_lock(hashtextextended(r.business_id::text || r.mode, 0));
    select * into strict m from business_mode b where b.business_id = r.business_id and b.mode = r.mode;
    r.at := accepted_at(r.mode, r.at);
    first_id := null;
    if r.guard_since is not null then
      select s.transaction_id into first_id from recent_sell s
        where s.business_id = r.business_id and s.mode = r.mode and s.meaning = r.meaning and s.at > r.guard_since;
    end if;
    ordinal := r.ordinal;
    perform from balance b where b.owner = r.business_id::text and b.kind = 'business' and b.asset = 'NGNC' and b.mode = r.mode for update;
    outcome := case
      when r.id = any (v_won) is not true then 'taken'
      when first_id is not null then 'possible_duplicate'
      when not has_lane(r.mode, r.network) then 'network_not_open'
      when is_leaving_frozen(r.business_id, r.mode, r.network) then 'frozen'
      when not may_leave_for(r.business_id, r.mode, r.network, r.wallet_address) then 'wallet_not_enrolled'
      when may_spend_balance(r.business_id, r.mode, 'withdrawal', r.reference, r.amount_minor) is not true then 'insufficient_balance'
      when not take_daily_use(r.business_id, r.mode, r.at, r.amount_minor, m.daily_limit_minor) then 'daily_limit'
      else 'accepted' end;
    if outcome = 'accepted' then
      perform open_withdrawal(r.id, r.business_id, r.mode, r.reference, r.network, r.wallet_address, r.amount_minor, r.meaning, 'business',
        r.at);
      perform set_metadata(r.id, r.metadata);
      perform keep_signed_request(r.id, 'withdrawal', r.business_id, r.mode, r.signed, r.at);
      if r.guard_since is not null then
        delete from recent_sell s where s.business_id = r.business_id and s.mode = r.mode and s.at <= r.guard_since;
        insert into recent_sell values (r.business_id, r.mode, r.meaning, r.id, r.at)
          on conflict (business_id, mode, meaning) do update set transaction_id = excluded.transaction_id, at = excluded.at;
      end if;
    else
      delete from request_key k where k.transaction_id = r.id and k.business_id = r.business_id and k.mode = r.mode
        and k.key in ('r:' || r.reference, 'k:' || r.key);
    end if;
    return next;
  end loop;
end $$;
