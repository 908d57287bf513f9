-- Operators change by a decision of two people. One person suspends an operator at once; two decide everything else.

-- A suspended operator can be resumed. An ended operator has no passkey left and returns only by a new invitation.
alter table operator drop constraint operator_status_check;
update operator set status = 'suspended' where status = 'disabled';
alter table operator add constraint operator_status_check check (status in ('active', 'suspended', 'ended'));

-- The case in which two operators decided the invitation. One decision gives one invitation.
alter table invitation add column decided_by uuid unique references case_file (id);

insert into decision (kind, action, carried_out_by) values
  ('request', 'invite_operator', 'invite_operator'), ('request', 'change_operator_roles', 'change_operator_roles'),
  ('request', 'end_operator', 'end_operator');

-- Every operator learns by mail that somebody used the break-glass command.
alter table mail drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in ('invitation', 'reenrolled', 'break_glass'));
