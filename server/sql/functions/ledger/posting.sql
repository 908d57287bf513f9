-- Locks the balances that an entry may change, in one order, so that two entries cannot deadlock. Each row is looked up by its key. A join
-- would be planned once per session, for a small table, and then read the whole table every time.
create or replace function lock_balances(p_mode mode, p_kinds account_kind[], p_owners text[], p_assets asset[])
returns void language sql as $$
  select from (
    select distinct p.owner, p.kind, p.asset from unnest(p_owners, p_kinds, p_assets) as p (owner, kind, asset)
    where account_has_floor(p.kind) order by p.owner, p.kind, p.asset) touched
  cross join lateral (
    select from balance b
    where b.owner = touched.owner and b.kind = touched.kind and b.asset = touched.asset and b.mode = p_mode
    for update) locked
$$;

-- Makes the rare changes of a balance that post_entry leaves to it: creates the row, takes the last of its amount, or refuses the change
-- (AF010). The row of a held account that reaches zero is deleted, so that a finished transaction leaves no row.
create or replace function begin_or_end_balance(p_mode mode, p_kind account_kind, p_owner text, p_asset asset, p_delta numeric)
returns void language plpgsql as $$
begin
  if p_delta > 0 then
    insert into balance values (p_owner, p_kind, p_asset, p_mode, p_delta)
      on conflict (owner, kind, asset, mode) do update set amount_minor = balance.amount_minor + excluded.amount_minor;
    return;
  end if;
  if p_kind = 'held' then
    delete from balance
      where owner = p_owner and kind = p_kind and asset = p_asset and mode = p_mode and amount_minor = -p_delta;
  else
    update balance set amount_minor = amount_minor + p_delta
      where owner = p_owner and kind = p_kind and asset = p_asset and mode = p_mode and amount_minor >= -p_delta;
  end if;
  if not found then
    raise exception 'a change of % % would take %:% below zero', p_delta, p_asset, p_kind, p_owner using errcode = 'AF010';
  end if;
end $$;

-- Raises AF630: no step of the service makes this posting.
create or replace function refuse_undeclared(p_mode mode, p_step text, p_debit_kind account_kind, p_credit_kind account_kind)
returns void language plpgsql as $$
begin
  raise exception 'no step % posts % / % in % mode', p_step, p_debit_kind, p_credit_kind, p_mode using errcode = 'AF630',
    hint = 'Declare it in server/src/records/ledger/declared-postings.ts.';
end $$;

