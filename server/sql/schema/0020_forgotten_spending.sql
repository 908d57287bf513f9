-- After a restore, the vault's journals tell what was paid out of a balance by requests that the database no longer has. That amount is
-- held in the balance until the request comes back, or until two people say what it was.

-- What the payout took from the balance of its business, by the payer's journal. Null: it was not paid out of a balance.
alter table payout_forgotten add column balance_minor positive_minor;
create index payout_forgotten_business on payout_forgotten (split_part(right_key, '/', 1)) where balance_minor is not null;
create index adopted_lock_business on adopted_lock (split_part(right_key, '/', 1)) where state = 'waiting';

-- Two people said what a forgotten payout was. The case that decided it has the id of its entry, if there is one: a payout that the bank
-- never made has none.
create table payout_written_off (
  account_id uuid not null,
  reference text not null,
  case_id uuid not null unique references case_file (id),
  entry_id uuid,
  written_off_at timestamptz not null,
  primary key (reference, account_id),
  foreign key (reference, account_id) references payout_forgotten (reference, account_id)
);
insert into decision (kind, action, carried_out_by) values ('request', 'write_off_payout', 'write_off_payout'),
  ('request', 'adopt_journal', 'adopt_journal');

-- How far the journal of each process of the vault was seen to be on its disk: the number and hash of its last record. A journal that does
-- not have that record is an old copy or another's, and its process refuses to work with it.
create table vault_journal (
  vault text primary key check (vault in ('signer', 'payer')),
  count bigint not null check (count >= 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  noted_at timestamptz not null
);
