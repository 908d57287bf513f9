-- Why: whoever holds the superuser's password can edit any row. Committed rows are therefore hashed into a chain, in
-- batches, off the hot path, and the head of the chain leaves the database within seconds. An edit then breaks a
-- hash that stands outside, and the batch's list of hashes names the row.
--
-- The sealer also brings the sums of accounts without a balance row forward, in the same commit.

set local role afara_owner;
set local search_path = afara;

create table seal (
  number bigint primary key check (number > 0),
  -- The batch holds every row whose writer is in (after_xid, through_xid].
  after_xid bigint not null unique,
  through_xid bigint not null,
  row_count integer not null,
  -- One record a row: which table, which row, which hash.
  leaves bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  -- To the millisecond, as it is hashed.
  sealed_at timestamptz(3) not null,
  check (through_xid > after_xid)
);
-- Hashes do not compress.
alter table seal alter column leaves set storage external;

create table account_total (
  owner text collate "C" not null,
  kind account_kind not null,
  asset asset not null,
  mode mode not null,
  debit_minor numeric(38, 0) not null,
  credit_minor numeric(38, 0) not null,
  primary key (owner, kind, asset, mode)
);

-- Kinds that are summed over all time. Balances know their own amount; held and committed belong to one transaction,
-- whose few postings are found by it.
create function account_is_totalled(kind account_kind) returns boolean language sql immutable parallel safe
  return not account_has_floor(kind) and kind <> 'committed';

create function roll_up_accounts(p_after_xid bigint, p_through_xid bigint) returns void
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

-- What an account without a balance row holds now, on its normal side: the sum brought forward and what was posted
-- since. What is committed is not brought forward: it is read from the entries of its transaction.
create function account_sum(p_mode mode, p_kind account_kind, p_owner text, p_asset asset) returns numeric
language sql stable security definer set search_path = afara, pg_temp as $$
  with sealed as (select coalesce(max(through_xid), 0) as xid from seal),
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

-- How far the transaction counter is behind what was sealed or sequenced; zero in a database that only ever went
-- forward. Processes ask before they start.
create function counter_behind_by() returns bigint
language sql stable security definer set search_path = afara, pg_temp as $$
  select greatest(0, 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    + greatest((select coalesce(max(through_xid), 0) from seal), (select last_xid from sequencer)))
$$;

create trigger seal_is_history before update or delete or truncate on seal
  for each statement execute function refuse_change();

grant select, insert on seal to afara_sealer;
grant select on account_total to afara_sealer, afara_worker;
grant select on seal to afara_worker;
grant execute on function roll_up_accounts to afara_sealer;
grant execute on function account_sum to afara_worker;
grant execute on function counter_behind_by to afara_api, afara_worker;
grant execute on function account_is_totalled to afara_worker, afara_sealer;
grant select on audit to afara_sealer;
