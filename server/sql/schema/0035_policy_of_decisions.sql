-- How many people a decision needs, by mode. In live mode it is always two. In test mode it is one, unless operators decided otherwise. The
-- signer and the payer do not read this table: they have the same numbers in their operators file.

create table decision_policy (
  mode mode primary key,
  people integer not null check (people in (1, 2)),
  constraint decision_policy_live check (mode <> 'live' or people = 2)
);
insert into decision_policy values ('live', 2), ('test', 1);

-- Proposer and approver are two people in every row of live mode. approve_resolution enforces the number for test mode.
alter table case_file drop constraint case_file_two_people, add constraint case_file_two_people check (case ended
  when 'approved' then num_nulls(proposed_by, approved_by) = 0 and (proposed_by <> approved_by or mode = 'test')
  when 'dismissed' then proposed_by is not null and approved_by is null and resolution ->> 'action' = 'dismiss'
    and kind in ('line_aside', 'request', 'overdue')
  else approved_by is null end);

insert into decision (kind, action, carried_out_by) values ('request', 'set_people', 'set_people_needed');
