-- Why: a statement is the bank's last word on an account, and a person brings it. Who brought which file, of which days, and
-- what came of it is history: the next file must go on where this one ended, and the same file is not worked through twice.

set local role afara_owner;
set local search_path = afara;

-- One import of one file, in the commit that recorded its lines.
create table import_run (
  id uuid primary key,
  mode mode not null,
  vendor_account_id uuid not null,
  profile text not null check (profile ~ '^[a-z0-9]+$'),
  -- SHA-256 of the file as it came.
  file_digest digest not null,
  operator_id uuid not null references operator (id),
  reason text not null check (btrim(reason) <> ''),
  -- By the day in Lagos, both included.
  first_day date not null,
  last_day date not null,
  -- An account can be overdrawn.
  opening_minor numeric(38, 0) not null,
  closing_minor numeric(38, 0) not null,
  new_count integer not null check (new_count >= 0),
  known_count integer not null check (known_count >= 0),
  aside_count integer not null check (aside_count >= 0),
  imported_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode),
  unique (vendor_account_id, file_digest),
  check (first_day <= last_day)
);
create index import_run_by_last_day on import_run (vendor_account_id, last_day);
create index import_run_by_first_day on import_run (vendor_account_id, first_day);

create trigger import_run_is_history before update or delete or truncate on import_run
  for each statement execute function refuse_change();

-- Of a payment that a feed and a statement tell in ways that contradict each other two lines are made, and the bank has one.
-- What the statement brought is kept from everybody until a person has looked. False when it is not free any more.
create function hold_told_twice(p_line uuid, p_other uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  f credit_fund;
begin
  select * into f from credit_fund c where c.line_id = p_line and c.blocked_by is null for update;
  if not found then
    return false;
  end if;
  update credit_fund set blocked_by = open_case(uuidv7(), f.mode, 'duplicate', f.vendor_account_id, p_line, null, null,
      'The statement has it and lacks another line of the same amount: one payment may have been told in two ways.',
      jsonb_build_object('other_line_id', p_other), jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day')
    where line_id = p_line;
  return true;
end $$;

-- A file is only what one person says that a bank wrote. Whatever it makes of credits (new ones, or payers that no feed had
-- named) is kept from everybody until another has compared it with the bank. Returns how many credits there are.
create function hold_brought(p_case uuid, p_lines uuid[]) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_held integer;
begin
  update credit_fund set blocked_by = p_case where line_id = any (p_lines) and blocked_by is null;
  get diagnostics v_held = row_count;
  return v_held;
end $$;

-- As before, but that a credit which only waits for this comparison was not used: readings may still change places on it.
create or replace function line_is_touched(p_line uuid) returns boolean language sql stable as $$
  select not exists (
    select from credit_fund c join bank_line l on l.id = c.line_id left join bank_line_fee f on f.line_id = l.id
    where c.line_id = p_line
      and (c.blocked_by is null
        or exists (select from case_file k where k.id = c.blocked_by and k.kind = 'unconfirmed_import' and k.state <> 'resolved'))
      and c.left_minor::numeric = l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0))
$$;

grant select on import_run to afara_worker;
