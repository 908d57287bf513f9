-- Raises AF492 unless the person may manage the keys of the business now. The people process asks first; this holds if it does not.
create or replace function require_key_manager(p_member uuid, p_business uuid) returns void
language plpgsql set search_path = afara, pg_temp as $$
begin
  perform from membership h join member m on m.id = h.member_id
    where h.member_id = p_member and h.business_id = p_business and h.ended_at is null and m.status = 'active'
      and h.role in ('owner', 'administrator', 'developer');
  if not found then
    raise exception 'this person cannot manage the keys of this business' using errcode = 'AF492';
  end if;
end $$;

-- Issues a test key for a member of the business. Live keys need a decision of two operators.
create or replace function issue_test_key(
  p_member uuid, p_business uuid, p_key uuid, p_hmac bytea, p_pepper_version integer, p_scopes text[], p_label text,
  p_expires_at timestamptz, p_at timestamptz, p_public_key bytea default null
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_key_manager(p_member, p_business);
  insert into api_key (id, business_id, mode, hmac, pepper_version, scopes, label, created_at, expires_at, issued_until)
    values (p_key, p_business, 'test', p_hmac, p_pepper_version, p_scopes, p_label, p_at, p_expires_at, p_expires_at);
  perform add_signing_key(p_key, p_public_key);
  perform note_key(p_member, p_key, 'key.issued', 'issued on the dashboard',
    jsonb_build_object('business', 'biz_' || replace(p_business::text, '-', ''), 'mode', 'test', 'scopes', p_scopes,
      'isSigning', p_public_key is not null));
end $$;

-- Issues the successor of a test key with the same rights. The old key works until the overlap ends, and never longer than before. Returns
-- when that is, or null if there is no such test key in use.
create or replace function rotate_test_key(
  p_member uuid, p_business uuid, p_old uuid, p_key uuid, p_hmac bytea, p_pepper_version integer, p_overlap interval, p_at timestamptz
) returns timestamptz language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_old api_key;
  v_until timestamptz := p_at + p_overlap;
begin
  perform require_key_manager(p_member, p_business);
  select * into v_old from api_key where id = p_old and business_id = p_business and mode = 'test' for update;
  if not found or v_old.revoked_at is not null or v_old.expires_at <= p_at then
    return null;
  end if;
  insert into api_key (id, business_id, mode, hmac, pepper_version, scopes, ip_list, label, created_at, requests_per_window)
    values (p_key, p_business, 'test', p_hmac, p_pepper_version, v_old.scopes, v_old.ip_list, v_old.label, p_at, v_old.requests_per_window);
  -- A business signs with the same private key after it.
  perform add_signing_key(p_key, (select s.public_key from signing_key s where s.key_id = p_old));
  v_until := least(v_until, v_old.expires_at);
  update api_key set expires_at = v_until, replaced_by = p_key where id = p_old;
  perform note_key(p_member, p_old, 'key.rotated', 'rotated on the dashboard',
    jsonb_build_object('successor', 'key_' || replace(p_key::text, '-', ''), 'expiresAt', v_until));
  return v_until;
end $$;

-- Revokes a key of either mode at once, and pauses the webhook endpoints that it opened or changed: their URLs may belong to a thief of
-- the key. Returns the number of these, or null if the business has no such key in use.
create or replace function revoke_own_key(p_member uuid, p_business uuid, p_key uuid, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_paused integer;
begin
  perform require_key_manager(p_member, p_business);
  update api_key set revoked_at = p_at where id = p_key and business_id = p_business and revoked_at is null;
  if not found then
    return null;
  end if;
  select count(*)::integer into v_paused from pause_webhooks_of_key(p_key, p_at);
  perform note_key(p_member, p_key, 'key.revoked', 'revoked on the dashboard', jsonb_build_object('pausedEndpoints', v_paused));
  return v_paused;
end $$;

-- Writes what a member did with a key into the audit.
create or replace function note_key(p_member uuid, p_key uuid, p_action text, p_reason text, p_details jsonb) returns void
language sql set search_path = afara, pg_temp as $$
  insert into audit (id, actor, action, subject, reason, details)
    values (afara_uuid(), p_member::text, p_action, 'key_' || replace(p_key::text, '-', ''), p_reason, p_details)
$$;
