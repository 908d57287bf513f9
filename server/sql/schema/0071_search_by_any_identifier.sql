-- Operators find whatever somebody reads to them, however many transactions there are. Thousands of transactions may share a wallet, a
-- number or a sender. Each of these indexes also orders by the id, which contains the time, so that a search reads only the newest of them.
drop index buy_by_payer_number, sell_by_number, sell_payee_by_number, bank_line_reading_by_number, bank_line_payer_by_number,
  buy_by_wallet, sell_by_wallet, withdrawal_by_wallet, deposit_by_sender;
create index buy_by_payer_number on buy (payer_account_number, transaction_id) where payer_account_number is not null;
create index sell_by_number on sell (account_number, transaction_id);
create index sell_payee_by_number on sell_payee (account_number, transaction_id);
create index payout_right_by_number on payout_right (account_number, transaction_id);
create index bank_line_reading_by_number on bank_line_reading (payer_account_number, id) where payer_account_number is not null;
create index bank_line_payer_by_number on bank_line_payer (payer_account_number, reading_id) where payer_account_number is not null;
create index buy_by_wallet on buy (wallet_address, transaction_id) where wallet_address is not null;
create index sell_by_wallet on sell (wallet_address, transaction_id) where wallet_address is not null;
create index withdrawal_by_wallet on withdrawal (wallet_address, transaction_id);
create index deposit_by_sender on deposit (sender, transaction_id);

-- The number and the code that were made for one payment, also after the payment; who paid to the number; the hash of a sweep before it is
-- final; what members of a business enrolled.
create index collection_number_by_number on collection_number (number, transaction_id) where number is not null;
create index expected_payment_by_code on expected_payment (code);
create index bank_line_number_by_number on bank_line_number (number);
create index sweep_attempt_by_hash on sweep_attempt (hash);
create index beneficiary_by_number on beneficiary (account_number);
create index enrolled_wallet_by_address on enrolled_wallet (address);

-- They have more arguments now: the mode, and how many are wanted.
drop function if exists find_subjects(text, uuid, text[], integer);
drop function if exists find_keys(uuid, uuid, integer);
drop function if exists subjects_of_reference(text);
drop function if exists subjects_on_chain(text[]);
drop function if exists subjects_of_account_number(text);
drop function if exists subjects_of_name(text);
