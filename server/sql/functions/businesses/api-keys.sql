-- Returns the API key with one of the given hashes. The caller hashes the secret with every pepper still in use. Revoked and expired keys
-- are returned too: the caller refuses them with the right message.
create or replace function find_api_key(hmacs bytea[])
returns table (
  id uuid, business_id uuid, link_tag text, mode mode, scopes text[], ip_list text[],
  expires_at timestamptz, revoked_at timestamptz, requests_per_window integer, business_status text,
  may_hold_balance boolean, fee_flat_minor numeric, fee_bps integer, fee_cap_minor numeric,
  default_network text, default_wallet_address text, daily_limit_minor numeric, public_key bytea, must_sign boolean
)
language sql stable security definer set search_path = afara, pg_temp as $$
  select k.id, k.business_id, b.link_tag, k.mode, k.scopes, k.ip_list::text[], k.expires_at, k.revoked_at,
    k.requests_per_window, m.status, m.may_hold_balance, m.fee_flat_minor, m.fee_bps, m.fee_cap_minor,
    d.network, d.address, m.daily_limit_minor, s.public_key, must_sign(k.business_id, k.mode)
  from api_key k
  join business b on b.id = k.business_id
  join business_mode m on m.business_id = k.business_id and m.mode = k.mode
  left join signing_key s on s.key_id = k.id
  left join lateral default_wallet(m) d on true
  where k.hmac = any (hmacs)
$$;

-- Records that a key was used. Writes at most once a minute, so that a busy key does not become a hot row.
create or replace function touch_api_key(id uuid, at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update api_key k set last_used_at = touch_api_key.at
  where k.id = touch_api_key.id
    and (k.last_used_at is null or k.last_used_at < touch_api_key.at - interval '1 minute')
$$;

-- Takes up to `wanted` requests from a key's window of ten seconds; the window holds at most `most`. Returns the number granted, the number
-- taken from the window, the number of the window, and the database's time, from which the caller computes when the next window starts.
create or replace function lease_requests(key_id uuid, wanted integer, most integer)
returns table (granted integer, taken integer, window_number bigint, at_ms bigint)
language sql security definer set search_path = afara, pg_temp as $$
  with moment as (select (extract(epoch from afara_now()) * 1000)::bigint as at_ms)
  insert into request_window as w (key_id, number, taken)
    select lease_requests.key_id, m.at_ms / 10000, least(wanted, most) from moment m
  on conflict (key_id) do update set
    -- A caller that waited for the row may come from the previous window. It then takes from the newer one. A number far ahead comes from a
    -- clock that was set back, and is overwritten.
    number = case when w.number = excluded.number + 1 then w.number else excluded.number end,
    taken = case
      when w.number in (excluded.number, excluded.number + 1) then greatest(w.taken, least(w.taken + wanted, most))
      else excluded.taken
    end
  returning
    new.taken - (case when old.number = new.number then old.taken else 0 end), new.taken, new.number,
    (select m.at_ms from moment m)
$$;

-- Guards the expiry of a key. Only a rotation changes it, in the statement that names the successor, and only to an earlier time.
create or replace function guard_key_expiry() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if new.issued_until is distinct from old.issued_until then
    raise exception 'the original expiry of key % cannot be changed', old.id using errcode = 'AF445';
  end if;
  if new.expires_at is distinct from old.expires_at then
    if new.replaced_by is null or new.replaced_by is not distinct from old.replaced_by then
      raise exception 'only a rotation can change the expiry of key %', old.id using errcode = 'AF445';
    end if;
    if new.expires_at is null or new.expires_at > old.expires_at then
      raise exception 'the expiry of key % can only become earlier', old.id using errcode = 'AF445';
    end if;
  end if;
  return new;
end $$;
