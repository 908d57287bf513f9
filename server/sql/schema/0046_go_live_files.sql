-- The file with which a business asks to go live: who it is, who owns it, what it expects to move. Two operators decide on one submitted
-- version of it. Documents stay with the business: the file has only their names and SHA-256 digests.

-- What the members of a business have filled in so far.
create table go_live_draft (
  business_id uuid primary key references business (id),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  changed_by uuid not null references member (id),
  changed_at timestamptz not null
);

-- A submitted version. The digest is that of the content, and the decision that makes the business live names it.
create table go_live_file (
  business_id uuid not null references business (id),
  version integer not null check (version > 0),
  content filled_text not null,
  digest digest not null,
  submitted_by uuid not null references member (id),
  submitted_at timestamptz not null,
  primary key (business_id, version),
  constraint go_live_file_digest check (digest = sha256(convert_to(content, 'UTF8')))
);

-- What a business must fix before it submits again, in words and for each item of the file.
create table go_live_refusal (
  business_id uuid not null,
  version integer not null,
  refused_by uuid not null references operator (id),
  to_fix jsonb not null check (jsonb_typeof(to_fix) = 'array' and jsonb_array_length(to_fix) > 0),
  at timestamptz not null,
  primary key (business_id, version),
  foreign key (business_id, version) references go_live_file (business_id, version)
);

-- The questions to a bank about the account of a business. They are counted, because the answer tells who owns an account.
create table go_live_enquiry (
  id uuid primary key,
  business_id uuid not null references business (id),
  asked_by uuid not null references member (id),
  bank_code filled_text not null,
  account_number account_number not null,
  at timestamptz not null
);
create index go_live_enquiry_of_business on go_live_enquiry (business_id, at);

-- How much a live business may move in a day at most depends on its tier (guard_tier). Businesses from before this file have none.
alter table business_mode add column tier smallint check (tier is null or (tier between 1 and 3 and mode = 'live'));

-- Kinds of mail about the team are listed too, so that a database that has them already keeps them.
alter table mail drop constraint mail_kind_check,
  add constraint mail_kind_check check (kind in (
    'invitation', 'confirmation', 'sign_in', 'recovery', 'team_invitation', 'reenrolled', 'break_glass', 'team_changed',
    'go_live_refused', 'went_live')),
  drop constraint mail_forgets_its_link,
  add constraint mail_forgets_its_link check (
    (sealed is not null) = (kind not in ('reenrolled', 'break_glass', 'team_changed', 'go_live_refused', 'went_live')
      and num_nonnulls(sent_at, given_up_at) = 0));
