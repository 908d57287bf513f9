-- Generated from server/src/kernel/networks.ts by "npm run generate". Do not edit.

alter type asset add value if not exists 'XLM';
alter type asset add value if not exists 'POL';
alter type asset add value if not exists 'SOL';
alter type asset add value if not exists 'AVAX';

insert into network (name, family, gas_asset, gas_decimals, finality, compares_case_insensitively, opens_deposit_accounts) values
  ('Stellar', 'stellar', 'XLM', 7, 'closed', false, false),
  ('Polygon', 'evm', 'POL', 18, 'finalized', true, false),
  ('Solana', 'solana', 'SOL', 9, 'finalized', false, true),
  ('Avalanche', 'evm', 'AVAX', 18, 'finalized', true, false)
on conflict (name) do update set
  family = excluded.family, gas_asset = excluded.gas_asset, gas_decimals = excluded.gas_decimals, finality = excluded.finality,
  compares_case_insensitively = excluded.compares_case_insensitively, opens_deposit_accounts = excluded.opens_deposit_accounts;
