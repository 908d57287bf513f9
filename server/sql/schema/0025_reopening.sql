-- Two people may find that they froze somebody who is not on the list after all. They ask again, with a reason; the match then has a new
-- case.
insert into decision (kind, action, carried_out_by) values ('request', 'reopen_match', 'reopen_match');
create index case_file_reopens on case_file ((resolution ->> 'case_id'))
  where kind = 'request' and ended = 'approved' and resolution ->> 'action' = 'reopen_match';

-- held_fits_limits replaces it, for sells and withdrawals as well.
drop function if exists held_buy_fits_limits(transaction, timestamptz);
