-- Why: at fifty payments a second a row that everybody writes, and a row that is written where none has to be, are what a machine waits
-- for. Nothing here means anything else than before.

set local role afara_owner;
set local search_path = afara;

-- ── notifications ─────────────────────────────────────────────────────────────────────────────────────────────

-- As in 0015, but that an account which is due already is left alone: else all notifications of one account would wait for each other's
-- commit, for the row that says when it is looked at. Whoever leaves it alone counts on a look that has not begun. So notifications share
-- a lock until they are committed, and a look has it to itself when it begins: it sees all that were left to it, and who comes later finds
-- the account not due.
create or replace function take_hints(p_mode mode, p_vendor text, p_hints json, p_at timestamptz)
returns table (vendor_account_id uuid, is_new boolean)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  v_shared uuid[];
  v_accounts uuid[];
  v_new boolean[];
begin
  v_shared := array(
    select distinct a.id from json_to_recordset(p_hints) as h (account_number text)
    join vendor_account a on a.mode = p_mode and a.feed = p_vendor and a.account_number = h.account_number order by a.id);
  perform pg_advisory_xact_lock_shared(hashtextextended('hints' || s.id, 0)) from unnest(v_shared) as s (id);
  with hint as (
    select distinct on (h.key) h.key, coalesce(h.detail, 'null'::jsonb) as detail, a.id as account
    from json_to_recordset(p_hints) as h (key text, account_number text, detail jsonb)
    left join vendor_account a on a.mode = p_mode and a.feed = p_vendor and a.account_number = h.account_number
    order by h.key
  ), kept as (
    insert into feed_hint as f (mode, vendor, key, vendor_account_id, detail, received_at, due_at)
    select p_mode, p_vendor, h.key, h.account, h.detail, p_at, p_at from hint h order by h.key
    on conflict (mode, vendor, key) do update set
      due_at = least(f.due_at, excluded.due_at + interval '1 second'),
      received_at = case when f.given_up_at is null then f.received_at else excluded.received_at end,
      given_up_at = null
    returning new.vendor_account_id as account, old.key is null as is_new
  )
  select array_agg(k.account), array_agg(k.is_new) into v_accounts, v_new from kept k;
  -- A hint that waits already may be at another account than this notification says: its look was not held up.
  perform wake_now('bank-account', a.id, p_at)
    from (select distinct u.id from unnest(v_accounts) as u (id) where u.id is not null and u.id <> all (v_shared) order by 1) a;
  update wake w set due_at = p_at where w.subject_id = any (v_shared) and w.due_at > p_at;
  return query select * from unnest(v_accounts, v_new);
end $$;

-- A look at an account begins, and with it the next would be due then, if nothing more is heard of this one. When this is committed,
-- every notification that left the account alone can be read.
create function begin_account_look(p_account uuid, p_until timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hints' || p_account, 0));
  update wake w set due_at = p_until where w.subject_id = p_account;
end $$;

grant execute on function begin_account_look to afara_worker;

-- Those of one vendor, in one statement.
create function finish_hints(p_mode mode, p_vendor text, p_keys text[]) returns void
language sql security definer set search_path = afara, pg_temp as $$
  delete from feed_hint h where h.mode = p_mode and h.vendor = p_vendor and h.key = any (p_keys)
$$;

grant execute on function finish_hints to afara_worker;

-- ── matching ──────────────────────────────────────────────────────────────────────────────────────────────────

-- The day of a business changes with every group of credits: with room on its page it changes in place.
alter table exposure_day set (fillfactor = 50);

-- As in 0014, but that all days are read together. Asked for each business by itself, such a small table was read whole for each.
create or replace function match_businesses(p_businesses uuid[], p_mode mode, p_at timestamptz)
returns table (business_id uuid, is_suspended boolean, cap_left_minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  select m.business_id, m.status = 'suspended', greatest(0, m.exposure_cap_minor::numeric - coalesce(e.amount, 0))
  from business_mode m
  left join (
    select e.business_id, sum(e.amount_minor::numeric) as amount from exposure_day e
    where e.business_id = any (p_businesses) and e.mode = p_mode and e.aged_from > p_at group by e.business_id) e
    on e.business_id = m.business_id
  where m.business_id = any (p_businesses) and m.mode = p_mode
$$;

-- The same here.
create or replace function take_exposure(
  p_mode mode, p_businesses uuid[], p_amounts numeric[], p_aged_from timestamptz, p_at timestamptz
) returns void language plpgsql as $$
declare
  v_over uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('exposure' || b.id || p_mode, 0))
    from (select distinct u.id from unnest(p_businesses) as u (id) order by u.id) b;
  insert into exposure_day
    select u.id, p_mode, (p_at at time zone 'Africa/Lagos')::date, sum(u.amount), p_aged_from
    from unnest(p_businesses, p_amounts) as u (id, amount) group by u.id
    on conflict (business_id, mode, day) do update set amount_minor = exposure_day.amount_minor + excluded.amount_minor,
      aged_from = greatest(exposure_day.aged_from, excluded.aged_from);
  select m.business_id into v_over
    from business_mode m
    join (
      select e.business_id, sum(e.amount_minor::numeric) as amount from exposure_day e
      where e.business_id = any (p_businesses) and e.mode = p_mode and e.aged_from > p_at group by e.business_id) e
      on e.business_id = m.business_id
    where m.business_id = any (p_businesses) and m.mode = p_mode and m.exposure_cap_minor::numeric < e.amount
    limit 1;
  if found then
    raise exception 'business % would be given more on trust than it may', v_over using errcode = 'AF040';
  end if;
end $$;

-- As in 0014, but that what a transaction holds, which is mostly nothing yet, is looked up first. To insert and see whether that
-- collides costs twice as much, and nobody else can begin it meanwhile: whoever changes what a transaction holds has its row.
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
    raise exception '%:% / %:% cannot carry % here', p_debit_kind, p_debit_owner, p_credit_kind, v_wrong, p_asset
      using errcode = 'AF012';
  end if;
  if (select count(*) from transaction t where t.id = any (p_transactions) and t.mode = p_mode)
    <> (select count(distinct u.id) from unnest(p_transactions) as u (id)) then
    raise exception 'a transaction is not in % mode', p_mode using errcode = 'AF011';
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
