-- Stores a key that no decision is needed for. A live key needs one: guard_live_key refuses it here.
create or replace function store_api_key(
  p_id uuid, p_business uuid, p_mode mode, p_hmac bytea, p_pepper_version integer, p_scopes text[], p_networks text[], p_label text,
  p_requests_per_window integer, p_expires_at timestamptz, p_public_key bytea default null
) returns void language sql security definer set search_path = afara, pg_temp as $$
  insert into api_key (id, business_id, mode, hmac, pepper_version, scopes, ip_list, label, requests_per_window, expires_at, issued_until)
    values (p_id, p_business, p_mode, p_hmac, p_pepper_version, p_scopes,
      array(select network(listed::inet) from unnest(p_networks) as listed), p_label, p_requests_per_window, p_expires_at, p_expires_at);
  select add_signing_key(p_id, p_public_key)
$$;

-- Ends a key that a rotation replaced. guard_key_expiry refuses a later time than the key had.
create or replace function replace_api_key(p_id uuid, p_successor uuid, p_expires_at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update api_key set expires_at = p_expires_at, replaced_by = p_successor where id = p_id
$$;

-- Revokes a key, once and for ever. Pauses the webhook endpoints that it opened or changed, and returns them.
create or replace function revoke_api_key(p_id uuid, p_at timestamptz) returns setof uuid
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  update api_key set revoked_at = p_at where id = p_id and revoked_at is null;
  if found then
    return query select pause_webhooks_of_key(p_id, p_at);
  end if;
end $$;
