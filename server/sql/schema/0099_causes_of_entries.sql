-- check_causes finds the row that names an entry by these. The tables stay small, except bank_line_fee and allocation_end, which have few
-- rows per day.
create index bank_line_fee_entry on bank_line_fee (entry_id);
create index credit_take_back_xid on credit_take_back (xid);
create index allocation_end_entry on allocation_end (entry_id);
create index hand_payment_entry on hand_payment (entry_id) where entry_id is not null;
create index sweep_entry on sweep (entry_id) where entry_id is not null;
create index deposit_opening_entry on deposit_opening (entry_id) where entry_id is not null;
create index adopted_lock_entry on adopted_lock (entry_id) where entry_id is not null;
create index adopted_lock_gas_entry on adopted_lock (gas_entry_id) where gas_entry_id is not null;
create index payout_line_disowned_entry on payout_line_disowned (entry_id);
create index payout_line_answer_entry on payout_line_answer (entry_id) where entry_id is not null;
create index treasury_move_debit_entry on treasury_move (debit_entry_id) where debit_entry_id is not null;
create index treasury_move_credit_entry on treasury_move (credit_entry_id) where credit_entry_id is not null;

-- Credits that were recorded are asked about at their banks.
alter domain reconciled_kind drop constraint reconciled_kind_check;
alter domain reconciled_kind add constraint reconciled_kind_check check (value in ('lane', 'deposits', 'gas', 'payout_lines',
  'payout_balance', 'collection', 'bank_lines', 'vendor_debt', 'ledger'));
