-- Members change the team of their business, where its tokens go in test mode, and how its pay page looks. What a thief would want is
-- confirmed with a passkey, because a stolen session must not add anybody.

-- What a member confirmed with a passkey. The passkey signed the SHA-256 of the text.
create table member_confirmation (
  id uuid primary key,
  member_id uuid not null references member (id),
  business_id uuid not null references business (id),
  text text not null check (text <> ''),
  credential_id bytea not null,
  authenticator_data bytea not null,
  client_data bytea not null,
  signature bytea not null,
  at timestamptz not null
);
create index member_confirmation_of_business on member_confirmation (business_id, at);
create index member_confirmation_of_member on member_confirmation (member_id, at);

-- An invitation of a colleague. The address may belong to nobody that we know, so no member exists before it is accepted: otherwise any
-- business could take an address from its owner. Only the hash of the token is stored.
create table team_invitation (
  id uuid primary key,
  business_id uuid not null references business (id),
  email text not null check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$'),
  role text not null check (role in ('owner', 'administrator', 'finance', 'developer', 'viewer')),
  token_hash digest not null unique,
  invited_by uuid not null references member (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- The person who joined.
  member_id uuid references member (id),
  cancelled_at timestamptz check (cancelled_at >= created_at),
  constraint team_invitation_expires check (expires_at > created_at and expires_at <= created_at + interval '7 days'),
  constraint team_invitation_accepted_in_time check (
    num_nonnulls(accepted_at, member_id) in (0, 2) and accepted_at >= created_at and accepted_at < expires_at),
  constraint team_invitation_ends_once check (num_nonnulls(accepted_at, cancelled_at) < 2)
);
-- An address has one open invitation of a business: a new one replaces it.
create unique index team_invitation_open on team_invitation (business_id, email) where accepted_at is null and cancelled_at is null;
create index team_invitation_of_business on team_invitation (business_id, created_at);
create index team_invitation_of_member on team_invitation (member_id) where member_id is not null;
create index team_invitation_of_inviter on team_invitation (invited_by);

-- Who changed the team of a business, and how.
create table team_change (
  -- The id of the confirmation, if there is one: each confirmation changes one thing.
  id uuid primary key,
  business_id uuid not null references business (id),
  at timestamptz not null,
  -- Null: an operator of Afara, whom the audit names.
  by_member uuid references member (id),
  action text not null check (action in ('founded', 'invited', 'cancelled', 'joined', 'role_changed', 'ended')),
  -- Whom it is about. Somebody who is invited may be no member yet.
  email text not null,
  member_id uuid references member (id),
  role_before text,
  role_after text,
  confirmation_id uuid unique references member_confirmation (id),
  constraint team_change_confirmed check (
    (confirmation_id is null) = (by_member is null or action in ('founded', 'joined'))
      and (confirmation_id is null or confirmation_id = id))
);
create index team_change_of_business on team_change (business_id, at);
create index team_change_of_member on team_change (member_id) where member_id is not null;
create index team_change_by on team_change (by_member) where by_member is not null;

-- How the pay page of a business looks. Its colour was checked for contrast, and its logo is a PNG that we wrote again.
create table business_look (
  business_id uuid primary key references business (id),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  logo bytea check (octet_length(logo) between 60 and 100000),
  changed_by uuid not null references member (id),
  changed_at timestamptz not null
);
create index business_look_by on business_look (changed_by);

-- A mail can go to an invited person who is no member yet.
alter table mail add column team_invitation_id uuid references team_invitation (id),
  drop constraint mail_to_one_person,
  add constraint mail_to_one_person check (num_nonnulls(operator_id, member_id, team_invitation_id) = 1),
  drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in (
    'invitation', 'confirmation', 'sign_in', 'recovery', 'team_invitation', 'reenrolled', 'break_glass', 'team_changed',
    'go_live_refused', 'went_live')),
  drop constraint mail_forgets_its_link,
  add constraint mail_forgets_its_link check (
    (sealed is not null)
      = (kind in ('invitation', 'confirmation', 'sign_in', 'recovery', 'team_invitation') and num_nonnulls(sent_at, given_up_at) = 0));
create index mail_of_team_invitation on mail (team_invitation_id) where team_invitation_id is not null;

-- A person confirms a change with a passkey. The subject is the session.
alter table passkey_challenge drop constraint passkey_challenge_purpose_check,
  add constraint passkey_challenge_purpose_check
    check (purpose in ('sign_in', 'accept_invitation', 'add_passkey', 'confirm_device', 'sign_up', 'confirm_request'));
