-- Raises AF031 unless the operator is active. The functions below take the version of the case that the caller read. They return the next
-- version, or null if the case has changed since: then the caller reads it again and decides again.
create or replace function require_active_operator(p_operator uuid) returns void language plpgsql as $$
begin
  perform from operator where id = p_operator and status = 'active' for share;
  if not found then
    raise exception 'operator % is not active', p_operator using errcode = 'AF031';
  end if;
end $$;

-- Assigns a case to an operator. Returns the new version, or null if the case has changed since p_version.
create or replace function take_case(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz) returns integer
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

-- Gives a case to another operator, with a note that tells them why.
create or replace function hand_over_case(
  p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz, p_to uuid
) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file;
begin
  perform require_active_operator(p_operator);
  perform require_active_operator(p_to);
  update case_file set owner_id = p_to, version = version + 1
    where id = p_case and version = p_version and state <> 'resolved' returning * into v_file;
  if found then
    insert into case_step values (p_case, v_file.version, p_operator, 'noted', null,
      format('Handed over to %s: %s', (select o.name from operator o where o.id = p_to), p_reason), p_at);
    if p_to <> p_operator then
      perform notify_operator(v_file, p_to, 'handed_over', p_operator, p_at);
    end if;
  end if;
  return v_file.version;
end $$;

-- Adds a note to a case. A waiting proposal keeps waiting under the new version, so that the approver reads the note first.
create or replace function note_case(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz) returns integer
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

-- Stores an operator's signature of a decision. p_signature has credential_id, authenticator_data, client_data and signature in base64. The
-- caller has verified the signature; the signer and the payer verify it again. Raises AF442 unless the operator has this passkey.
create or replace function store_signature(
  p_case uuid, p_version integer, p_sequence integer, p_operator uuid, p_signature jsonb, p_at timestamptz
) returns void language plpgsql as $$
begin
  insert into decision_signature
      (case_id, version, part, sequence, operator_id, credential_id, authenticator_data, client_data, signature, at)
    select p_case, p_version, case when p_sequence = p_version then 'proposed' else 'approved' end, p_sequence, p_operator, k.credential_id,
      decode(p_signature ->> 'authenticator_data', 'base64'), decode(p_signature ->> 'client_data', 'base64'),
      decode(p_signature ->> 'signature', 'base64'), p_at
    from passkey k
    where k.operator_id = p_operator and k.revoked_at is null and k.credential_id = decode(p_signature ->> 'credential_id', 'base64');
  if not found then
    raise exception 'operator % has no such passkey', p_operator using errcode = 'AF442';
  end if;
end $$;

-- Proposes a resolution of a case, with the money as the operator saw it. p_text is the decision as the operator signed it. It takes effect
-- when it is approved. Returns the new version, or null if the case has changed since p_version or is not open.
create or replace function propose_resolution(
  p_case uuid, p_version integer, p_operator uuid, p_resolution jsonb, p_seen jsonb, p_reason text, p_at timestamptz,
  p_text text, p_signature jsonb
) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file;
begin
  perform require_active_operator(p_operator);
  update case_file set state = 'awaiting_approval', resolution = p_resolution, seen = p_seen, proposed_by = p_operator,
      owner_id = coalesce(owner_id, p_operator), version = version + 1
    where id = p_case and version = p_version and state = 'open' returning * into v_file;
  if found then
    insert into case_step values (p_case, v_file.version, p_operator, 'proposed', p_resolution, p_reason, p_at);
    insert into signed_decision values (
      p_case, v_file.version, v_file.mode, v_file.transaction_id, v_file.line_id, p_resolution ->> 'action', p_text);
    perform store_signature(p_case, v_file.version, v_file.version, p_operator, p_signature, p_at);
    perform notify_approvers(v_file, p_at);
  end if;
  return v_file.version;
end $$;

-- Declines a proposal. Proposers also use this to withdraw their own proposals.
create or replace function decline_resolution(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz)
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

-- Approves what another operator proposed, or the same operator if one person suffices (people_needed). p_text is the text that the
-- proposer signed, and the approver has signed it too. Raises AF443 if the proposer signed another text, and an error of require_standing
-- if the decision rests on a standing decision that does not cover it. The caller carries the decision out and writes the audit in the same
-- commit.
create or replace function approve_resolution(
  p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz, p_text text, p_signature jsonb
) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file;
  v_signed signed_decision;
begin
  perform require_active_operator(p_operator);
  select * into v_file from case_file
    where id = p_case and version = p_version and state = 'awaiting_approval' for update;
  if not found then
    return null;
  end if;
  if v_file.proposed_by = p_operator and people_needed(v_file) > 1 then
    raise exception 'the operator who proposed the decision in case % cannot approve it', p_case using errcode = 'AF030';
  end if;
  -- A proposal counts only while its proposer is still an active operator.
  perform require_active_operator(v_file.proposed_by);
  update case_file set state = 'resolved', ended = 'approved', approved_by = p_operator, resolved_at = p_at,
      version = version + 1
    where id = p_case returning * into v_file;
  perform require_standing(v_file);
  insert into case_step values (p_case, p_version + 1, p_operator, 'approved', v_file.resolution, p_reason, p_at);
  select * into strict v_signed from signed_decision where case_id = p_case order by version desc limit 1;
  if v_signed.text <> p_text then
    raise exception 'the proposer of case % signed another text', p_case using errcode = 'AF443';
  end if;
  perform store_signature(p_case, v_signed.version, p_version + 1, p_operator, p_signature, p_at);
  return p_version + 1;
end $$;

-- Dismisses a case that involves no money: a reading that was set aside, a request that was declined, or a transfer that the payer process
-- did not approve. One operator is enough.
create or replace function dismiss_case(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz)
returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_version integer;
begin
  perform require_active_operator(p_operator);
  update case_file set state = 'resolved', ended = 'dismissed', resolution = '{"action": "dismiss"}', proposed_by = p_operator,
      resolved_at = p_at, version = version + 1
    where id = p_case and version = p_version and state = 'open'
      and (kind in ('line_aside', 'request') or kind = 'reconciliation_differs' and facts ->> 'kind' = 'approval')
    returning version into v_version;
  if found then
    insert into case_step values (p_case, v_version, p_operator, 'dismissed', '{"action": "dismiss"}', p_reason, p_at);
  end if;
  return v_version;
end $$;
