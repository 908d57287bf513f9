insert into network (name, family, gas_asset, compares_case_insensitively, opens_deposit_accounts) values
  ('Avalanche', 'evm', 'AVAX', true, false),
  ('Polygon', 'evm', 'POL', true, false),
  ('Solana', 'solana', 'SOL', false, true),
  ('Stellar', 'stellar', 'XLM', false, false)
on conflict (name) do update set family = excluded.family, gas_asset = excluded.gas_asset,
  compares_case_insensitively = excluded.compares_case_insensitively, opens_deposit_accounts = excluded.opens_deposit_accounts;
