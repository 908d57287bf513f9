-- The books beside the world: sums that are folded from the history, each comparison and its result, and the close of each day.

create domain reconciled_kind as text check (value in ('lane', 'deposits', 'gas', 'payout_lines', 'payout_balance', 'collection',
  'ledger'));

-- One row. Whoever reconciles holds a lease, so that two workers do not do it twice.
create table reconciling (
  is_one boolean primary key default true check (is_one),
  holder text,
  lease_until timestamptz,
  -- Everything whose writer is at most this number is in the sums below.
  through_xid bigint not null default 0,
  -- The last seal whose rows were hashed anew; after the newest one it begins again.
  verified_seal bigint not null default 0,
  verified_all_at timestamptz,
  -- Up to which writer the checks were run, and when; and the last day on which they read everything.
  checked_xid bigint not null default 0,
  checked_at timestamptz,
  checked_all_on date
);
insert into reconciling default values;

-- The sum of an account, and of an account in a day (in Lagos). Held and committed money is summed over all transactions.
create table account_book (
  mode mode not null,
  kind account_kind not null,
  owner text collate "C" not null,
  asset asset not null,
  in_minor numeric(38, 0) not null,
  out_minor numeric(38, 0) not null,
  primary key (mode, kind, owner, asset)
) with (fillfactor = 50);

create table account_day (
  mode mode not null,
  kind account_kind not null,
  owner text collate "C" not null,
  asset asset not null,
  day date not null,
  in_minor numeric(38, 0) not null,
  out_minor numeric(38, 0) not null,
  primary key (mode, day, kind, owner, asset)
) with (fillfactor = 50);

-- What the books and the vendor's own book of a payout account say of one thing, as long as they do not say the same.
create table payout_item (
  account_id uuid not null references payout_account (id),
  -- 'ref:<reference>' of a payment, 'entry:<id>' of a posting with its lines, 'line:<id>' of a line that nothing explains.
  key text not null,
  ours_minor numeric(38, 0) not null,
  theirs_minor numeric(38, 0) not null,
  since timestamptz not null,
  primary key (account_id, key)
) with (fillfactor = 70);

-- The sum of the vendor's lines.
create table payout_book (
  account_id uuid primary key references payout_account (id),
  lines_minor numeric(38, 0) not null,
  line_count bigint not null
) with (fillfactor = 50);

-- Deposit addresses that should have tokens, or have others than they should. The one that was not looked at for the longest is next.
create table deposit_holding (
  mode mode not null,
  network text not null,
  address text collate "C" not null,
  units numeric(78, 0) not null,
  looked_at timestamptz,
  -- What was there last, less what should have been.
  off_units numeric(78, 0) not null default 0,
  primary key (mode, network, address)
) with (fillfactor = 70);
create index deposit_holding_next on deposit_holding (mode, network, looked_at nulls first, address);
create index deposit_holding_off on deposit_holding (mode, network) where off_units <> 0;

-- What sweeps brought to a lane: more than the books have, by what is less than a kobo at each address.
create table lane_sweeps (
  lane_id uuid primary key,
  units numeric(78, 0) not null,
  minor numeric(38, 0) not null
) with (fillfactor = 50);

-- What was found: one row when something changes, and none while all is as it was.
create table reconciliation (
  id uuid primary key,
  scope_kind reconciled_kind not null,
  scope text collate "C" not null,
  mode mode not null,
  at timestamptz not null,
  ours_minor numeric(78, 0) not null,
  theirs_minor numeric(78, 0) not null,
  -- What nothing explains: theirs, less ours and what is under way.
  difference_minor numeric(78, 0) not null,
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  state text not null check (state in ('agrees', 'differs', 'confirmed')),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check ((difference_minor = 0) = (state = 'agrees'))
);
create index reconciliation_of_scope on reconciliation (scope_kind, scope, mode, at);

-- How each thing that is compared stands now.
create table reconciliation_scope (
  scope_kind reconciled_kind not null,
  scope text collate "C" not null,
  mode mode not null,
  ours_minor numeric(78, 0) not null,
  theirs_minor numeric(78, 0) not null,
  difference_minor numeric(78, 0) not null,
  items jsonb not null,
  state text not null check (state in ('agrees', 'differs', 'confirmed')),
  -- Since when it stands so.
  since timestamptz not null,
  looked_at timestamptz not null,
  last_agreed_at timestamptz,
  -- What the next look compares with.
  basis jsonb,
  primary key (scope_kind, scope, mode)
) with (fillfactor = 50);

-- Tokens in a wallet of ours that nobody explains, as they were put in suspense.
create table reconciliation_surplus (
  entry_id uuid primary key,
  mode mode not null,
  lane_id uuid not null references lane (id),
  amount_minor positive_minor not null,
  case_id uuid not null,
  at timestamptz not null,
  -- Two people said that they are ours, in this commit.
  undone_entry_id uuid unique
);
create index reconciliation_surplus_standing on reconciliation_surplus (lane_id) where undone_entry_id is null;

create table daily_close (
  mode mode not null,
  day date not null,
  made_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (mode, day)
);

create table daily_close_line (
  mode mode not null,
  day date not null,
  kind account_kind not null,
  owner text collate "C" not null,
  asset asset not null,
  opening_minor numeric(38, 0) not null,
  in_minor numeric(38, 0) not null,
  out_minor numeric(38, 0) not null,
  closing_minor numeric(38, 0) not null,
  -- What bank, vendor or chain have, by the last look before the close, when all that was under way is counted. Null: it is nowhere but in
  -- the books.
  world_minor numeric(78, 0),
  difference_minor numeric(78, 0),
  primary key (mode, day, kind, owner, asset),
  foreign key (mode, day) references daily_close (mode, day),
  check (closing_minor = opening_minor + in_minor - out_minor)
);
