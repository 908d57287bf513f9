-- Cases, people and their credentials are sealed like the ledger.

-- Each seal says which tables it contains. Older seals contain these. There is no default: a sealer of an older release, which does not
-- seal the new tables, can add no seal after this.
alter table seal add column codes smallint[] not null default '{1,2,3,4,5,6,7,8,9,11,12,13,14,15,16}';
alter table seal alter column codes drop default;

create index credit_return_xid on credit_return (xid);
create index refund_redirect_xid on refund_redirect (xid);

-- Every version of the rows of tables whose rows change. The seals contain these versions, so a row that differs from its newest version
-- was changed behind the service's back.
create table row_version (
  id uuid primary key,
  table_name text not null check (table_name in ('case_file', 'operator', 'member', 'membership', 'passkey')),
  row_id uuid not null,
  -- A membership is known by its member and its business.
  business_id uuid,
  number integer not null check (number >= 1),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check ((table_name = 'membership') = (business_id is not null)),
  unique nulls not distinct (table_name, row_id, business_id, number)
);
create index row_version_xid on row_version (xid);

-- What the rows are now. Their earlier changes were not kept.
insert into row_version (id, table_name, row_id, business_id, number, content)
  select uuidv7(), 'case_file', t.id, null::uuid, 1, to_jsonb(t) from case_file t
  union all select uuidv7(), 'operator', t.id, null, 1, to_jsonb(t) from operator t
  union all select uuidv7(), 'member', t.id, null, 1, to_jsonb(t) from member t
  union all select uuidv7(), 'membership', t.member_id, t.business_id, 1, to_jsonb(t) from membership t
  union all select uuidv7(), 'passkey', t.id, null, 1, to_jsonb(t) - array['sign_count', 'last_used_at'] from passkey t;
