-- Returns the operator whom a decision is about. Raises AF476 if the operator proposed or approved it: nobody decides about themselves.
create or replace function operator_of_decision(p_file case_file) returns operator language plpgsql as $$
declare
  v_id uuid := (p_file.resolution ->> 'operator_id')::uuid;
  v_operator operator;
begin
  if v_id in (p_file.proposed_by, p_file.approved_by) then
    raise exception 'nobody decides about themselves' using errcode = 'AF476';
  end if;
  -- A weaker lock than "for update": it lets a sign-in, which has locked a passkey, insert the session that refers to this row.
  select * into v_operator from operator where id = v_id for no key update;
  return v_operator;
end $$;

-- Raises AF477 if fewer than two active administrators with a passkey are left. Two are needed for every later change of operators.
create or replace function require_two_administrators() returns void language plpgsql as $$
begin
  -- Of two decisions at once, the second counts after the first.
  perform pg_advisory_xact_lock(hashtextextended('administrators', 0));
  if (select count(*) from operator o where o.status = 'active' and 'administrator' = any (o.roles)
      and exists (select from passkey k where k.operator_id = o.id and k.revoked_at is null)) < 2 then
    raise exception 'fewer than two administrators with a passkey would be left' using errcode = 'AF477';
  end if;
end $$;

-- Adds the operator whom two operators decided to invite, or lets an ended one return. For an active operator it changes nothing: they get
-- a new invitation, for a further passkey. Raises AF475 if the address is somebody else's, or the operator is suspended or has other roles.
create or replace function invite_operator(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  r jsonb := p_file.resolution;
  v_roles text[] := array(select jsonb_array_elements_text(r -> 'roles'));
  v_operator operator := operator_of_decision(p_file);
begin
  if v_operator.id is null then
    insert into operator (id, email, name, roles) values ((r ->> 'operator_id')::uuid, r ->> 'email', r ->> 'name', v_roles)
      on conflict (email) do nothing;
    if not found then
      raise exception 'another operator has this address' using errcode = 'AF475';
    end if;
  elsif v_operator.email <> r ->> 'email' or v_operator.status = 'suspended' then
    raise exception 'the operator is suspended, or the address is somebody else''s' using errcode = 'AF475';
  elsif v_operator.status = 'ended' then
    update operator set status = 'active', name = r ->> 'name', roles = v_roles where id = v_operator.id;
  elsif (v_operator.name, v_operator.roles) is distinct from (r ->> 'name', v_roles) then
    raise exception 'the operator has another name or other roles: change the roles first' using errcode = 'AF475';
  end if;
end $$;

-- Issues the invitation that two operators decided in this commit, once, and stores its mail. The caller chose the token. Raises AF032 if
-- this commit has no such decision.
create or replace function issue_decided_invitation(
  p_case uuid, p_id uuid, p_token_hash bytea, p_mail uuid, p_sealed bytea, p_expires_at timestamptz, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'invite_operator');
  v_operator uuid := (v_file.resolution ->> 'operator_id')::uuid;
begin
  update invitation set revoked_at = p_at where operator_id = v_operator and num_nonnulls(accepted_at, revoked_at) = 0;
  insert into invitation (id, operator_id, token_hash, invited_by, created_at, expires_at, decided_by)
    values (p_id, v_operator, p_token_hash, v_file.proposed_by::text, p_at, p_expires_at, p_case);
  perform queue_mail(p_mail, v_operator, null, 'invitation', '{}', p_sealed, p_expires_at, p_at);
end $$;

-- Changes what an operator may do, as two other operators decided. Raises AF475 if the operator's access has ended.
create or replace function change_operator_roles(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_operator operator := operator_of_decision(p_file);
  v_roles text[] := array(select jsonb_array_elements_text(p_file.resolution -> 'roles'));
begin
  if v_operator.id is null or v_operator.status = 'ended' then
    raise exception 'the access of the operator has ended' using errcode = 'AF475';
  end if;
  update operator set roles = v_roles where id = v_operator.id;
  if 'administrator' = any (v_operator.roles) and not 'administrator' = any (v_roles) then
    perform require_two_administrators();
  end if;
end $$;

-- Declines the proposals of an operator that wait for approval, so that they do not count again if the operator is resumed. A request is
-- closed, and another case is open again.
create or replace function withdraw_proposals(p_operator uuid, p_by uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  k case_file;
begin
  for k in select * from case_file where state = 'awaiting_approval' and proposed_by = p_operator order by id for update loop
    perform decline_resolution(k.id, k.version, p_by, 'the proposer was suspended or has left', p_at);
    if k.kind = 'request' then
      perform dismiss_case(k.id, k.version + 1, p_by, 'the proposer was suspended or has left', p_at);
    end if;
  end loop;
end $$;

-- Suspends an operator at once. One operator is enough, because nothing can be lost by stopping, and a stolen passkey does not wait for a
-- second person. Returns false if the operator was not active.
create or replace function suspend_operator(p_operator uuid, p_by uuid, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_active_operator(p_by);
  -- Decisions lock their case before their people. The same order here cannot deadlock with an approval.
  perform from case_file where state = 'awaiting_approval' and proposed_by = p_operator order by id for update;
  -- The person who suspends themselves can decline nothing afterwards.
  if p_by = p_operator then
    perform withdraw_proposals(p_operator, p_by, p_at);
  end if;
  update operator set status = 'suspended' where id = p_operator and status = 'active';
  if not found then
    return false;
  end if;
  if p_by <> p_operator then
    perform withdraw_proposals(p_operator, p_by, p_at);
  end if;
  insert into audit (id, at, actor, action, subject, reason) values (afara_uuid(), p_at, p_by::text, 'operator.suspended',
    'opr_' || replace(p_operator::text, '-', ''), p_reason);
  return true;
end $$;

-- Lets a suspended operator work again as two other operators decided. Ended sessions stay ended. Raises AF475 if the operator is not
-- suspended.
create or replace function resume_operator(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_operator operator := operator_of_decision(p_file);
begin
  if v_operator.status is distinct from 'suspended' then
    raise exception 'the operator is not suspended' using errcode = 'AF475';
  end if;
  update operator set status = 'active' where id = v_operator.id;
end $$;

-- Ends the access of an operator as two other operators decided: sessions, invitations and passkeys end. Raises AF475 if it has ended
-- already.
create or replace function end_operator(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  v_operator operator;
begin
  perform from case_file where state = 'awaiting_approval' and proposed_by = (p_file.resolution ->> 'operator_id')::uuid
    order by id for update;
  v_operator := operator_of_decision(p_file);
  if v_operator.id is null or v_operator.status = 'ended' then
    raise exception 'the access of the operator has ended already' using errcode = 'AF475';
  end if;
  update operator set status = 'ended' where id = v_operator.id;
  update passkey set revoked_at = greatest(p_at, created_at) where operator_id = v_operator.id and revoked_at is null;
  perform withdraw_proposals(v_operator.id, p_file.approved_by, p_at);
  if 'administrator' = any (v_operator.roles) then
    perform require_two_administrators();
  end if;
end $$;
