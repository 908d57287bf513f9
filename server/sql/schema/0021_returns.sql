-- A return sends a credit, or what is left of one, back to whoever paid it. No buy stands behind it, so it is a transaction of its own type
-- that belongs to no business. Its id is that of its row in credit_return. It is paid like a refund.
alter type transaction_type add value if not exists 'return';

alter table transaction alter column business_id drop not null;
alter table transaction add constraint transaction_belongs check ((business_id is null) = (type = 'return'));
alter table transaction_event alter column business_id drop not null;
alter table event_position alter column business_id drop not null;
alter table payout_order alter column business_id drop not null;
alter table payout_right alter column business_id drop not null;

-- Two people said, before they paid, that they pay a return or a part of a refund by hand from a collection account. The debit of that
-- amount is then explained, and the payer never pays the same. A row ends when it is cancelled; its debit is named when the bank shows it.
create table hand_payment (
  id uuid primary key references case_file (id),
  return_id uuid not null references credit_return (id),
  mode mode not null,
  vendor_account_id uuid not null references vendor_account (id),
  amount_minor positive_minor not null,
  decided_at timestamptz not null,
  debit_line_id uuid unique references bank_line (id),
  entry_id uuid,
  cancelled_at timestamptz,
  check ((debit_line_id is null) = (entry_id is null)),
  check (debit_line_id is null or cancelled_at is null)
);
create unique index hand_payment_of_return on hand_payment (return_id) where cancelled_at is null;
create index hand_payment_expected on hand_payment (vendor_account_id, amount_minor)
  where debit_line_id is null and cancelled_at is null;

insert into decision (kind, action, carried_out_by) values ('request', 'pay_by_hand', 'begin_hand_payment');

-- What should have left its status by now and has no question of its own. Its case is shared: ten thousand buys behind one lane are one
-- case. A row goes when its transaction moves on.
create table overdue_transaction (
  transaction_id uuid primary key,
  -- The stay that takes too long: the version of the transaction.
  version integer not null,
  mode mode not null,
  case_id uuid not null references case_file (id),
  expected_by timestamptz not null
);
create index overdue_transaction_of_case on overdue_transaction (case_id);

-- The sweep opens these cases now.
drop function if exists note_overdue(uuid, integer, timestamptz);
drop function if exists open_overdue_case(transaction, status_time, timestamptz, timestamptz);
