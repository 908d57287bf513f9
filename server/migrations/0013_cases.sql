-- Why: what no rule may decide is decided by people: whose an unclear credit is, what becomes of a short payment, what a
-- debit was. Each such question is a case, with everything that was done about it. Where money moves, one operator
-- proposes and another approves, and each has shown a key of their own: nobody moves money alone, whatever they type.

set local role afara_owner;
set local search_path = afara;

-- ── who an operator is ────────────────────────────────────────────────────────────────────────────────────────

-- As with the keys of businesses, the secret is never stored: only its HMAC, under a pepper the database does not hold.
create table operator_key (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  hmac bytea not null unique check (octet_length(hmac) = 32),
  pepper_version integer not null check (pepper_version >= 1),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
-- A person has one key: a new one ends the old.
create unique index operator_key_in_use on operator_key (operator_id) where revoked_at is null;

-- ── cases ─────────────────────────────────────────────────────────────────────────────────────────────────────

create type case_kind as enum (
  'contested',           -- two businesses have evidence for one credit
  'ownership_unproved',  -- the payer fits, and nothing shows that the credit is this business's
  'ambiguous',           -- two buys of one business fit equally
  'third_party',         -- the amount fits, and somebody else paid
  'weak_evidence',       -- the amount fits, and the bank does not say who paid
  'unmatched',           -- nothing fits
  'stale_credit',        -- the credit is older than a buy may look back
  'duplicate',           -- paid again, after the buy had its money
  'overpaid',            -- more than the buy, and the rest is nobody's yet
  'underpaid',           -- less than the buy, and the time to top up is over
  'late_credit',         -- paid after the buy had ended
  'recall',              -- the sending bank wants it back
  'unexplained_debit',   -- money left an account of ours and nobody knows why
  'line_aside',          -- a bank said what cannot be read, or what contradicts itself
  'unconfirmed_import',  -- one operator brought a statement, and what it says moves nothing until another has compared it
  'request'              -- an operator wants something done that takes two
);

create table case_file (
  id uuid primary key,
  mode mode not null,
  kind case_kind not null,
  vendor_account_id uuid,
  -- No foreign key to the line: it is written in the same commit by the one function that writes lines.
  line_id uuid,
  transaction_id uuid references transaction (id),
  business_id uuid,
  summary text not null check (btrim(summary) <> ''),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  -- What would most likely be right, in the words of a resolution; null where nothing suggests itself.
  proposal jsonb check (jsonb_typeof(proposal) = 'object'),
  opened_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'awaiting_approval', 'resolved')),
  -- Who has taken it in hand. Others may still act.
  owner_id uuid references operator (id),
  -- What an operator proposes, and in the end what was decided.
  resolution jsonb check (jsonb_typeof(resolution) = 'object' and resolution ? 'action'),
  -- The money as the proposer saw it: if it has moved since, the proposal no longer stands.
  seen jsonb,
  proposed_by uuid references operator (id),
  approved_by uuid references operator (id),
  -- Approved by a second person; dismissed by one, where no money is meant; or settled by what happened.
  ended text check (ended in ('approved', 'dismissed', 'itself')),
  resolved_at timestamptz,
  -- The number of steps: whoever acts says which version they saw.
  version integer not null default 1 check (version >= 1),
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  foreign key (vendor_account_id, mode) references vendor_account (id, mode),
  foreign key (business_id, mode) references business_mode (business_id, mode),
  check (case state
    when 'open' then num_nonnulls(resolution, seen, proposed_by, approved_by, ended, resolved_at) = 0
    when 'awaiting_approval' then num_nulls(resolution, seen, proposed_by) = 0 and num_nonnulls(approved_by, ended, resolved_at) = 0
    else num_nulls(resolution, ended, resolved_at) = 0 end),
  -- Two pairs of eyes, held by the row itself.
  check (case ended
    when 'approved' then num_nulls(proposed_by, approved_by) = 0 and proposed_by <> approved_by
    when 'dismissed' then proposed_by is not null and approved_by is null and resolution ->> 'action' = 'dismiss'
      and kind in ('line_aside', 'request')
    else approved_by is null end)
);
-- One question is asked once at a time. What has neither line nor buy is about its account, or its business.
create unique index case_file_unresolved on case_file (
  kind, mode, line_id, transaction_id,
  (case when line_id is null and transaction_id is null then vendor_account_id end),
  (case when line_id is null and transaction_id is null and vendor_account_id is null then business_id end),
  (case when kind in ('line_aside', 'unconfirmed_import') then coalesce(facts ->> 'subject', '') else '' end)
) nulls not distinct where state <> 'resolved';
create index case_file_due on case_file (due_at) where state <> 'resolved';
create index case_file_of_line on case_file (line_id) where line_id is not null;
create index case_file_of_transaction on case_file (transaction_id) where transaction_id is not null;

