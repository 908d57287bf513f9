-- A standing decision lets one person close a narrow kind of case. Two operators sign it like any other decision, so it is a case that they
-- approved (resolution.action = allow_standing). A decision that rests on it names it in resolution.standing. PostgreSQL refuses such a
-- decision unless the standing decision covers it (require_standing), and the signer and the payer verify that themselves.

-- The standing decisions that one operator ended. Another end follows from the facts: one reversal ends it (standing_decision).
create table standing_end (
  standing_id uuid primary key references case_file (id),
  ended_by uuid not null references operator (id),
  reason text not null check (btrim(reason) <> ''),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index standing_end_xid on standing_end (xid);

-- The decisions that rest on a standing decision: PostgreSQL finds them by the case, the signer and the payer by the signed text.
create index case_file_under_standing on case_file ((resolution ->> 'standing')) where resolution ->> 'standing' is not null;
create index case_file_allows on case_file (id) where resolution ->> 'action' = 'allow_standing';
create index signed_decision_under_standing on signed_decision ((substring(text from E'\ndecision[.]standing: "([0-9a-f-]{36})"')))
  where substring(text from E'\ndecision[.]standing: "([0-9a-f-]{36})"') is not null;

-- One person may close a live case if the decision names its standing decision. approve_resolution and decided_case verify that it covers
-- the decision.
alter table case_file drop constraint case_file_two_people, add constraint case_file_two_people check (case ended
  when 'approved' then num_nulls(proposed_by, approved_by) = 0
    and (proposed_by <> approved_by or mode = 'test' or resolution ->> 'standing' is not null)
  when 'dismissed' then proposed_by is not null and approved_by is null and resolution ->> 'action' = 'dismiss'
    and kind in ('line_aside', 'request', 'overdue')
  else approved_by is null end);

insert into decision (kind, action, carried_out_by) values ('request', 'allow_standing', 'allow_standing');
