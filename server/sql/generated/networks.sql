-- Generated from server/src/kernel/networks.ts by "npm run generate". Do not edit.

alter type asset add value if not exists 'XLM';
alter type asset add value if not exists 'POL';
alter type asset add value if not exists 'SOL';
alter type asset add value if not exists 'AVAX';

insert into network (name, family, gas_asset, finality, compares_case_insensitively, opens_deposit_accounts) values
  ('Stellar', 'stellar', 'XLM', 'closed', false, false),
  ('Polygon', 'evm', 'POL', 'finalized', true, false),
  ('Solana', 'solana', 'SOL', 'finalized', false, true),
  ('Avalanche', 'evm', 'AVAX', 'finalized', true, false)
on conflict (name) do update set
  family = excluded.family, gas_asset = excluded.gas_asset, finality = excluded.finality,
  compares_case_insensitively = excluded.compares_case_insensitively, opens_deposit_accounts = excluded.opens_deposit_accounts;
