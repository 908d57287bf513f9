-- What the signer and the payer may do. They read only the columns that they judge by, and execute nothing.

grant usage on schema afara to afara_signer, afara_payer;

-- afara_signer

grant select on
  vault_journal
  to afara_signer;
grant select (epoch) on database_epoch to afara_signer;
grant select (id, mode, line_id, transaction_id, business_id, amount_minor, decided_by) on allocation to afara_signer;
grant select (allocation_id) on allocation_end to afara_signer;
grant select (
  id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, booked_at, session_id
) on bank_line to afara_signer;
grant select (vendor_account_id, source, external_id, number) on bank_line_number to afara_signer;
grant select (line_id, fee_minor, entry_id) on bank_line_fee to afara_signer;
grant select (id, vendor_account_id, source, external_id, direction, session_id) on bank_line_reading to afara_signer;
grant select (reading_id, line_id) on bank_line_assignment to afara_signer;
grant select (transaction_id, mode, vendor_account_id, network, wallet_address, fee_minor) on buy to afara_signer;
grant select (
  case_id, transaction_id, mode, sequence, choice, amount_minor, network, address, decided_by
) on business_case_end to afara_signer;
grant select (
  mode, business_id, transaction_id, customer_number_id, vendor_account_id, number, asked_at, valid_until
) on collection_number to afara_signer;
grant select (customer_number_id, ended_at) on customer_number_end to afara_signer;
grant select (line_id, customer_number_id, transaction_id) on customer_number_payment to afara_signer;
grant select (line_id, lifted_at) on credit_lien to afara_signer;
grant select (id, line_id, transaction_id, case_id, amount_minor) on credit_return to afara_signer;
grant select (id, mode, kind, vendor_account_id, line_id, transaction_id, business_id, xid) on case_file to afara_signer;
grant select (case_id, sequence, resolution) on case_step to afara_signer;
grant select (credit_line_id, xid) on credit_take_back to afara_signer;
grant select (
  case_id, version, part, sequence, credential_id, authenticator_data, client_data, signature, xid
) on decision_signature to afara_signer;
grant select (id, mode, transaction_id, step, reverses) on entry to afara_signer;
-- The causes of a balance: sells that were not paid, and deposits that operators gave back.
grant select (id, mode, transaction_id, minor, held_minor, entry_id) on deposit to afara_signer;
grant select (deposit_id, case_id, amount_minor, entry_id) on deposit_answer to afara_signer;
grant select (right_id, state, money_back_at) on payout to afara_signer;
grant select (id, transaction_id) on payout_right to afara_signer;
grant select (
  id, scope, subject, reason, lifted_at, lifted_reason, lifted_unsigned, xid
) on freeze_order to afara_signer;
grant select (id, mode, network, number, address, state, next_lock, first_lock) on lane to afara_signer;
grant select (
  entry_id, ordinal, mode, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor, xid
) on posting to afara_signer;
grant select (
  lane_id, lock, right_key, transfer_id, right_id, transaction_id, address, tokens_minor, credits, attempts, state, adopted_at
) on adopted_lock to afara_signer;
grant select (case_id, version, mode, transaction_id, line_id, action, text) on signed_decision to afara_signer;
grant select (id, status) on operator to afara_signer;
grant select (standing_id, xid) on standing_end to afara_signer;
grant select (id, business_id, mode, type, status, amount_minor, reference) on transaction to afara_signer;
grant select (transaction_id, sequence, event, data, xid) on transaction_event to afara_signer;
grant select (id, right_id, mode, network, lane_id, lock, state, entry_id) on transfer to afara_signer;
grant select (transfer_id, number, kind, raw, hash, signed_at) on transfer_attempt to afara_signer;
grant select (
  id, mode, transaction_id, purpose, leg, business_id, reference, network, address, tokens_minor
) on transfer_right to afara_signer;
grant select (id, mode, account_number, bank_code, state) on vendor_account to afara_signer;
grant select (transaction_id, mode, network, wallet_address, asked_by) on withdrawal to afara_signer;
-- The requests that keys of a business signed.
grant select (id, decided_by, revoked_at) on api_key to afara_signer;
grant select (subject_id, purpose, business_id, mode, key_id, base, signature, body) on signed_request to afara_signer;
grant select (key_id, business_id, mode, public_key, created_at) on signing_key to afara_signer;
-- The wallets and the withdrawals that members signed, and who they are.
grant select (id, business_id, mode, network, address, label, created_at) on enrolled_wallet to afara_signer;
grant select (id, status) on member to afara_signer;
grant select (member_id, business_id, role, created_at, ended_at) on membership to afara_signer;
grant select (transaction_id, order_id) on ordered_withdrawal to afara_signer;
grant select (member_id, credential_id, public_key, created_at, revoked_at) on passkey to afara_signer;
grant select (
  business_id, mode, version, limit_minor, text, member_id, credential_id, authenticator_data, client_data, signature
) on payment_limit to afara_signer;
grant select (id, total_minor) on payment_order to afara_signer;
grant select (order_id, business_id, mode, people, at) on payment_outcome to afara_signer;
grant select (wallet_id, at) on wallet_end to afara_signer;
grant select (
  wallet_id, part, member_id, credential_id, authenticator_data, client_data, signature, at
) on wallet_signature to afara_signer;
grant select (id, business_id, mode, reference, wallet_id, network, address, amount_minor) on withdrawal_order to afara_signer;
grant select (
  order_id, part, member_id, credential_id, authenticator_data, client_data, signature
) on withdrawal_signature to afara_signer;

