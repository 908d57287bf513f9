-- Schedules the opening of a new deposit address, on a network that requires an account before tokens can arrive.
create or replace function want_account() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into deposit_account (mode, network, address, transaction_id, due_at)
    values (new.mode, new.network, new.address, new.transaction_id, new.created_at);
  return null;
end $$;

-- Returns whether the sell still waits for tokens.
create or replace function waits_for_deposit(p_transaction uuid) returns boolean language sql stable as $$
  select exists (select from transaction t where t.id = p_transaction and t.status = any (statuses_awaiting_deposit()))
$$;

-- Leases accounts that must be opened now, each with its sell; they are not returned again before p_again. Closes those whose sell no
-- longer waits for tokens.
create or replace function claim_wanted_accounts(p_mode mode, p_network text, p_most integer, p_again timestamptz, p_at timestamptz)
returns table (address text, transaction_id uuid, business_id uuid, reference text)
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_addresses text[];
begin
  if is_network_frozen(p_mode, p_network) then
    return;
  end if;
  v_addresses := array(
    select a.address from deposit_account a where a.network = p_network and a.mode = p_mode and a.state = 'wanted' and a.due_at <= p_at
    order by a.due_at limit p_most for no key update skip locked);
  update deposit_account a set state = 'closed', closed_at = p_at
    where a.address = any (v_addresses) and a.network = p_network and a.mode = p_mode and not waits_for_deposit(a.transaction_id);
  return query
    with claimed as (
      update deposit_account a set due_at = p_again
        where a.address = any (v_addresses) and a.network = p_network and a.mode = p_mode and a.state = 'wanted' returning a.*)
    select c.address, t.id, t.business_id, t.reference::text from claimed c join transaction t on t.id = c.transaction_id;
end $$;

-- Records that these accounts are open on the chain. p_spare_at is the time from which no deposit is expected and they may be closed.
create or replace function note_open_accounts(p_mode mode, p_network text, p_addresses text[], p_spare_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update deposit_account a set state = 'open', due_at = p_spare_at
    where a.address = any (p_addresses) and a.network = p_network and a.mode = p_mode and a.state = 'wanted'
$$;

-- Leases accounts to which nobody sends any more and that are empty by our records, each with its sell. They are not returned again before
-- p_again.
create or replace function claim_spare_accounts(p_mode mode, p_network text, p_most integer, p_again timestamptz, p_at timestamptz)
returns table (address text, transaction_id uuid, business_id uuid, reference text)
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if is_network_frozen(p_mode, p_network) then
    return;
  end if;
  return query
    with asked as (
      select a.address from deposit_account a where a.network = p_network and a.mode = p_mode and a.state = 'open' and a.due_at <= p_at
      order by a.due_at limit p_most for no key update skip locked
    ), claimed as (
      update deposit_account a set due_at = p_again from asked x
        where a.address = x.address and a.network = p_network and a.mode = p_mode returning a.*)
    select c.address, t.id, t.business_id, t.reference::text from claimed c join transaction t on t.id = c.transaction_id
    where not waits_for_deposit(t.id)
      and not exists (select from unswept_deposit u where u.address = c.address and u.network = p_network and u.mode = p_mode);
end $$;

-- Stores a signed call that opens deposit accounts, before it is sent.
create or replace function open_opening(
  p_id uuid, p_mode mode, p_network text, p_sweeper text, p_nonce numeric, p_addresses text[], p_raw bytea, p_hash text, p_terms jsonb,
    p_at timestamptz
) returns void language sql security definer set search_path = afara, pg_temp as $$
  insert into deposit_opening (id, mode, network, sweeper, nonce, addresses, raw, hash, terms, signed_at)
    values (p_id, p_mode, p_network, p_sweeper, p_nonce, p_addresses, p_raw, p_hash, p_terms, p_at)
$$;

-- Records the outcome of an opening. The chain is asked whether the accounts exist; this outcome does not prove it.
create or replace function end_opening(p_opening uuid, p_fence bigint, p_state text, p_gas_units numeric, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  o deposit_opening;
begin
  select * into strict o from deposit_opening where id = p_opening for no key update;
  perform require_sweeper(o.mode, o.network, p_fence);
  if o.state <> 'signed' or p_state not in ('final_ok', 'final_failed', 'void') then
    raise exception 'the call % that opens deposit accounts is % and cannot become %', p_opening, o.state, p_state using errcode = 'AF002';
  end if;
  update deposit_opening set state = p_state, gas_units = p_gas_units, entry_id = book_sweeper_gas(o.mode, o.network, p_gas_units, p_at),
      ended_at = p_at where id = p_opening;
end $$;
