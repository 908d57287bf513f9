-- Opens a case, as an operator or (null) as the system. If a case about the same subject is open, returns that one. Idempotent.
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
    -- If the open case is not found any more, it was resolved just now, and a new one is opened.
    if found then
      return v_case;
    end if;
  end loop;
end $$;

-- Opens a case that an operator asks for: a request, or an import that another operator must confirm.
create or replace function open_request(
  p_operator uuid, p_id uuid, p_mode mode, p_kind case_kind, p_account uuid, p_line uuid,
  p_business uuid, p_summary text, p_facts jsonb, p_proposal jsonb, p_at timestamptz, p_due_at timestamptz
) returns uuid language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_active_operator(p_operator);
  if p_kind not in ('request', 'unconfirmed_import') then
    raise exception 'operators do not open cases of kind %', p_kind using errcode = 'AF002';
  end if;
  return open_case_as(p_operator, p_id, p_mode, p_kind, p_account, p_line, null, p_business, p_summary, p_facts, p_proposal,
    p_at, p_due_at);
end $$;

-- Opens a case for operators. If the same case is open, returns that one. For readings that were set aside and for imports, facts.subject
-- distinguishes the cases of one account.
create or replace function open_case(
  p_id uuid, p_mode mode, p_kind case_kind, p_account uuid, p_line uuid, p_transaction uuid, p_business uuid,
  p_summary text, p_facts jsonb, p_proposal jsonb, p_at timestamptz, p_due_at timestamptz
) returns uuid language sql as $$
  select open_case_as(null, p_id, p_mode, p_kind, p_account, p_line, p_transaction, p_business, p_summary, p_facts,
    p_proposal, p_at, p_due_at)
$$;

-- Closes a case that later events have answered. Returns false if it was already resolved.
create or replace function close_case(p_case uuid, p_resolution jsonb, p_at timestamptz) returns boolean language plpgsql as $$
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
    coalesce(nullif(btrim(p_resolution ->> 'reason'), ''), 'later events resolved it'), p_at);
  return true;
end $$;

-- Closes other cases about the same transaction that this decision answers.
create or replace function close_with(p_file case_file, p_kinds case_kind[], p_at timestamptz) returns void language sql as $$
  select close_case(c.id, p_file.resolution || jsonb_build_object('reason',
      'decided in cas_' || replace(p_file.id::text, '-', '')), p_at)
  from case_file c
  where c.transaction_id = p_file.transaction_id and c.id <> p_file.id and c.state <> 'resolved' and c.kind = any (p_kinds)
$$;

-- Guards a case: its subject never changes, and a resolved case is never changed.
create or replace function guard_case() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.state = 'resolved' then
    raise exception 'case % is resolved and cannot be changed', old.id using errcode = 'AF002';
  end if;
  if new.version <> old.version + 1
    or (new.id, new.mode, new.kind, new.vendor_account_id, new.line_id, new.transaction_id, new.business_id, new.summary,
        new.facts, new.proposal, new.opened_at, new.due_at, new.xid)
      is distinct from
      (old.id, old.mode, old.kind, old.vendor_account_id, old.line_id, old.transaction_id, old.business_id, old.summary,
        old.facts, old.proposal, old.opened_at, old.due_at, old.xid) then
    raise exception 'case % can be changed only by a new step, and its subject cannot be changed', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;
