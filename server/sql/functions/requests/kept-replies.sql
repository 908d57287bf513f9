-- Claims an Idempotency-Key for a request and returns what to do: claimed (carry the request out), kept (send this reply), other (the key
-- belongs to another request) or busy (the first request is not answered yet). A claim without a reply ends after a minute: its process
-- has stopped. Replies older than 24 hours of the same business are deleted here.
create or replace function claim_reply(p_business uuid, p_mode mode, p_key text, p_request bytea, p_claim uuid, p_at timestamptz)
returns table (outcome text, claim uuid, status smallint, sealed bytea)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
begin
  delete from kept_reply k where k.business_id = p_business and k.mode = p_mode and k.claimed_at <= p_at - interval '24 hours';
  insert into kept_reply as k (business_id, mode, key, request, claim, claimed_at)
    values (p_business, p_mode, p_key, p_request, p_claim, p_at)
    on conflict (business_id, mode, key) do update set claim = excluded.claim, claimed_at = excluded.claimed_at
      where k.status is null and k.request = excluded.request and k.claimed_at <= p_at - interval '1 minute';
  if found then
    return query select 'claimed', p_claim, null::smallint, null::bytea;
    return;
  end if;
  return query
    select case when k.request <> p_request then 'other' when k.status is null then 'busy' else 'kept' end, k.claim, k.status,
      case when k.request = p_request then k.sealed end
    from kept_reply k where k.business_id = p_business and k.mode = p_mode and k.key = p_key;
end $$;

-- Stores the reply of a claimed request. Does nothing if another attempt holds the key by now. Commits with what the request has done, if
-- the caller calls it there.
create or replace function keep_reply(p_business uuid, p_mode mode, p_claim uuid, p_key text, p_status smallint, p_sealed bytea)
returns void language sql security definer set search_path = afara, pg_temp as $$
  update kept_reply k set status = p_status, sealed = p_sealed
  where k.business_id = p_business and k.mode = p_mode and k.key = p_key and k.claim = p_claim and k.status is null
$$;

-- Gives the key of a refused request back.
create or replace function release_reply(p_business uuid, p_mode mode, p_claim uuid, p_key text)
returns void language sql security definer set search_path = afara, pg_temp as $$
  delete from kept_reply k
  where k.business_id = p_business and k.mode = p_mode and k.key = p_key and k.claim = p_claim and k.status is null
$$;
