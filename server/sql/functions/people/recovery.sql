-- Raises AF480 while a person must wait after they enrolled again. The time is the database's own, so no process can shorten the wait.
create or replace function require_may_sign(p_person uuid) returns void language plpgsql set search_path = afara, pg_temp as $$
declare
  v_from timestamptz := (select max(signs_from) from reenrolment where p_person in (operator_id, member_id));
begin
  if v_from > afara_now() then
    raise exception 'person % enrolled again and signs nothing before %', p_person, v_from
      using errcode = 'AF480', detail = to_char(v_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
end $$;

-- Refuses a signature of an operator who enrolled again in the last 24 hours.
create or replace function guard_decision_signature() returns trigger
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_may_sign(new.operator_id);
  return new;
end $$;

-- Enrols a person again: somebody who had a passkey before accepted an invitation. Their other passkeys, sessions and codes end in the same
-- commit, they sign nothing for 24 hours, and they and everybody who works with them get a mail. A first enrolment does none of this.
create or replace function reenrol() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_at timestamptz := new.accepted_at;
  v_from timestamptz := greatest(new.accepted_at, afara_now()) + interval '24 hours';
  v_who record;
begin
  if not exists (
      select from passkey where (operator_id = new.operator_id or member_id = new.member_id) and id <> new.passkey_id) then
    return null;
  end if;
  update passkey set revoked_at = greatest(v_at, created_at)
    where (operator_id = new.operator_id or member_id = new.member_id) and id <> new.passkey_id and revoked_at is null;
  update person_session set revoked_at = greatest(v_at, created_at)
    where (operator_id = new.operator_id or member_id = new.member_id) and revoked_at is null;
  update totp set secret = null, ended_at = greatest(v_at, created_at) where member_id = new.member_id and ended_at is null;
  delete from email_request where member_id = new.member_id;
  insert into reenrolment values (new.passkey_id, new.operator_id, new.member_id, v_at, v_from);
  select * into strict v_who from (
    select 'operator' as side, name, email from operator where id = new.operator_id
    union all select 'member', name, email from member where id = new.member_id) x;
  perform queue_mail(afara_uuid(), x.operator_id, x.member_id, 'reenrolled',
      jsonb_build_object('signs_from', v_from)
        || case when x.is_self then '{}' else jsonb_build_object('who', to_jsonb(v_who)) end,
      null, v_at + interval '7 days', v_at)
    from people_told_of(new.operator_id, new.member_id) x;
  return null;
end $$;

-- Returns whom a re-enrolment is told: all active operators of an operator, everybody in the businesses of a member, and the person.
create or replace function people_told_of(p_operator uuid, p_member uuid)
returns table (operator_id uuid, member_id uuid, is_self boolean) language sql stable set search_path = afara, pg_temp as $$
  select o.id, null::uuid, o.id = p_operator from operator o where p_operator is not null and o.status = 'active'
  union all
  select null, m.id, m.id = p_member from member m
  where m.status = 'active' and (m.id = p_member or exists (
    select from membership theirs join membership own on own.business_id = theirs.business_id
    where theirs.member_id = m.id and theirs.ended_at is null and own.member_id = p_member and own.ended_at is null))
$$;
