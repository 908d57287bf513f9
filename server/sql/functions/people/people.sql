-- Returns whether the connection sees every business. The people process sets this on the connections that sign people in and serve
-- operators. Connections that serve members see only the business of the request (tenant_business).
create or replace function sees_house() returns boolean language sql stable
  return coalesce(current_setting('afara.side', true) = 'house', false);

-- Guards a passkey: its owner and key never change, its counter never falls, and a revoked passkey stays revoked.
create or replace function guard_passkey() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if (new.id, new.operator_id, new.member_id, new.credential_id, new.public_key, new.created_at)
      is distinct from (old.id, old.operator_id, old.member_id, old.credential_id, old.public_key, old.created_at)
      or new.sign_count < old.sign_count or (old.revoked_at is not null and new is distinct from old) then
    raise exception 'passkey % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

-- Guards a session: it can be used later, for as long as it lasts, and revoked. Nothing else about it changes, and a revoked or expired
-- session stays so.
create or replace function guard_session() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  v_same person_session := new;
begin
  v_same.last_seen_at := old.last_seen_at;
  v_same.idle_expires_at := old.idle_expires_at;
  v_same.revoked_at := old.revoked_at;
  if v_same is distinct from old or old.revoked_at is not null or new.last_seen_at < old.last_seen_at
      or new.last_seen_at >= old.idle_expires_at then
    raise exception 'session % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

-- Guards an invitation: it is accepted or revoked, once.
create or replace function guard_invitation() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  v_same invitation := new;
begin
  v_same.accepted_at := old.accepted_at;
  v_same.passkey_id := old.passkey_id;
  v_same.revoked_at := old.revoked_at;
  if v_same is distinct from old or num_nonnulls(old.accepted_at, old.revoked_at) > 0 then
    raise exception 'invitation % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

-- Guards a terminal that asks to be signed in: it is confirmed or refused, once.
create or replace function guard_device_login() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  v_same device_login := new;
begin
  v_same.confirmed_at := old.confirmed_at;
  v_same.passkey_id := old.passkey_id;
  v_same.denied_at := old.denied_at;
  if v_same is distinct from old or num_nonnulls(old.confirmed_at, old.denied_at) > 0 then
    raise exception 'device login % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;

-- Guards a request for a signature: it is signed once, with a passkey of the operator whom it asks, and not while they must wait.
create or replace function guard_signature_request() returns trigger
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_same signature_request := new;
begin
  v_same.signed_at := old.signed_at;
  v_same.credential_id := old.credential_id;
  v_same.authenticator_data := old.authenticator_data;
  v_same.client_data := old.client_data;
  v_same.signature := old.signature;
  if v_same is distinct from old or old.signed_at is not null then
    raise exception 'signature request % cannot change like this', old.id using errcode = 'AF002';
  end if;
  perform require_may_sign(new.operator_id);
  if not exists (
      select from passkey p where p.credential_id = new.credential_id and p.operator_id = new.operator_id and p.revoked_at is null) then
    raise exception 'the passkey is not one of the operator''s, or was revoked' using errcode = 'AF442';
  end if;
  return new;
end $$;

-- Ends the sessions and the open invitation of a person who is stopped, and forgets their confirmed terminals and their signatures that no
-- command has taken. If the person returns, none of them comes back.
create or replace function sign_out_disabled() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update person_session set revoked_at = greatest(afara_now(), created_at)
    where new.id in (operator_id, member_id) and revoked_at is null;
  update invitation set revoked_at = afara_now()
    where new.id in (operator_id, member_id) and num_nonnulls(accepted_at, revoked_at) = 0;
  delete from device_login d using passkey k where d.passkey_id = k.id and new.id in (k.operator_id, k.member_id);
  delete from signature_request where operator_id = new.id;
  return null;
end $$;

-- Ends the sessions that were started with a passkey that is revoked.
create or replace function sign_out_passkey() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update person_session set revoked_at = greatest(new.revoked_at, created_at) where passkey_id = new.id and revoked_at is null;
  return null;
end $$;