-- afara_payer

grant select on
  listed_transaction, sell_with_loss, vault_journal
  to afara_payer;
grant select (epoch) on database_epoch to afara_payer;
grant select (right_key, tokens_minor, state, written_off_at) on adopted_lock to afara_payer;
grant select (id, mode, line_id, transaction_id, business_id, amount_minor, decided_by) on allocation to afara_payer;
grant select (allocation_id) on allocation_end to afara_payer;
grant select (
  id, mode, vendor_account_id, direction, kind, gross_minor, settled_minor, booked_at, session_id
) on bank_line to afara_payer;
grant select (vendor_account_id, source, external_id, number) on bank_line_number to afara_payer;
grant select (line_id, fee_minor, entry_id) on bank_line_fee to afara_payer;
grant select (
  reading_id, payer_account_number, payer_account_mask, payer_name, payer_bank_code
) on bank_line_payer to afara_payer;
grant select (
  id, vendor_account_id, source, external_id, direction, session_id, payer_account_number, payer_account_mask, payer_name, payer_bank_code
) on bank_line_reading to afara_payer;
grant select (line_id, mode, bank_code, account_number) on return_account to afara_payer;
grant select (reading_id, line_id) on bank_line_assignment to afara_payer;
grant select (transaction_id, mode, vendor_account_id) on buy to afara_payer;
grant select (
  case_id, transaction_id, mode, choice, amount_minor, bank_code, account_number, account_name, decided_by
) on business_case_end to afara_payer;
grant select (
  mode, business_id, transaction_id, customer_number_id, vendor_account_id, number, asked_at, valid_until
) on collection_number to afara_payer;
grant select (customer_number_id, ended_at) on customer_number_end to afara_payer;
grant select (line_id, customer_number_id, transaction_id) on customer_number_payment to afara_payer;
grant select (line_id, lifted_at) on credit_lien to afara_payer;
grant select (id, mode, line_id, transaction_id, case_id, amount_minor) on credit_return to afara_payer;
grant select (id, mode, kind, vendor_account_id, line_id, transaction_id, business_id, xid) on case_file to afara_payer;
grant select (case_id, sequence, resolution) on case_step to afara_payer;
grant select (credit_line_id, xid) on credit_take_back to afara_payer;
grant select (
  case_id, version, part, sequence, credential_id, authenticator_data, client_data, signature, xid
) on decision_signature to afara_payer;
grant select (return_id, cancelled_at) on hand_payment to afara_payer;
grant select (
  id, mode, network, tx_hash, log_index, address, token, minor, held_minor, transaction_id, outcome, entry_id
) on deposit to afara_payer;
grant select (mode, network, address, transaction_id) on deposit_address to afara_payer;
grant select (id, mode, transaction_id, step, reverses) on entry to afara_payer;
grant select (
  id, scope, subject, reason, lifted_at, lifted_reason, lifted_unsigned, xid
) on freeze_order to afara_payer;
grant select (
  id, right_id, mode, account_id, attempt, reference, state, entry_id, ordered_at, sent_count, vendor_id, money_back_at
) on payout to afara_payer;
grant select (id, mode, vendor, state, lease_until, line_cursor) on payout_account to afara_payer;
grant select (
  account_id, reference, right_key, attempt, payout_id, bank_code, account_number, amount_minor, balance_minor, noted_at
) on payout_forgotten to afara_payer;
grant select (id, account_id, external_id, direction, amount_minor, reference, kind, problem, seen_at) on payout_line to afara_payer;
grant select (line_id, explained_as, payout_id) on payout_line_answer to afara_payer;
grant select (
  id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name, amount_minor
) on payout_right to afara_payer;
grant select (
  entry_id, ordinal, mode, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount_minor, xid
) on posting to afara_payer;
grant select (deposit_id, case_id, amount_minor, entry_id) on deposit_answer to afara_payer;
grant select (return_id, number, transaction_id, bank_code, account_number) on refund_redirect to afara_payer;
grant select (transaction_id, mode, bank_code, account_number, network, fee_minor) on sell to afara_payer;
grant select (transaction_id, number, bank_code, account_number, account_name, case_id) on sell_payee to afara_payer;
grant select (case_id, version, mode, transaction_id, line_id, action, text) on signed_decision to afara_payer;
grant select (id, status) on operator to afara_payer;
grant select (standing_id, xid) on standing_end to afara_payer;
grant select (id, business_id, mode, type, status, amount_minor, reference) on transaction to afara_payer;
grant select (transaction_id, sequence, event, xid) on transaction_event to afara_payer;
grant select (id, right_id, state) on transfer to afara_payer;
grant select (id, transaction_id) on transfer_right to afara_payer;
grant select (id, mode, account_number, bank_code, state) on vendor_account to afara_payer;
-- The requests that keys of a business signed.
grant select (id, decided_by, revoked_at) on api_key to afara_payer;
grant select (transaction_id, batch_id, number) on batch_sell to afara_payer;
grant select (subject_id, purpose, business_id, mode, key_id, base, signature, body) on signed_request to afara_payer;
grant select (key_id, business_id, mode, public_key, created_at) on signing_key to afara_payer;
-- The payments that members signed, and who they are.
grant select (business_id, mode, bank_code, account_number, created_at, ended_at) on beneficiary to afara_payer;
grant select (id, status) on member to afara_payer;
grant select (member_id, business_id, role, created_at, ended_at) on membership to afara_payer;
grant select (member_id, credential_id, public_key, created_at, revoked_at) on passkey to afara_payer;
grant select (
  order_id, number, business_id, mode, bank_code, account_number, account_name, amount_minor, reference, note
) on payment_item to afara_payer;
grant select (
  business_id, mode, version, limit_minor, text, member_id, credential_id, authenticator_data, client_data, signature
) on payment_limit to afara_payer;
grant select (id, business_id, mode, reference) on payment_order to afara_payer;
grant select (transaction_id, order_id, number) on payment_sell to afara_payer;
grant select (
  order_id, part, member_id, credential_id, authenticator_data, client_data, signature
) on payment_signature to afara_payer;
-- What members withdrew alone counts against the same limit.
grant select (id, amount_minor) on withdrawal_order to afara_payer;
grant select (order_id, business_id, mode, people, at) on withdrawal_outcome to afara_payer;
