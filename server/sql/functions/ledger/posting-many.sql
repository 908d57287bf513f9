-- Posts many entries of one shape by the rules of post_entry: one posting each, from one account without a floor to accounts of one kind
-- that grow by it. Nothing can fall below zero, and nothing passes through clearing. The arrays run in parallel. Balance rows of held
-- accounts are looked up before they are inserted, because most transactions hold nothing yet. Every writer of such a row has locked its
-- transaction, so no other write can intervene.
create or replace function post_entries(
  p_mode mode, p_ids uuid[], p_transactions uuid[], p_step text, p_at timestamptz, p_debit_kind account_kind, p_debit_owner text,
  p_credit_kind account_kind, p_credit_owners text[], p_asset asset, p_amounts positive_minor[]
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_xid bigint := pg_current_xact_id()::text::bigint;
  v_wrong text;
begin
  select o.owner into v_wrong from unnest(p_credit_owners) as o (owner)
    where (account_fits(p_debit_kind, p_debit_owner, p_asset) and account_fits(p_credit_kind, o.owner, p_asset)
      and (p_debit_kind <> p_credit_kind or p_debit_owner <> o.owner)
      and not account_has_floor(p_debit_kind) and not (account_has_floor(p_credit_kind) and account_is_debit_normal(p_credit_kind))
      and 'clearing' not in (p_debit_kind, p_credit_kind)) is not true
    limit 1;
  if found then
    raise exception 'debit %:%, credit %:% is not a valid posting of % for post_entries', p_debit_kind, p_debit_owner, p_credit_kind,
      v_wrong, p_asset
      using errcode = 'AF012';
  end if;
  perform from declared_posting d
    where d.step = p_step and d.debit_kind = p_debit_kind and d.credit_kind = p_credit_kind and d.mode = p_mode;
  if not found then
    perform refuse_undeclared(p_mode, p_step, p_debit_kind, p_credit_kind);
  end if;
  if (select count(*) from transaction t where t.id = any (p_transactions) and t.mode = p_mode)
    <> (select count(distinct u.id) from unnest(p_transactions) as u (id)) then
    raise exception 'a transaction of the batch is missing or not in % mode', p_mode using errcode = 'AF011';
  end if;
  with e as (
    insert into entry select u.id, p_mode, u.transaction_id, p_step, null, p_at, v_xid
    from unnest(p_ids, p_transactions) as u (id, transaction_id)
  )
  insert into posting select u.id, 1, p_mode, p_debit_kind, p_debit_owner, p_credit_kind, u.owner, p_asset, u.amount, v_xid
    from unnest(p_ids, p_credit_owners, p_amounts) as u (id, owner, amount);
  if p_credit_kind = 'held' then
    merge into balance b using (
      select u.owner, sum(u.amount::numeric) as amount
      from (select u.owner collate "C" as owner, u.amount from unnest(p_credit_owners, p_amounts) as u (owner, amount)) u
      group by u.owner) a
    on b.owner = any (p_credit_owners) and b.owner = a.owner and b.kind = p_credit_kind and b.asset = p_asset and b.mode = p_mode
    when matched then update set amount_minor = b.amount_minor + a.amount
    when not matched then insert values (a.owner, p_credit_kind, p_asset, p_mode, a.amount);
  elsif account_has_floor(p_credit_kind) then
    insert into balance
      select u.owner, p_credit_kind, p_asset, p_mode, sum(u.amount::numeric)
      from (select u.owner collate "C" as owner, u.amount from unnest(p_credit_owners, p_amounts) as u (owner, amount)) u
      group by u.owner order by u.owner
      on conflict (owner, kind, asset, mode) do update set amount_minor = balance.amount_minor + excluded.amount_minor;
  end if;
end $$;

-- Posts many entries at once by the rules of post_entry. p_ids and p_transactions name the entries. The other arrays run in parallel, one
-- element per posting, each with the entry to which it belongs, in order. This function is stricter in one respect: an amount that is taken
-- from an account must have been there before the call, whatever the call adds to it.
--
-- Rows here and below are found by a list of their keys, all at once, and joined as sets. Otherwise a plan that is made while a table is
-- small would read the whole table forever.
create or replace function post_mixed_entries(
  p_mode mode, p_step text, p_at timestamptz, p_ids uuid[], p_transactions uuid[], p_entries uuid[],
  p_debit_kinds account_kind[], p_debit_owners text[], p_credit_kinds account_kind[], p_credit_owners text[],
  p_assets asset[], p_amounts positive_minor[]
) returns void language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_xid bigint := pg_current_xact_id()::text::bigint;
  v_owners text[] := p_debit_owners || p_credit_owners;
  v_wrong text;
  v_told integer;
  v_done integer;
begin
  if (select count(*) from transaction t where t.id = any (p_transactions) and t.mode = p_mode)
    <> (select count(distinct u.id) from unnest(p_transactions) as u (id)) then
    raise exception 'a transaction of the batch is missing or not in % mode', p_mode using errcode = 'AF011';
  end if;
  select format('debit %s:%s, credit %s:%s is not a valid posting of %s', u.debit_kind, u.debit_owner, u.credit_kind,
      u.credit_owner, u.asset) into v_wrong
    from unnest(p_entries, p_debit_kinds, p_debit_owners, p_credit_kinds, p_credit_owners, p_assets, p_amounts)
      as u (entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount)
    where (u.entry_id = any (p_ids) and u.amount is not null
      and account_fits(u.debit_kind, u.debit_owner, u.asset) and account_fits(u.credit_kind, u.credit_owner, u.asset)
      and (u.debit_kind <> u.credit_kind or u.debit_owner <> u.credit_owner)) is not true
    limit 1;
  if found then
    raise exception '%', v_wrong using errcode = 'AF012';
  end if;
  perform refuse_undeclared(p_mode, p_step, u.debit_kind, u.credit_kind)
    from (select distinct k.debit_kind, k.credit_kind from unnest(p_debit_kinds, p_credit_kinds) as k (debit_kind, credit_kind)) u
    left join declared_posting d
      on d.step = p_step and d.mode = p_mode and d.debit_kind = u.debit_kind and d.credit_kind = u.credit_kind
    where d.step is null;
  if cardinality(p_ids) <> (select count(distinct u.id) from unnest(p_entries) as u (id)) then
    raise exception 'an entry needs at least one posting' using errcode = 'AF012';
  end if;
  -- One NGNC is one naira. An amount that leaves clearing in one asset enters it in the other, in the same entry.
  select u.entry_id::text into v_wrong
    from unnest(p_entries, p_debit_kinds, p_credit_kinds, p_amounts) as u (entry_id, debit_kind, credit_kind, amount)
    where 'clearing' in (u.debit_kind, u.credit_kind) group by u.entry_id
    having sum(case u.debit_kind when 'clearing' then u.amount::numeric else -u.amount::numeric end) <> 0 limit 1;
  if found then
    raise exception 'step %: the clearing account would not be zero after entry %', p_step, v_wrong using errcode = 'AF013';
  end if;

  insert into entry select u.id, p_mode, u.transaction_id, p_step, null, p_at, v_xid
    from unnest(p_ids, p_transactions) as u (id, transaction_id);
  insert into posting
    select u.entry_id, row_number() over (partition by u.entry_id order by u.place), p_mode, u.debit_kind, u.debit_owner,
      u.credit_kind, u.credit_owner, u.asset, u.amount, v_xid
    from unnest(p_entries, p_debit_kinds, p_debit_owners, p_credit_kinds, p_credit_owners, p_assets, p_amounts) with ordinality
      as u (entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount, place);

  perform lock_balances(p_mode, p_debit_kinds || p_credit_kinds, v_owners, p_assets || p_assets);
  with change as materialized (
    select s.owner collate "C" as owner, s.kind, s.asset, sum(s.up) as up, sum(s.down) as down from (
      select u.owner, u.kind, u.asset, case when account_is_debit_normal(u.kind) then u.amount::numeric else 0 end as up,
        case when account_is_debit_normal(u.kind) then 0 else u.amount::numeric end as down
      from unnest(p_debit_owners, p_debit_kinds, p_assets, p_amounts) as u (owner, kind, asset, amount)
      where account_has_floor(u.kind)
      union all
      select u.owner, u.kind, u.asset, case when account_is_debit_normal(u.kind) then 0 else u.amount::numeric end,
        case when account_is_debit_normal(u.kind) then u.amount::numeric else 0 end
      from unnest(p_credit_owners, p_credit_kinds, p_assets, p_amounts) as u (owner, kind, asset, amount)
      where account_has_floor(u.kind)
    ) s group by s.owner collate "C", s.kind, s.asset
  ), changed as (
    merge into balance b using change c
    on b.owner = any (v_owners) and b.owner = c.owner and b.kind = c.kind and b.asset = c.asset and b.mode = p_mode
    -- The row of a held account that reaches zero is deleted, so that a finished transaction leaves no row.
    when matched and b.amount_minor >= c.down and c.kind = 'held' and b.amount_minor + c.up = c.down then delete
    when matched and b.amount_minor >= c.down then update set amount_minor = b.amount_minor + c.up - c.down
    when not matched and c.down = 0 then insert values (c.owner, c.kind, c.asset, p_mode, c.up)
    returning 1
  )
  select (select count(*) from change), (select count(*) from changed) into v_told, v_done;
  if v_done <> v_told then
    raise exception 'step %: an account would fall below zero', p_step using errcode = 'AF010';
  end if;
end $$;
