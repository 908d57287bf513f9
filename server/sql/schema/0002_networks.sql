-- The networks that tokens move on. generated/networks.sql fills the table from the facts of the networks in the code.

create table network (
  name text primary key check (name <> ''),
  -- How addresses are spelt and transactions are made: 'evm', 'solana' or 'stellar'.
  family text not null check (family <> ''),
  -- What it takes as gas, a value of the type asset. As text, because a new value cannot be used in the transaction that adds it.
  gas_asset text not null check (gas_asset <> ''),
  -- The decimals of one whole coin of gas.
  gas_decimals integer not null check (gas_decimals between 0 and 18),
  -- How a node names what is never undone.
  finality text not null check (finality in ('finalized', 'closed')),
  -- Hexadecimal addresses are the same wallet in upper and lower case.
  compares_case_insensitively boolean not null,
  -- Tokens can arrive at an address only while an account of ours is open there. A sweep closes it.
  opens_deposit_accounts boolean not null,
  unique (name, opens_deposit_accounts)
);
