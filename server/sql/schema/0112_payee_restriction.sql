-- A business may restrict itself to its beneficiaries: its sells are then accepted only to bank accounts that its members keep, so that a
-- leaked key cannot pay the balance out to another account. An owner signs each change. Nothing here is changed or deleted.

-- The newest version counts. Without a row a business sells to any bank account.
create table payee_restriction (
  business_id uuid not null references business (id),
  mode mode not null,
  version integer not null check (version >= 1),
  is_on boolean not null,
  text text not null check (text like E'Afara payee restriction 1\n%'),
  member_id uuid not null references member (id),
  credential_id bytea not null references passkey (credential_id),
  authenticator_data bytea not null check (octet_length(authenticator_data) between 37 and 4096),
  client_data bytea not null check (octet_length(client_data) between 1 and 4096),
  signature bytea not null check (octet_length(signature) between 1 and 1024),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (business_id, mode, version)
);
create index payee_restriction_xid on payee_restriction (xid);

-- Mail about the restriction (tell_payee_restriction).
-- mail stays small: a row per mail to a person, and few people get mail.
alter table mail drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in (
    'invitation', 'confirmation', 'sign_in', 'recovery', 'team_invitation', 'reenrolled', 'break_glass', 'team_changed',
    'go_live_refused', 'went_live', 'wallet_changed', 'case_notice', 'case_hook', 'payees_changed'));
