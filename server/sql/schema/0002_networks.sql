-- The networks that tokens move on. generated/networks.sql fills the table from the data files of the networks.

create table network (
  name text primary key check (name <> ''),
  -- How its addresses are spelt and its transactions made: 'evm', 'solana' or 'stellar'.
  family text not null check (family <> ''),
  -- What it takes as gas.
  gas_asset asset not null,
  -- Hexadecimal addresses are the same wallet in large and small letters.
  compares_case_insensitively boolean not null,
  -- Tokens can arrive at an address only while an account of ours stands there; a sweep closes it.
  opens_deposit_accounts boolean not null,
  unique (name, opens_deposit_accounts)
);
