-- What each step of the service may post. The rows are generated from server/src/records/ledger/declared-postings.ts; no process role may
-- write them, and the posting functions refuse any other posting.

-- Most of each page stays free, so that the table has enough pages for the planner to prefer its index, whenever statistics are made.
create table declared_posting (
  step text collate "C" not null,
  debit_kind account_kind not null,
  credit_kind account_kind not null,
  mode mode not null,
  primary key (step, debit_kind, credit_kind, mode)
) with (fillfactor = 10);

-- A cause credits a balance once: a buy that was settled, a sell that was not paid, a withdrawal that was not sent. The other causes have
-- their own keys: an entry is reversed once, and a deposit is answered once.
create unique index entry_of_balance_cause on entry (transaction_id)
  where step in ('credited_to_balance', 'returned_to_balance', 'returned_to_wallet');
create unique index deposit_answer_entry on deposit_answer (entry_id);

-- The signer and the payer add up what moved a balance since they last did. None of these postings has a balance on both sides.
create index posting_of_balance_since on posting
  ((case when debit_kind = 'business' then debit_owner else credit_owner end), mode, xid)
  where debit_kind = 'business' or credit_kind = 'business';
