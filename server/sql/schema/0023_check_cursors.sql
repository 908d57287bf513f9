-- Checks cost what is new, and go through the whole record in slices: each keeps how far it came.

-- These looked at everything in one statement. They have other arguments now, or other names.
do $$
declare
  v_check regprocedure;
begin
  for v_check in select p.oid from pg_proc p
    where p.pronamespace = 'afara'::regnamespace and p.prorettype = 'afara.finding'::regtype and p.pronargs = 1 loop
    execute format('drop function %s', v_check);
  end loop;
end $$;
drop function if exists note_checked(bigint, date, timestamptz);

-- Up to where a check has looked: 'new' follows what is written, 'all' goes through everything once a day and begins again.
create table check_cursor (
  name text not null,
  walk text not null check (walk in ('new', 'all')),
  -- The number of a writer, or of a page, which the check has done.
  position bigint not null,
  -- Names the sums that a check carries through one walk.
  pass uuid,
  begun_at timestamptz not null,
  looked_at timestamptz not null,
  -- When it had last seen everything.
  ended_at timestamptz,
  -- What it said when it failed, or found at the end of a walk. It stands until the check passes.
  failure text,
  primary key (name, walk)
) with (fillfactor = 50);

-- A slice in which something was found. It is looked at again until nothing is.
create table check_open_slice (
  name text not null,
  walk text not null,
  after_position bigint not null,
  through_position bigint not null,
  looked_at timestamptz not null,
  primary key (name, walk, after_position, through_position)
);

-- Sums of all that a walk has seen so far.
create table checked_sum (
  pass uuid not null,
  what text not null,
  mode mode not null,
  kind account_kind not null,
  owner text collate "C" not null,
  asset asset not null,
  in_minor numeric(38, 0) not null,
  out_minor numeric(38, 0) not null,
  primary key (pass, what, mode, kind, owner, asset)
);

-- What is out at a vendor is summed at each look: without it, all payouts that ever were would be read. A payout enters it once.
create index payout_out on payout (account_id) where money_back_at is null and final_entry_id is null;

-- The newest seal at the last look; how many rows have yet to be hashed anew to keep twice the pace of sealing, and since when there are
-- any.
alter table reconciling add column seen_seal bigint not null default 0, add column owed_rows bigint not null default 0,
  add column owed_since timestamptz;
