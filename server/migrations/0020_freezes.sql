-- Why: stopping is for one person at once, or for the system itself, and going on is for two. A freeze stops what would leave
-- the house: everything, one business, or one network in one mode (an account at a bank is frozen by its own state). What is
-- frozen waits where it is, also what was signed before. Besides, the questions that sending tokens brings with it.

set local role afara_owner;
set local search_path = afara;

alter type case_kind add value 'screening_hit';   -- a name or an address on a list of sanctions
alter type case_kind add value 'over_limit';      -- more than the business may move in this time
alter type case_kind add value 'cannot_deliver';  -- the naira is here, and nothing can send its tokens
alter type case_kind add value 'send_failed';     -- the network refused the transfer
alter type case_kind add value 'signer_refused';  -- the vault would not sign
alter type case_kind add value 'lane_halted';     -- a wallet of ours did something that we do not know of
alter type case_kind add value 'overdue';         -- it has been in one status for longer than it should
alter type case_kind add value 'refund_due';      -- naira must go back, and nobody has paid it yet
alter type case_kind add value 'restored';        -- the world is ahead of the database: it was restored from a copy

-- ── questions about no row of a business or a bank ────────────────────────────────────────────────────────────

-- A lane, a freeze, the whole house: what is about no credit, buy, account or business is told apart by facts.subject. (The new
-- kinds cannot be named here: PostgreSQL lets nobody use a word in the transaction that brings it.)
drop index case_file_unresolved;
create unique index case_file_unresolved on case_file (
  kind, mode, line_id, transaction_id,
  (case when line_id is null and transaction_id is null then vendor_account_id end),
  (case when line_id is null and transaction_id is null and vendor_account_id is null then business_id end),
  (case when kind in ('line_aside', 'unconfirmed_import') or num_nonnulls(line_id, transaction_id, vendor_account_id, business_id) = 0
    then coalesce(facts ->> 'subject', '') else '' end)
) nulls not distinct where state <> 'resolved';

create or replace function open_case_as(
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
        (case when kind in ('line_aside', 'unconfirmed_import') or num_nonnulls(line_id, transaction_id, vendor_account_id, business_id) = 0
          then coalesce(facts ->> 'subject', '') else '' end)
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
        and (not (p_kind in ('line_aside', 'unconfirmed_import') or num_nonnulls(p_line, p_transaction, p_account, p_business) = 0)
          or coalesce(c.facts ->> 'subject', '') = coalesce(p_facts ->> 'subject', ''));
    -- None: it was resolved in this moment, and the question is asked anew.
    if found then
      return v_case;
    end if;
  end loop;
end $$;

-- ── freezes ───────────────────────────────────────────────────────────────────────────────────────────────────

-- (Not called freeze: that is a word of PostgreSQL's own.)
create table freeze_order (
  id uuid primary key,
  scope text not null check (scope in ('all', 'business', 'network')),
  -- Nothing; the id of the business, in both modes; '<mode>:<Network>'.
  subject text not null,
  reason text not null check (btrim(reason) <> ''),
  placed_by text not null check (placed_by ~ '^([0-9a-f-]{36}|system:[a-z0-9-]+)$'),
  placed_at timestamptz not null,
  lifted_by text check (lifted_by ~ '^[0-9a-f-]{36}$'),
  lifted_reason text check (btrim(lifted_reason) <> ''),
  lifted_at timestamptz,
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  check (case scope when 'all' then subject = '' when 'business' then subject ~ '^[0-9a-f-]{36}$'
    else subject ~ '^(live|test):[A-Z][A-Za-z]*$' end),
  check (num_nulls(lifted_by, lifted_reason, lifted_at) in (0, 3))
);
create unique index freeze_order_standing on freeze_order (scope, subject) where lifted_at is null;

-- A freeze is lifted once, and nothing else about it ever changes.
create function guard_freeze() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.lifted_at is not null or new.lifted_at is null
    or (new.id, new.scope, new.subject, new.reason, new.placed_by, new.placed_at, new.xid)
      is distinct from (old.id, old.scope, old.subject, old.reason, old.placed_by, old.placed_at, old.xid) then
    raise exception 'freeze % can only be lifted, once', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

create trigger freeze_order_guard before update on freeze_order for each row execute function guard_freeze();
create trigger freeze_order_stays before delete or truncate on freeze_order for each statement execute function refuse_change();

create index vendor_account_frozen on vendor_account (id) where state = 'frozen';

-- Why nothing may leave for a transaction over a network in this moment, by the widest freeze that covers it; null when it may.
-- Whoever sends asks this in the commit that permits the sending, for every buy several times; and mostly nothing is frozen at all.
create function freeze_of(p_transaction uuid, p_network text) returns text
language plpgsql stable security definer set search_path = afara, pg_temp as $$
begin
  if not exists (select from freeze_order where lifted_at is null) and not exists (select from vendor_account where state = 'frozen') then
    return null;
  end if;
  return (
    select w.words from (
      select 1 as width, 'everything is frozen: ' || f.reason as words from freeze_order f where f.scope = 'all' and f.lifted_at is null
      union all
      select 2, 'the business is frozen: ' || f.reason
        from transaction t join freeze_order f on f.scope = 'business' and f.subject = t.business_id::text and f.lifted_at is null
        where t.id = p_transaction
      union all
      select 3, p_network || ' is frozen in ' || t.mode || ' mode: ' || f.reason
        from transaction t join freeze_order f on f.scope = 'network' and f.subject = t.mode || ':' || p_network and f.lifted_at is null
        where t.id = p_transaction
      union all
      select 4, 'the account that it was paid into is frozen: ' || v.account_number
        from standing_allocation a join bank_line l on l.id = a.line_id join vendor_account v on v.id = l.vendor_account_id
        where a.transaction_id = p_transaction and v.state = 'frozen'
    ) w order by w.width limit 1);
end $$;

-- Stops what would leave, at once. False when it was stopped already: then that freeze stands, in the words it was placed with.
create function place_freeze(p_scope text, p_subject text, p_reason text, p_by text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into freeze_order (id, scope, subject, reason, placed_by, placed_at)
    values (uuidv7(), p_scope, p_subject, p_reason, p_by, p_at)
    on conflict (scope, subject) where lifted_at is null do nothing;
  if not found then
    return false;
  end if;
  insert into audit (id, at, actor, action, subject, reason)
    values (uuidv7(), p_at, p_by, 'freeze.placed', btrim(p_scope || ' ' || p_subject), p_reason);
  return true;
end $$;

grant select on freeze_order to afara_worker;
grant execute on function freeze_of, place_freeze to afara_worker;
