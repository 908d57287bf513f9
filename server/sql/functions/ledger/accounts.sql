-- Returns whether accounts of a kind grow on the debit side. All others grow on the credit side.
create or replace function account_is_debit_normal(kind account_kind) returns boolean language sql immutable parallel safe
  return kind in ('bank', 'payout_bank', 'float', 'deposit', 'outgoing', 'transit', 'expense', 'gas', 'receivable');

-- Returns whether accounts of a kind may never fall below zero. Only these have a balance row.
create or replace function account_has_floor(kind account_kind) returns boolean language sql immutable parallel safe
  return kind in ('business', 'held', 'float', 'payout_bank');

-- Returns whether a kind of account may hold an asset, and whether an owner is given exactly if the kind needs one. The expression is as
-- short as possible: every posting evaluates it twice, and PostgreSQL prepares it again in every transaction.
create or replace function account_fits(kind account_kind, owner text, asset asset) returns boolean language sql immutable parallel safe
  return (owner = '') = (kind in ('suspense', 'clearing', 'transit', 'tax', 'capital'))
    and case asset
      when 'NGN' then kind not in ('business', 'float', 'deposit', 'gas')
      when 'NGNC' then kind not in ('bank', 'payout_bank', 'gas')
      else kind in ('gas', 'outgoing', 'transit', 'income', 'tax', 'expense', 'capital')
    end;

-- Returns whether accounts of a kind have a running total. Accounts with a floor have their balance row. A committed account belongs to one
-- transaction, and its few postings are found through that transaction.
create or replace function account_is_totalled(kind account_kind) returns boolean language sql immutable parallel safe
  return not account_has_floor(kind) and kind <> 'committed';

-- Adds the postings of a range of database transactions (by xid) to the totals of accounts without a balance row. The sealer calls this
-- once for each range.
create or replace function roll_up_accounts(p_after_xid bigint, p_through_xid bigint) returns void
language sql security definer set search_path = afara, pg_temp as $$
  insert into account_total (owner, kind, asset, mode, debit_minor, credit_minor)
    select side.owner, side.kind, side.asset, side.mode, sum(side.debit), sum(side.credit)
    from (
      select debit_owner as owner, debit_kind as kind, asset, mode, amount_minor::numeric as debit, 0::numeric as credit
        from posting where xid > p_after_xid and xid <= p_through_xid and account_is_totalled(debit_kind)
      union all
      select credit_owner, credit_kind, asset, mode, 0, amount_minor::numeric
        from posting where xid > p_after_xid and xid <= p_through_xid and account_is_totalled(credit_kind)
    ) side
    group by side.owner, side.kind, side.asset, side.mode
    on conflict (owner, kind, asset, mode) do update
      set debit_minor = account_total.debit_minor + excluded.debit_minor,
          credit_minor = account_total.credit_minor + excluded.credit_minor
$$;

-- Returns the xid of the last database transaction that was sealed, from the newest seal. The index on the number finds it however many
-- seals there are.
create or replace function sealed_through() returns bigint language sql stable as $$
  select coalesce((select s.through_xid from seal s order by s.number desc limit 1), 0)
$$;

-- Returns the sum of an account without a balance row, on its normal side: its running total and what was posted since. A committed account
-- has no running total; it is read from the entries of its transaction.
create or replace function account_sum(p_mode mode, p_kind account_kind, p_owner text, p_asset asset) returns numeric
language sql stable security definer set search_path = afara, pg_temp as $$
  with sealed as (select sealed_through() as xid),
  line as (
    select p.* from posting p, sealed where p.xid > sealed.xid
    union all
    select p.* from entry e join posting p on p.entry_id = e.id, sealed
      where e.transaction_id = case p_kind when 'committed' then p_owner::uuid end and p.xid <= sealed.xid
  ),
  net as (
    select t.debit_minor - t.credit_minor as minor from account_total t
      where t.mode = p_mode and t.kind = p_kind and t.owner = p_owner and t.asset = p_asset
    union all
    select case when l.debit_kind = p_kind and l.debit_owner = p_owner then l.amount_minor else -l.amount_minor end
      from line l
      where l.mode = p_mode and l.asset = p_asset
        and ((l.debit_kind = p_kind and l.debit_owner = p_owner) or (l.credit_kind = p_kind and l.credit_owner = p_owner))
  )
  select coalesce(sum(minor), 0) * case when account_is_debit_normal(p_kind) then 1 else -1 end from net
$$;

-- Returns how far PostgreSQL's transaction counter is behind the last xid that was sealed or sequenced; zero in a database that was never
-- set back. Processes check this before they start.
create or replace function counter_behind_by() returns bigint
language sql stable security definer set search_path = afara, pg_temp as $$
  select greatest(0, 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    + greatest(sealed_through(), (select last_xid from sequencer)))
$$;
