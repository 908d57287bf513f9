-- Operators find a transaction or a credit by every identifier that they may hold. Each lookup has an index, so that a search costs the
-- same however large the tables are.

-- By the number of a bank account.
create index buy_by_payer_number on buy (payer_account_number) where payer_account_number is not null;
create index sell_by_number on sell (account_number);
create index sell_payee_by_number on sell_payee (account_number);
create index bank_line_reading_by_number on bank_line_reading (payer_account_number) where payer_account_number is not null;
create index bank_line_payer_by_number on bank_line_payer (payer_account_number) where payer_account_number is not null;

-- By a wallet, and by the hash of what arrived.
create index buy_by_wallet on buy (wallet_address) where wallet_address is not null;
create index sell_by_wallet on sell (wallet_address) where wallet_address is not null;
create index withdrawal_by_wallet on withdrawal (wallet_address);
create index deposit_by_sender on deposit (sender);
create index deposit_by_hash on deposit (tx_hash);
create index deposit_sweep_by_hash on deposit_sweep (tx_hash);

-- By the vendor's own id of a payout.
create index payout_reading_by_vendor on payout_reading (vendor_id) where vendor_id is not null;

-- By the words of a name. New names are gathered in a short list before they enter the index. The list is kept small, because the insert
-- that fills it empties it.
create index buy_by_name on buy using gin (to_tsvector('simple', payer_account_name)) with (gin_pending_list_limit = 256)
  where payer_account_name is not null;
create index sell_by_name on sell using gin (to_tsvector('simple', account_name)) with (gin_pending_list_limit = 256)
  where account_name is not null;
create index sell_payee_by_name on sell_payee using gin (to_tsvector('simple', account_name));
create index payout_right_by_name on payout_right using gin (to_tsvector('simple', account_name)) with (gin_pending_list_limit = 256);
create index bank_line_reading_by_name on bank_line_reading using gin (to_tsvector('simple', payer_name))
  with (gin_pending_list_limit = 256) where payer_name is not null;
create index bank_line_payer_by_name on bank_line_payer using gin (to_tsvector('simple', payer_name))
  with (gin_pending_list_limit = 256) where payer_name is not null;
