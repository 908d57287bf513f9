-- The caller knows the secret and hashes it under every pepper still in use. A revoked or expired key is returned
-- too, so that its holder can be told which it is; the caller decides.
create or replace function find_api_key(hmacs bytea[])
returns table (
  id uuid, business_id uuid, link_tag text, mode mode, scopes text[], ip_list text[],
  expires_at timestamptz, revoked_at timestamptz, requests_per_window integer, business_status text,
  may_hold_balance boolean, fee_flat_minor numeric, fee_bps integer, fee_cap_minor numeric,
  default_network text, default_wallet_address text, daily_limit_minor numeric
)
language sql stable security definer set search_path = afara, pg_temp as $$
  select k.id, k.business_id, b.link_tag, k.mode, k.scopes, k.ip_list::text[], k.expires_at, k.revoked_at,
    k.requests_per_window, m.status, m.may_hold_balance, m.fee_flat_minor, m.fee_bps, m.fee_cap_minor,
    m.default_network, m.default_wallet_address, m.daily_limit_minor
  from api_key k
  join business b on b.id = k.business_id
  join business_mode m on m.business_id = k.business_id and m.mode = k.mode
  where k.hmac = any (hmacs)
$$;

-- At most one write a minute, so that a busy key is not a hot row.
create or replace function touch_api_key(id uuid, at timestamptz) returns void
language sql security definer set search_path = afara, pg_temp as $$
  update api_key k set last_used_at = touch_api_key.at
  where k.id = touch_api_key.id
    and (k.last_used_at is null or k.last_used_at < touch_api_key.at - interval '1 minute')
$$;

-- Takes up to `wanted` requests of a key's window, in all at most `most`. Returns what was granted, how much of the
-- window is taken now, which window it was, and this server's time, by which a caller places the next window.
create or replace function lease_requests(key_id uuid, wanted integer, most integer)
returns table (granted integer, taken integer, window_number bigint, at_ms bigint)
language sql security definer set search_path = afara, pg_temp as $$
  with moment as (select (extract(epoch from afara_now()) * 1000)::bigint as at_ms)
  insert into request_window as w (key_id, number, taken)
    select lease_requests.key_id, m.at_ms / 10000, least(wanted, most) from moment m
  on conflict (key_id) do update set
    -- A caller that waited for the row may come from the window before: it then takes from the newer one. A number far
    -- ahead is of a clock that was set back, and is given up.
    number = case when w.number = excluded.number + 1 then w.number else excluded.number end,
    taken = case
      when w.number in (excluded.number, excluded.number + 1) then greatest(w.taken, least(w.taken + wanted, most))
      else excluded.taken
    end
  returning
    new.taken - (case when old.number = new.number then old.taken else 0 end), new.taken, new.number,
    (select m.at_ms from moment m)
$$;