create table case_step (
  case_id uuid not null references case_file (id),
  sequence integer not null check (sequence >= 1),
  -- Nobody: the system did it.
  operator_id uuid references operator (id),
  action text not null check (action in (
    'opened', 'taken', 'noted', 'proposed', 'declined', 'approved', 'dismissed', 'closed_itself')),
  resolution jsonb,
  reason text not null check (btrim(reason) <> ''),
  at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (case_id, sequence),
  check (operator_id is not null or action in ('opened', 'noted', 'closed_itself'))
);
create index case_step_xid on case_step (xid);

-- Money that goes back to where it came from. The row is the decision; the payment itself follows from it. With a
-- transaction it is what that buy holds; without, it is what was left of the credit.
create table credit_return (
  id uuid primary key,
  mode mode not null,
  line_id uuid not null,
  transaction_id uuid references transaction (id),
  case_id uuid not null references case_file (id),
  amount_minor positive_minor not null,
  -- The number in the bank's own record, or the claimed one where the record shows a part of it that fits.
  account_number account_number not null,
  bank_code text,
  bank_name text,
  account_name text,
  decided_at timestamptz not null,
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index credit_return_of_line on credit_return (line_id);
create index credit_return_of_transaction on credit_return (transaction_id) where transaction_id is not null;

-- ── what the system does ──────────────────────────────────────────────────────────────────────────────────────

create function open_case_as(
  p_operator uuid, p_id uuid, p_mode mode, p_kind case_kind, p_account uuid, p_line uuid, p_transaction uuid,
  p_business uuid, p_summary text, p_facts jsonb, p_proposal jsonb, p_at timestamptz, p_due_at timestamptz
) returns uuid language plpgsql as $$
declare
  v_case uuid;
begin
  loop
    insert into case_file (id, mode, kind, vendor_account_id, line_id, transaction_id, business_id, summary, facts, proposal,
        opened_at, due_at)
      values (p_id, p_mode, p_kind, p_account, p_line, p_transaction, p_business, p_summary, coalesce(p_facts, '{}'),
        p_proposal, p_at, p_due_at)
      on conflict (kind, mode, line_id, transaction_id,
        (case when line_id is null and transaction_id is null then vendor_account_id end),
        (case when line_id is null and transaction_id is null and vendor_account_id is null then business_id end),
        (case when kind in ('line_aside', 'unconfirmed_import') then coalesce(facts ->> 'subject', '') else '' end)
      ) where state <> 'resolved' do nothing;
    if found then
      insert into case_step values (p_id, 1, p_operator, 'opened', p_proposal, p_summary, p_at);
      return p_id;
    end if;
    select c.id into v_case from case_file c
      where c.state <> 'resolved' and c.kind = p_kind and c.mode = p_mode
        and c.line_id is not distinct from p_line and c.transaction_id is not distinct from p_transaction
        and (num_nonnulls(p_line, p_transaction) > 0 or c.vendor_account_id is not distinct from p_account)
        and (num_nonnulls(p_line, p_transaction, p_account) > 0 or c.business_id is not distinct from p_business)
        and (p_kind not in ('line_aside', 'unconfirmed_import') or coalesce(c.facts ->> 'subject', '') = coalesce(p_facts ->> 'subject', ''));
    -- None: it was resolved in this moment, and the question is asked anew.
    if found then
      return v_case;
    end if;
  end loop;
end $$;

-- Asks people about something; while the same question is open, that one is returned. For readings that were set aside and
-- for imports, facts.subject tells the questions of one account apart.
create function open_case(
  p_id uuid, p_mode mode, p_kind case_kind, p_account uuid, p_line uuid, p_transaction uuid, p_business uuid,
  p_summary text, p_facts jsonb, p_proposal jsonb, p_at timestamptz, p_due_at timestamptz
) returns uuid language sql as $$
  select open_case_as(null, p_id, p_mode, p_kind, p_account, p_line, p_transaction, p_business, p_summary, p_facts,
    p_proposal, p_at, p_due_at)
$$;

-- What happened has answered the question. False when it was resolved already.
create function close_case(p_case uuid, p_resolution jsonb, p_at timestamptz) returns boolean language plpgsql as $$
declare
  v_version integer;
begin
  update case_file set state = 'resolved', ended = 'itself', resolution = p_resolution, seen = null, proposed_by = null,
      resolved_at = p_at, version = version + 1
    where id = p_case and state <> 'resolved' returning version into v_version;
  if not found then
    return false;
  end if;
  insert into case_step values (p_case, v_version, null, 'closed_itself', p_resolution,
    coalesce(nullif(btrim(p_resolution ->> 'reason'), ''), 'what happened since has answered it'), p_at);
  return true;
end $$;

-- ── what operators do ─────────────────────────────────────────────────────────────────────────────────────────

-- Every function here takes the version that its caller saw and returns the next one, or null when the case has moved
-- on: then the caller reads it again and decides anew.

create function require_active_operator(p_operator uuid) returns void language plpgsql as $$
begin
  perform from operator where id = p_operator and status = 'active' for share;
  if not found then
    raise exception 'operator % is not active', p_operator using errcode = 'AF031';
  end if;
end $$;

create function take_case(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_version integer;
begin
  perform require_active_operator(p_operator);
  update case_file set owner_id = p_operator, version = version + 1
    where id = p_case and version = p_version and state <> 'resolved' returning version into v_version;
  if found then
    insert into case_step values (p_case, v_version, p_operator, 'taken', null, p_reason, p_at);
  end if;
  return v_version;
end $$;

-- A proposal that waits keeps waiting, under the new version: what was noted may matter to whoever approves it.
create function note_case(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_version integer;
begin
  perform require_active_operator(p_operator);
  update case_file set version = version + 1
    where id = p_case and version = p_version and state <> 'resolved' returning version into v_version;
  if found then
    insert into case_step values (p_case, v_version, p_operator, 'noted', null, p_reason, p_at);
  end if;
  return v_version;
end $$;

create function propose_resolution(
  p_case uuid, p_version integer, p_operator uuid, p_resolution jsonb, p_seen jsonb, p_reason text, p_at timestamptz
) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_version integer;
begin
  perform require_active_operator(p_operator);
  update case_file set state = 'awaiting_approval', resolution = p_resolution, seen = p_seen, proposed_by = p_operator,
      owner_id = coalesce(owner_id, p_operator), version = version + 1
    where id = p_case and version = p_version and state = 'open' returning version into v_version;
  if found then
    insert into case_step values (p_case, v_version, p_operator, 'proposed', p_resolution, p_reason, p_at);
  end if;
  return v_version;
end $$;

-- Also how a proposer takes a proposal back.
create function decline_resolution(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz)
returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_declined jsonb;
begin
  perform require_active_operator(p_operator);
  select resolution into v_declined from case_file
    where id = p_case and version = p_version and state = 'awaiting_approval' for update;
  if not found then
    return null;
  end if;
  update case_file set state = 'open', resolution = null, seen = null, proposed_by = null, version = version + 1
    where id = p_case;
  insert into case_step values (p_case, p_version + 1, p_operator, 'declined', v_declined, p_reason, p_at);
  return p_version + 1;
end $$;

-- Says yes to what another proposed. The caller carries it out in the same commit, with the line in the audit.
create function approve_resolution(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz)
returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file;
begin
  perform require_active_operator(p_operator);
  select * into v_file from case_file
    where id = p_case and version = p_version and state = 'awaiting_approval' for update;
  if not found then
    return null;
  end if;
  if v_file.proposed_by = p_operator then
    raise exception 'case % was proposed by the same operator', p_case using errcode = 'AF030';
  end if;
  -- Somebody who left in between no longer vouches for it.
  perform require_active_operator(v_file.proposed_by);
  update case_file set state = 'resolved', ended = 'approved', approved_by = p_operator, resolved_at = p_at,
      version = version + 1
    where id = p_case;
  insert into case_step values (p_case, p_version + 1, p_operator, 'approved', v_file.resolution, p_reason, p_at);
  return p_version + 1;
end $$;

-- One person is enough where no money is meant: what was set aside, and a request that was declined.
create function dismiss_case(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz)
returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_version integer;
begin
  perform require_active_operator(p_operator);
  update case_file set state = 'resolved', ended = 'dismissed', resolution = '{"action": "dismiss"}', proposed_by = p_operator,
      resolved_at = p_at, version = version + 1
    where id = p_case and version = p_version and state = 'open' and kind in ('line_aside', 'request')
    returning version into v_version;
  if found then
    insert into case_step values (p_case, v_version, p_operator, 'dismissed', '{"action": "dismiss"}', p_reason, p_at);
  end if;
  return v_version;
end $$;

-- ── walls ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- What a case is about never changes, and what was decided is never decided again.
create function guard_case() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.state = 'resolved' then
    raise exception 'case % is resolved', old.id using errcode = 'AF002';
  end if;
  if new.version <> old.version + 1
    or (new.id, new.mode, new.kind, new.vendor_account_id, new.line_id, new.transaction_id, new.business_id, new.summary,
        new.facts, new.proposal, new.opened_at, new.due_at, new.xid)
      is distinct from
      (old.id, old.mode, old.kind, old.vendor_account_id, old.line_id, old.transaction_id, old.business_id, old.summary,
        old.facts, old.proposal, old.opened_at, old.due_at, old.xid) then
    raise exception 'case % changes by steps, and what it is about stays', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

create trigger case_file_guard before update on case_file for each row execute function guard_case();
create trigger case_file_stays before delete or truncate on case_file
  for each statement execute function refuse_change();
create trigger case_step_is_history before update or delete or truncate on case_step
  for each statement execute function refuse_change();
create trigger credit_return_is_history before update or delete or truncate on credit_return
  for each statement execute function refuse_change();

do $$
declare
  name text;
begin
  foreach name in array array['operator_key', 'case_file', 'case_step', 'credit_return'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy house on %I to afara_owner, afara_worker, afara_sealer using (true) with check (true)', name);
  end loop;
end $$;

grant select on case_file, case_step, credit_return to afara_worker, afara_sealer;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- The steps of a case are numbered without a gap and end where the case stands; what was approved has two different
-- people among its steps and, with both, a line in the audit of the same commit.
create function check_cases(since_xid bigint) returns setof finding language sql stable as $$
  with walk as (
    select s.case_id, count(*) as steps, min(s.sequence) as first, max(s.sequence) as last, max(s.xid) as last_xid,
      (array_agg(s.action order by s.sequence))[1] as first_action,
      (array_agg(s.action order by s.sequence desc))[1] as last_action,
      (array_agg(s.operator_id order by s.sequence desc))[1] as last_operator,
      (array_agg(s.resolution order by s.sequence desc))[1] as last_resolution,
      (array_agg(s.operator_id order by s.sequence desc) filter (where s.action = 'proposed'))[1] as proposer,
      (array_agg(s.resolution order by s.sequence desc) filter (where s.action = 'proposed'))[1] as proposed
    from case_step s group by s.case_id
  )
  select row(coalesce(c.id, w.case_id)::text, problem)::finding
  from case_file c full join walk w on w.case_id = c.id
  cross join lateral (select case
    when c.id is null then 'steps without a case'
    when w.case_id is null then 'no step says how it began'
    when w.first <> 1 or w.last <> w.steps or w.last <> c.version or w.first_action <> 'opened' then 'its steps have a gap'
    when c.state <> 'resolved' then case
      when w.last_action in ('approved', 'dismissed', 'closed_itself') then 'its last step ends it, and it is not resolved'
      when c.state = 'awaiting_approval' and (w.proposer is distinct from c.proposed_by or w.proposed is distinct from c.resolution)
        then 'what waits for approval is not what was proposed' end
    when w.last_action <> case c.ended when 'itself' then 'closed_itself' else c.ended end
      or w.last_resolution is distinct from c.resolution then 'resolved, and its last step does not say so'
    when c.ended = 'approved' and (w.proposer is null or w.proposer = w.last_operator or w.proposer <> c.proposed_by
      or w.last_operator <> c.approved_by or w.proposed is distinct from c.resolution) then 'resolved without two people'
    when c.ended = 'approved' and not exists (
      select from audit a where a.xid = w.last_xid and a.action = 'case.resolved'
        and a.subject = 'cas_' || replace(c.id::text, '-', '') and a.actor = c.proposed_by::text
        and a.approved_by = c.approved_by::text) then 'resolved without a line in the audit'
    end as problem) p
  where problem is not null and coalesce(w.last_xid, c.xid) > since_xid
$$;

grant execute on function check_cases to afara_worker;
