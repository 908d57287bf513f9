-- Stores a mail and makes it due, in the commit of what it announces. The worker sends it.
create or replace function queue_mail(
  p_id uuid, p_operator uuid, p_member uuid, p_kind text, p_details jsonb, p_sealed bytea, p_expires_at timestamptz, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into mail (id, operator_id, member_id, kind, details, sealed, created_at, expires_at)
    values (p_id, p_operator, p_member, p_kind, p_details, p_sealed, p_at, p_expires_at);
  perform wake_now('mail', p_id, p_at);
end $$;

-- Returns a mail that waits to be sent, with the address of its person. Somebody who is invited has no name yet. Returns no row if it was
-- sent or given up.
create or replace function mail_to_send(p_id uuid)
returns table (kind text, details jsonb, sealed bytea, expires_at timestamptz, email text, name text, is_disabled boolean)
language sql stable security definer set search_path = afara, pg_temp as $$
  select x.kind, x.details, x.sealed, x.expires_at, coalesce(o.email, m.email, i.email), coalesce(o.name, m.name, ''),
    coalesce(o.status, m.status, case when num_nonnulls(i.accepted_at, i.cancelled_at) = 0 then 'active' end) is distinct from 'active'
  from mail x left join operator o on o.id = x.operator_id left join member m on m.id = x.member_id
  left join team_invitation i on i.id = x.team_invitation_id
  where x.id = p_id and x.sent_at is null and x.given_up_at is null
$$;

-- Records that the mail server took a mail, or that it is given up. The token of its link is forgotten. Does nothing if it ended before.
create or replace function end_mail(p_id uuid, p_is_sent boolean, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update mail set sealed = null, sent_at = case when p_is_sent then greatest(p_at, created_at) end,
      given_up_at = case when not p_is_sent then greatest(p_at, created_at) end
    where id = p_id and sent_at is null and given_up_at is null;
  perform schedule_wake(p_id, null);
end $$;

-- Guards a mail: it ends once, and nothing else about it changes.
create or replace function guard_mail() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  v_same mail := new;
begin
  v_same.sealed := old.sealed;
  v_same.sent_at := old.sent_at;
  v_same.given_up_at := old.given_up_at;
  if v_same is distinct from old or num_nonnulls(old.sent_at, old.given_up_at) > 0 or num_nonnulls(new.sent_at, new.given_up_at) = 0 then
    raise exception 'mail % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;
