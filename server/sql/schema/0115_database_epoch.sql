-- Each promotion of a standby begins an epoch. Signer and payer keep the newest epoch that they saw in their journals, and believe no
-- database of an older one: a former primary that still runs, or comes back, moves no money.
create table database_epoch (
  epoch bigint primary key check (epoch > 0),
  began_at timestamptz not null,
  -- When the server that was promoted had started. A restored copy of this row runs on a server that started later.
  postmaster_start timestamptz not null
);
