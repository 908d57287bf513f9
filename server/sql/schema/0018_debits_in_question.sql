-- A debit that nobody has explained may be a payout of ours that the vendor booked without our reference. Until people say what it was, no
-- payout that it may be is dead. People may now say that it was that payout.

create index payout_line_in_question on payout_line (account_id) where problem is not null and direction = 'debit';

alter table payout_line_answer
  drop constraint payout_line_answer_explained_as_check,
  drop constraint payout_line_answer_check,
  drop constraint payout_line_answer_check2,
  add constraint payout_line_answer_explained_as_check
    check (explained_as in ('capital', 'return', 'payout', 'loss', 'charge', 'vendor', 'somebody')),
  -- The payout that came back with it, or that it was.
  add constraint payout_line_answer_check check ((explained_as in ('return', 'payout')) = (payout_id is not null)),
  add constraint payout_line_answer_check2 check (entry_id is not null or explained_as in ('return', 'payout', 'somebody'));
-- A payout leaves the account once.
create unique index payout_line_answer_paid on payout_line_answer (payout_id) where explained_as = 'payout';

-- What was ordered for the same account at a bank in the same amount: some vendors take that again only after a while.
create index payout_right_same on payout_right (account_number, amount_minor, opened_at);
