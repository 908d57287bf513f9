-- A person can sign up with a business of their own. Their address is not confirmed yet, so it proves nothing: somebody else may have
-- typed it.

-- Null until the person opened the link that we mailed to the address. Members until now were invited by mail.
alter table member add column email_confirmed_at timestamptz check (email_confirmed_at >= created_at);
update member set email_confirmed_at = created_at;

-- An address belongs to the person who confirmed it. Nobody can keep others from an address by typing it first.
alter table member drop constraint member_email_key;
create unique index member_email on member (email) where email_confirmed_at is not null;
create index member_email_typed on member (email);

-- The links that confirm an address. Only the hash of the token is stored.
create table email_confirmation (
  id uuid primary key,
  member_id uuid not null references member (id),
  token_hash digest not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz check (confirmed_at >= created_at and confirmed_at < expires_at),
  constraint email_confirmation_expires check (expires_at > created_at and expires_at <= created_at + interval '7 days')
);
create index email_confirmation_of_member on email_confirmation (member_id, created_at);

alter table mail drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in ('invitation', 'confirmation', 'sign_in', 'recovery', 'reenrolled', 'break_glass')),
  drop constraint mail_forgets_its_link,
  add constraint mail_forgets_its_link check (
    (sealed is not null) = (kind not in ('reenrolled', 'break_glass') and num_nonnulls(sent_at, given_up_at) = 0));

-- A passkey of a person who signs up. The subject is the id that the person will have.
alter table passkey_challenge drop constraint passkey_challenge_purpose_check,
  add constraint passkey_challenge_purpose_check
    check (purpose in ('sign_in', 'accept_invitation', 'add_passkey', 'confirm_device', 'sign_up'));
