-- Members sign in with a link by mail and a code where they have no passkey, and people who lost their passkeys enrol again.

-- A session that began with a link and a code belongs to no passkey. It is short, because the desktop is shared, and no operator has one.
alter table person_session
  alter column passkey_id drop not null,
  drop constraint person_session_method_check,
  add constraint person_session_method_check check (method in ('passkey', 'device', 'email_totp')),
  add constraint person_session_has_passkey check ((method = 'email_totp') = (passkey_id is null)),
  add constraint person_session_by_mail check (
    method <> 'email_totp'
    or (operator_id is null and client = 'browser' and idle_expires_at <= last_seen_at + interval '30 minutes'
      and expires_at <= created_at + interval '8 hours'));

-- The secret with which a member's phone computes codes (TOTP). It is encrypted with a key that the database does not have.
create table totp (
  id uuid primary key,
  member_id uuid not null references member (id),
  secret bytea check (octet_length(secret) between 30 and 100),
  created_at timestamptz not null,
  -- When the member typed the first right code.
  confirmed_at timestamptz,
  ended_at timestamptz check (ended_at >= created_at),
  -- The time step of the newest code that was used. This code and older ones are refused.
  last_step bigint,
  -- Wrong codes since the last right one.
  failures integer not null default 0 check (failures between 0 and 10),
  constraint totp_confirmed_in_time check (confirmed_at >= created_at and confirmed_at < created_at + interval '10 minutes'),
  constraint totp_used_after_confirming check ((confirmed_at is null) = (last_step is null)),
  constraint totp_forgets_its_secret check ((secret is null) = (ended_at is not null))
);
create unique index totp_in_use on totp (member_id) where confirmed_at is not null and ended_at is null;
create unique index totp_waiting on totp (member_id) where confirmed_at is null and ended_at is null;

-- What somebody asked to be mailed: a link to sign in, or a link to enrol again. It counts how often one address and one source ask, and a
-- link to sign in waits here. An address that nobody has gets a row too, so that both take the same time. After a crash the table is empty,
-- and people ask again.
create unlogged table email_request (
  id uuid primary key,
  purpose text not null check (purpose in ('sign_in', 'recovery')),
  email_hash digest not null,
  source cidr not null,
  created_at timestamptz not null,
  -- The member who gets the link. Null if nobody does.
  member_id uuid references member (id),
  -- The token of the link, and the cookie of the browser that asked.
  token_hash digest unique,
  browser_hash digest,
  opened_at timestamptz,
  -- Wrong codes after the link was opened.
  failures integer not null default 0 check (failures between 0 and 5),
  ended_at timestamptz,
  constraint email_request_has_link check (num_nonnulls(token_hash, browser_hash) = case when purpose = 'sign_in' then 2 else 0 end),
  constraint email_request_opened_in_time check (opened_at >= created_at and opened_at < created_at + interval '10 minutes'),
  constraint email_request_ends_after_opening check (ended_at >= opened_at and (ended_at is null or opened_at is not null))
);
create index email_request_of_email on email_request (email_hash, created_at);
create index email_request_of_source on email_request (source, created_at);
create index email_request_of_browser on email_request (browser_hash) where opened_at is not null;
create index email_request_created on email_request (created_at);

-- A person who had a passkey before enrolled again by a link. Another reader of their mail may have done it, so for a day they
-- sign nothing.
create table reenrolment (
  passkey_id uuid primary key references passkey (id),
  operator_id uuid references operator (id),
  member_id uuid references member (id),
  at timestamptz not null,
  signs_from timestamptz not null,
  constraint reenrolment_of_one_person check (num_nonnulls(operator_id, member_id) = 1),
  constraint reenrolment_waits check (signs_from >= at + interval '24 hours')
);
create index reenrolment_of_operator on reenrolment (operator_id) where operator_id is not null;
create index reenrolment_of_member on reenrolment (member_id) where member_id is not null;

alter table mail
  drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in ('invitation', 'sign_in', 'recovery', 'reenrolled', 'break_glass')),
  drop constraint mail_forgets_its_link,
  add constraint mail_forgets_its_link check (
    (sealed is not null) = (kind in ('invitation', 'sign_in', 'recovery') and num_nonnulls(sent_at, given_up_at) = 0));