-- Posts one entry. The posting functions are the only writers of the ledger, and post only what declared_posting lists for the step. The
-- entry is part of the caller's transaction. The arrays run in parallel, one element per posting. Nearly every posting of the service runs
-- through this function, and each expression costs one to three microseconds per call: run the ledger benchmark before adding one.
create or replace function post_entry(
  p_id uuid, p_mode mode, p_transaction uuid, p_step text, p_at timestamptz,
  p_debit_kinds account_kind[], p_debit_owners text[], p_credit_kinds account_kind[], p_credit_owners text[],
  p_assets asset[], p_amounts positive_minor[], p_reverses uuid default null
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_xid bigint;
  v_ordinal integer;
  v_debit_kind account_kind;
  v_debit_owner text;
  v_credit_kind account_kind;
  v_credit_owner text;
  v_asset asset;
  v_amount positive_minor;
  v_delta numeric;
  v_clearing numeric;
begin
  if p_transaction is not null then
    perform from transaction where id = p_transaction and mode = p_mode;
    if not found then
      raise exception 'there is no transaction % in % mode', p_transaction, p_mode using errcode = 'AF011';
    end if;
  end if;

  -- The most common entry is one posting that adds to one customer's account. As a single statement it costs a fifth less.
  if cardinality(p_amounts) = 1 and p_credit_kinds[1] in ('business', 'held')
      and not account_has_floor(p_debit_kinds[1]) and p_debit_kinds[1] <> 'clearing'
      and account_fits(p_debit_kinds[1], p_debit_owners[1], p_assets[1])
      and account_fits(p_credit_kinds[1], p_credit_owners[1], p_assets[1]) then
    with e as (
      insert into entry
        select p_id, p_mode, p_transaction, p_step, p_reverses, p_at, pg_current_xact_id()::text::bigint
        from declared_posting d
        where d.step = p_step and d.debit_kind = p_debit_kinds[1] and d.credit_kind = p_credit_kinds[1] and d.mode = p_mode
        returning xid
    ), p as (
      insert into posting
        select p_id, 1, p_mode, p_debit_kinds[1], p_debit_owners[1], p_credit_kinds[1], p_credit_owners[1], p_assets[1],
          p_amounts[1], xid
        from e
    )
    update balance b set amount_minor = b.amount_minor + p_amounts[1] from e
      where b.owner = p_credit_owners[1] and b.kind = p_credit_kinds[1] and b.asset = p_assets[1] and b.mode = p_mode;
    if not found then
      perform from declared_posting d
        where d.step = p_step and d.debit_kind = p_debit_kinds[1] and d.credit_kind = p_credit_kinds[1] and d.mode = p_mode;
      if not found then
        perform refuse_undeclared(p_mode, p_step, p_debit_kinds[1], p_credit_kinds[1]);
      end if;
      perform begin_or_end_balance(p_mode, p_credit_kinds[1], p_credit_owners[1], p_assets[1], p_amounts[1]);
    end if;
    return;
  end if;

  v_xid := pg_current_xact_id()::text::bigint;
  insert into entry values (p_id, p_mode, p_transaction, p_step, p_reverses, p_at, v_xid);
  -- A single posting that only adds to a balance locks at most one row. Any other entry may lock several.
  if cardinality(p_amounts) > 1 or account_has_floor(p_debit_kinds[1]) then
    perform lock_balances(p_mode, p_debit_kinds || p_credit_kinds, p_debit_owners || p_credit_owners, p_assets || p_assets);
  end if;

  foreach v_amount in array p_amounts loop
    v_ordinal := coalesce(v_ordinal, 0) + 1;
    v_debit_kind := p_debit_kinds[v_ordinal];
    v_debit_owner := p_debit_owners[v_ordinal];
    v_credit_kind := p_credit_kinds[v_ordinal];
    v_credit_owner := p_credit_owners[v_ordinal];
    v_asset := p_assets[v_ordinal];
    if (account_fits(v_debit_kind, v_debit_owner, v_asset) and account_fits(v_credit_kind, v_credit_owner, v_asset)
        and (v_debit_kind <> v_credit_kind or v_debit_owner <> v_credit_owner)) is not true then
      raise exception 'debit %:%, credit %:% is not a valid posting of %',
        v_debit_kind, v_debit_owner, v_credit_kind, v_credit_owner, v_asset
        using errcode = 'AF012';
    end if;
    perform from declared_posting d
      where d.step = p_step and d.debit_kind = v_debit_kind and d.credit_kind = v_credit_kind and d.mode = p_mode;
    if not found then
      perform refuse_undeclared(p_mode, p_step, v_debit_kind, v_credit_kind);
    end if;
    insert into posting values
      (p_id, v_ordinal, p_mode, v_debit_kind, v_debit_owner, v_credit_kind, v_credit_owner, v_asset, v_amount, v_xid);

    if 'clearing' in (v_debit_kind, v_credit_kind) then
      v_clearing := coalesce(v_clearing, 0) + case v_debit_kind when 'clearing' then v_amount else -v_amount end;
    end if;
    if account_has_floor(v_debit_kind) then
      v_delta := case when account_is_debit_normal(v_debit_kind) then v_amount else -v_amount end;
      update balance set amount_minor = amount_minor + v_delta
        where owner = v_debit_owner and kind = v_debit_kind and asset = v_asset and mode = p_mode and amount_minor > -v_delta;
      if not found then
        perform begin_or_end_balance(p_mode, v_debit_kind, v_debit_owner, v_asset, v_delta);
      end if;
    end if;
    if account_has_floor(v_credit_kind) then
      v_delta := case when account_is_debit_normal(v_credit_kind) then -v_amount else v_amount end;
      update balance set amount_minor = amount_minor + v_delta
        where owner = v_credit_owner and kind = v_credit_kind and asset = v_asset and mode = p_mode and amount_minor > -v_delta;
      if not found then
        perform begin_or_end_balance(p_mode, v_credit_kind, v_credit_owner, v_asset, v_delta);
      end if;
    end if;
  end loop;

  if v_ordinal is null then
    raise exception 'an entry needs at least one posting' using errcode = 'AF012';
  end if;
  -- One NGNC is one naira. An amount that leaves clearing in one asset enters it in the other, in the same entry.
  if v_clearing <> 0 then
    raise exception 'step %: the clearing account would be left with %', p_step, v_clearing using errcode = 'AF013';
  end if;
end $$;

-- Posts the reverse of an entry, last posting first. An entry is reversed at most once, and a reversal is never reversed: an entry that was
-- reversed by mistake is posted again as a new entry.
create or replace function reverse_entry(p_id uuid, p_entry uuid, p_step text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  original entry;
begin
  select * into original from entry where id = p_entry;
  if not found or original.reverses is not null then
    raise exception 'entry % does not exist or is itself a reversal', p_entry using errcode = 'AF014';
  end if;
  perform post_entry(p_id, original.mode, original.transaction_id, p_step, p_at,
      array_agg(credit_kind order by ordinal desc), array_agg(credit_owner order by ordinal desc),
      array_agg(debit_kind order by ordinal desc), array_agg(debit_owner order by ordinal desc),
      array_agg(asset order by ordinal desc), array_agg(amount_minor order by ordinal desc), p_entry)
    from posting where entry_id = p_entry;
end $$;
