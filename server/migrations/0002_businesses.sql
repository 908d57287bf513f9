-- Why: who may ask (businesses and their keys), who may change things (operators), what was changed and by whom
-- (audit), and which bank accounts of ours a buyer may pay into. Every later row that belongs to a business
-- references business_mode, so that a row of the wrong business or the wrong mode cannot be written.
--
-- Only the owner writes here: the admin command connects as the owner, the api and the worker only read.

set local role afara_owner;
set local search_path = afara;

create table business (
  id uuid primary key,
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  -- What customers type and links carry: short, lower case, unmistakable.
  link_tag text not null unique check (link_tag ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(link_tag) between 3 and 32),
  created_at timestamptz not null default now()
);

-- What differs by mode. Fees are inside the amount: flat + basis points, at most the cap.
create table business_mode (
  business_id uuid not null references business (id),
  mode mode not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  fee_flat_minor numeric(38, 0) not null default 0 check (fee_flat_minor >= 0),
  fee_bps integer not null default 0 check (fee_bps between 0 and 10000),
  fee_cap_minor numeric(38, 0) check (fee_cap_minor >= 0),
  -- A balance is a liability and a matter of licence: on in test, off in live until it is switched on.
  may_hold_balance boolean not null,
  primary key (business_id, mode)
);

-- The secret is never stored. Its HMAC is, under a pepper that the database does not hold, so that neither a copy of
-- this table nor a copy of the settings alone can make or guess a key.
create table api_key (
  id uuid primary key,
  business_id uuid not null,
  mode mode not null,
  hmac bytea not null unique check (octet_length(hmac) = 32),
  pepper_version integer not null check (pepper_version >= 1),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'buy', 'sell', 'payouts']),
  -- Empty: from anywhere.
  ip_list cidr[] not null default '{}' check (array_position(ip_list, null) is null),
  label text not null default '' check (length(label) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- Set when the key is rotated: until then the old and the new key both work.
  expires_at timestamptz,
  revoked_at timestamptz,
  foreign key (business_id, mode) references business_mode (business_id, mode)
);
create index api_key_of_business on api_key (business_id, mode);

create table operator (
  id uuid primary key,
  email text not null unique check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$'),
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now()
);

-- One line per deliberate change, in the commit of the change. Where two people are needed both are on the line.
create table audit (
  id uuid primary key,
  at timestamptz not null default now(),
  actor text not null check (actor ~ '^([0-9a-f-]{36}|system:[a-z0-9-]+)$'),
  approved_by text check (approved_by ~ '^[0-9a-f-]{36}$' and approved_by <> actor),
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject text not null check (subject <> ''),
  reason text not null check (btrim(reason) <> ''),
  details jsonb not null default '{}',
  -- The writing transaction's number, for whoever follows the lines in the order of commit.
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index audit_of_subject on audit (subject, at);
create index audit_xid on audit (xid);

create trigger audit_is_history before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- ── accounts that buyers pay into ─────────────────────────────────────────────────────────────────────────────

-- For collection only: nothing is paid out of these. Without a business it is shared by all; with one, that
-- business alone is shown it.
create table vendor_account (
  id uuid primary key,
  mode mode not null,
  business_id uuid,
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  account_number text not null check (account_number ~ '^[0-9]{10}$'),
  -- The bank's key in the directory of banks.
  bank_code text not null check (bank_code <> ''),
  bank_name text not null check (bank_name <> ''),
  state text not null default 'active' check (state in ('active', 'draining', 'frozen', 'closed')),
  created_at timestamptz not null default now(),
  unique (mode, bank_code, account_number),
  -- For rows that must be of the account's mode.
  unique (id, mode),
  foreign key (business_id, mode) references business_mode (business_id, mode),
  -- Real naira must not reach a test account, nor a live buyer a test bank: test accounts are at a bank that does
  -- not exist and say so in their name.
  check ((mode = 'test') = (bank_code like 'test-%')),
  check (mode = 'live' or name like 'TEST %')
);
create index vendor_account_of_business on vendor_account (business_id, mode) where business_id is not null;

-- The one list of moves. Draining accounts are still honoured but no longer shown; frozen ones are neither. Stopping
-- is for anyone at once; everything else about an account of ours takes a second person.
create table vendor_account_edge (
  from_state text not null,
  to_state text not null,
  needs_approval boolean not null,
  primary key (from_state, to_state)
);
insert into vendor_account_edge values
  ('active', 'draining', true),
  ('active', 'frozen', false),
  ('draining', 'active', true),
  ('draining', 'closed', true),
  ('draining', 'frozen', false),
  ('frozen', 'active', true),
  ('frozen', 'draining', true),
  ('frozen', 'closed', true);

create function guard_vendor_account() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'active' then
      raise exception 'a vendor account opens as active, not %', new.state using errcode = 'AF001';
    end if;
    return new;
  end if;
  -- Money may be on its way to this account: what it is and whose it is can never change.
  if (new.id, new.mode, new.business_id, new.name, new.account_number, new.bank_code, new.bank_name, new.created_at)
    is distinct from
    (old.id, old.mode, old.business_id, old.name, old.account_number, old.bank_code, old.bank_name, old.created_at) then
    raise exception 'only the state of a vendor account can change: close it and open another' using errcode = 'AF001';
  end if;
  if new.state <> old.state and not exists (
    select from vendor_account_edge where from_state = old.state and to_state = new.state) then
    raise exception 'a vendor account cannot go from % to %', old.state, new.state using errcode = 'AF001';
  end if;
  return new;
end $$;

create trigger vendor_account_guard before insert or update on vendor_account
  for each row execute function guard_vendor_account();

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['business', 'business_mode', 'api_key', 'vendor_account'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker using (true) with check (true)', name);
  end loop;
end $$;

create policy own_rows on business for select to afara_api using (id = tenant_business());
create policy own_rows on business_mode for select to afara_api
  using (business_id = tenant_business() and mode = tenant_mode());
-- The one hole in the wall between the modes: a live key may read test accounts, to see what the sandbox shows.
create policy payable on vendor_account for select to afara_api using (
  tenant_business() is not null and tenant_mode() is not null
  and mode in (tenant_mode(), 'test')
  and (business_id is null or business_id = tenant_business()));

grant select on business, business_mode, vendor_account to afara_api;
grant select on business, business_mode, api_key, operator, audit, vendor_account, vendor_account_edge to afara_worker;

-- ── finding a key before the tenant is known ──────────────────────────────────────────────────────────────────

-- The caller knows the secret and hashes it under every pepper still in use. A revoked or expired key is returned
-- too, so that its holder can be told which it is; the caller decides.
create function find_api_key(hmacs bytea[])
returns table (
  id uuid, business_id uuid, link_tag text, mode mode, scopes text[], ip_list text[],
  expires_at timestamptz, revoked_at timestamptz, business_status text
)
language sql stable security definer set search_path = afara, pg_temp as $$
  select k.id, k.business_id, b.link_tag, k.mode, k.scopes, k.ip_list::text[], k.expires_at, k.revoked_at, m.status
  from api_key k
  join business b on b.id = k.business_id
  join business_mode m on m.business_id = k.business_id and m.mode = k.mode
  where k.hmac = any (hmacs)
$$;

-- At most one write a minute, so that a busy key is not a hot row.
create function touch_api_key(id uuid, at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update api_key k set last_used_at = touch_api_key.at
  where k.id = touch_api_key.id
    and (k.last_used_at is null or k.last_used_at < touch_api_key.at - interval '1 minute')
$$;

grant execute on function find_api_key, touch_api_key to afara_api;
