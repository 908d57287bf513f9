-- Records that somebody with the owner's URL takes over because no two operators can sign in any more. Everything that leaves is frozen
-- until two operators sign that the freeze is lifted. A case that is overdue at once raises the alarm, and every operator gets a mail.
-- Returns the case. Only the owner may call this.
create or replace function break_glass(p_reason text, p_people jsonb, p_at timestamptz) returns uuid language plpgsql as $$
declare
  v_case uuid := afara_uuid();
  v_words text := 'Somebody used the break-glass command: ' || p_reason;
  o operator;
begin
  perform place_freeze('all', '', v_words, 'system:break-glass', p_at);
  perform open_case(v_case, 'live', 'reconciliation_differs', null, null, null, null, v_words,
    jsonb_build_object('subject', 'break_glass:' || v_case, 'kind', 'break_glass', 'stopped', 'all', 'people', p_people, 'freeze_id', (
      select z.id from freeze_order z where z.scope = 'all' and z.lifted_at is null)),
    null, p_at, p_at);
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, 'system:break-glass',
    'break_glass.used', 'cas_' || replace(v_case::text, '-', ''), p_reason, jsonb_build_object('people', p_people));
  for o in select * from operator where status = 'active' order by id loop
    perform queue_mail(afara_uuid(), o.id, null, 'break_glass', jsonb_build_object('reason', p_reason, 'people', p_people), null,
      p_at + interval '7 days', p_at);
  end loop;
  return v_case;
end $$;

-- Lets a person in as an operator with every role except support and auditor, during break_glass: a new one, or a known one whose passkeys
-- and sessions end. Returns the operator's id. Only the owner may call this.
create or replace function reinstate_operator(p_id uuid, p_email text, p_name text, p_roles text[], p_at timestamptz) returns uuid
language plpgsql as $$
declare
  v_id uuid;
begin
  insert into operator (id, email, name, roles) values (p_id, p_email, p_name, p_roles)
    on conflict (email) do update set roles = excluded.roles, status = 'suspended' returning id into v_id;
  update passkey set revoked_at = greatest(p_at, created_at) where operator_id = v_id and revoked_at is null;
  -- The step over 'suspended' ends every session and open invitation.
  update operator set status = 'active' where id = v_id;
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, 'system:break-glass',
    'operator.reinstated', 'opr_' || replace(v_id::text, '-', ''), 'break-glass', jsonb_build_object('email', p_email, 'roles', p_roles));
  return v_id;
end $$;
