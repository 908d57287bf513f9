-- Mail to people.

-- A mail to one person. It is stored in the commit that it announces, and the worker sends it afterwards, at least once. Its id is its
-- Message-ID, so that a mailbox can recognise a copy.
create table mail (
  id uuid primary key,
  operator_id uuid references operator (id),
  member_id uuid references member (id),
  kind text not null check (kind in ('invitation', 'reenrolled')),
  -- What the text names, and no secret.
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  -- The token of its link, encrypted with a key that the database does not have, until the mail is sent.
  sealed bytea check (octet_length(sealed) between 30 and 200),
  created_at timestamptz not null,
  -- After this the mail is useless and is not sent any more.
  expires_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  constraint mail_to_one_person check (num_nonnulls(operator_id, member_id) = 1),
  constraint mail_expires check (expires_at > created_at and expires_at <= created_at + interval '7 days'),
  constraint mail_ends_once check (num_nonnulls(sent_at, given_up_at) < 2),
  constraint mail_forgets_its_link check (
    (sealed is not null) = (kind = 'invitation' and num_nonnulls(sent_at, given_up_at) = 0))
);
create index mail_waiting on mail (created_at) where sent_at is null and given_up_at is null;
create index mail_of_operator on mail (operator_id, created_at) where operator_id is not null;
create index mail_of_member on mail (member_id, created_at) where member_id is not null;
