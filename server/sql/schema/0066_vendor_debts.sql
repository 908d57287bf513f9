-- What vendors owe us. A vendor that collects payments and settles them later owes us every payment on its pool, less its fee, until the
-- money arrives on an account of ours. In the ledger this is receivable:collections:<vendor>.

-- The sums of one vendor. Whoever changes its debt locks this row.
create table vendor_debt (
  mode mode not null,
  vendor text not null check (vendor ~ '^[a-z]+$'),
  -- All that it ever collected for us.
  collected_minor nonnegative_minor not null,
  -- All that it settled or sent back to payers, and all that we wrote off.
  cleared_minor nonnegative_minor not null,
  primary key (mode, vendor)
);

-- Each change of a debt. Its id is that of the bank line, or of the case in which operators decided it.
create table vendor_debt_move (
  id uuid primary key,
  mode mode not null,
  vendor text not null,
  kind text not null check (kind in ('collected', 'sent_back', 'settled', 'written_off')),
  amount_minor positive_minor not null,
  -- The sum of its side up to and including this move: what the vendor collected, or what was cleared. Settlements clear the oldest first.
  through_minor positive_minor not null,
  booked_at timestamptz not null,
  entry_id uuid not null unique,
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  foreign key (mode, vendor) references vendor_debt (mode, vendor)
);
create index vendor_debt_move_collected on vendor_debt_move (mode, vendor, booked_at) where kind = 'collected';
-- The newest move of each side has the sum of that side.
create unique index vendor_debt_move_raised on vendor_debt_move (mode, vendor, through_minor) where kind = 'collected';
create unique index vendor_debt_move_cleared on vendor_debt_move (mode, vendor, through_minor) where kind <> 'collected';
create index vendor_debt_move_xid on vendor_debt_move (xid);

-- How much we deliver on a vendor's credit, and the account from which it pays us. Two operators decide it; the newest row counts.
create table vendor_terms (
  case_id uuid primary key,
  mode mode not null,
  vendor text not null check (vendor ~ '^[a-z]+$'),
  cap_minor nonnegative_minor not null,
  pays_from_number account_number,
  pays_from_bank filled_text,
  decided_at timestamptz not null,
  check (num_nonnulls(pays_from_number, pays_from_bank) in (0, 2))
);
create index vendor_terms_newest on vendor_terms (mode, vendor, decided_at desc, case_id desc);

alter domain reconciled_kind drop constraint reconciled_kind_check;
alter domain reconciled_kind add constraint reconciled_kind_check check (value in ('lane', 'deposits', 'gas', 'payout_lines',
  'payout_balance', 'collection', 'ledger', 'vendor_debt'));

insert into decision (kind, action, carried_out_by) values ('request', 'set_vendor_terms', 'set_decided_vendor_terms'),
  ('request', 'book_settlement', 'book_decided_settlement'), ('request', 'write_off_debt', 'write_off_decided_debt');
