-- People who sign in: operators with roles, members of businesses, their sessions and invitations. The people process serves them with a
-- database role of its own. A role belongs to the cluster, so it is created by the role that migrates and not by afara_owner.
reset role;
do $$
begin
  if not exists (select from pg_roles where rolname = 'afara_people') then
    create role afara_people login nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
  alter role afara_people set search_path = afara;
end $$;
set local role afara_owner;

-- Operators until now could do everything except what no role allowed yet: read as an auditor, answer customers as support.
alter table operator add column roles text[];
update operator set roles = array['operator', 'treasury', 'compliance', 'administrator'];
alter table operator
  alter column roles set not null,
  alter column roles set default array['operator'],
  -- An auditor who also decides would audit their own decisions.
  add constraint operator_roles check (
    cardinality(roles) > 0 and array_position(roles, null) is null
    and roles <@ array['support', 'operator', 'treasury', 'compliance', 'administrator', 'auditor']
    and (cardinality(roles) = 1 or not 'auditor' = any (roles)));

-- A person who works for a business.
create table member (
  id uuid primary key,
  email text not null unique check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$'),
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null
);

-- A member has one role in a business, and may belong to several businesses.
create table membership (
  member_id uuid not null references member (id),
  business_id uuid not null references business (id),
  role text not null check (role in ('owner', 'administrator', 'finance', 'developer', 'viewer')),
  created_at timestamptz not null,
  ended_at timestamptz check (ended_at >= created_at),
  primary key (member_id, business_id)
);
create index membership_of_business on membership (business_id);

-- A passkey belongs to one person. A credential is in one row, so nobody can enrol one authenticator's credential for two people.
alter table passkey
  alter column operator_id drop not null,
  add column member_id uuid references member (id),
  add column last_used_at timestamptz check (last_used_at >= created_at),
  add constraint passkey_of_one_person check (num_nonnulls(operator_id, member_id) = 1);
create index passkey_of_member on passkey (member_id) where member_id is not null;

-- A person's invitation to enrol their first passkey. Only the hash of its token is stored.
create table invitation (
  id uuid primary key,
  operator_id uuid references operator (id),
  member_id uuid references member (id),
  token_hash digest not null unique,
  invited_by text not null check (invited_by ~ '^([0-9a-f-]{36}|system:[a-z0-9-]+)$'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- The passkey that was enrolled.
  passkey_id uuid references passkey (id),
  revoked_at timestamptz,
  constraint invitation_of_one_person check (num_nonnulls(operator_id, member_id) = 1),
  constraint invitation_expires check (expires_at > created_at and expires_at <= created_at + interval '7 days'),
  constraint invitation_accepted_in_time check (
    num_nonnulls(accepted_at, passkey_id) in (0, 2) and accepted_at >= created_at and accepted_at < expires_at),
  constraint invitation_ends_once check (num_nonnulls(accepted_at, revoked_at) < 2)
);
-- A person has one open invitation: a new one revokes it.
create unique index invitation_of_operator on invitation (operator_id) where accepted_at is null and revoked_at is null;
create unique index invitation_of_member on invitation (member_id) where accepted_at is null and revoked_at is null;

-- A signed-in person. The token is 32 random bytes; only its SHA-256 is stored, so a copy of the table opens no session.
create table person_session (
  id uuid primary key,
  operator_id uuid references operator (id),
  member_id uuid references member (id),
  token_hash digest not null unique,
  method text not null check (method in ('passkey')),
  passkey_id uuid not null references passkey (id),
  -- A browser has the token in a cookie, a terminal sends it in a header.
  client text not null check (client in ('browser', 'terminal')),
  user_agent text not null check (length(user_agent) <= 300),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz check (revoked_at >= created_at),
  constraint person_session_of_one_person check (num_nonnulls(operator_id, member_id) = 1),
  constraint person_session_order check (created_at <= last_seen_at and last_seen_at < idle_expires_at and idle_expires_at <= expires_at),
  -- The longest that a session may be idle, and last.
  constraint person_session_idle check (
    idle_expires_at <= last_seen_at + case when operator_id is null then interval '12 hours' else interval '30 minutes' end),
  constraint person_session_length check (
    expires_at <= created_at + case when operator_id is null then interval '14 days' else interval '12 hours' end)
);
create index person_session_of_operator on person_session (operator_id, created_at) where operator_id is not null;
create index person_session_of_member on person_session (member_id, created_at) where member_id is not null;
create index person_session_of_passkey on person_session (passkey_id) where revoked_at is null;

-- Challenges that wait for an answer of a passkey. An answer deletes its row, so each challenge is used once. After a crash the table is
-- empty, and people ask for a new challenge.
create unlogged table passkey_challenge (
  hash digest primary key,
  purpose text not null check (purpose in ('sign_in', 'accept_invitation', 'add_passkey')),
  -- The invitation, or the session that adds a passkey.
  subject_id uuid,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (subject_id is null))
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
