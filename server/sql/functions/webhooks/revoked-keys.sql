-- Pauses every endpoint that a key opened or changed, or whose secret it rotated: the URL may belong to a thief of the key, and the thief
-- may know the secret. An endpoint that is paused or disabled already gets the notice too. Returns the endpoints.
create or replace function pause_webhooks_of_key(p_key uuid, p_at timestamptz) returns setof uuid
language plpgsql set search_path = afara, pg_temp as $$
declare
  w webhook_endpoint;
  has_opened boolean;
begin
  for w in
    select e.* from webhook_endpoint e join api_key k on k.business_id = e.business_id and k.mode = e.mode
    where k.id = p_key and e.state <> 'removed' and exists (
      select from webhook_notice n
      where n.endpoint_id = e.id and n.key_id = p_key and n.kind in ('opened', 'changed', 'secret_rotated'))
    order by e.id for update of e
  loop
    has_opened := exists (
      select from webhook_notice n where n.endpoint_id = w.id and n.key_id = p_key and n.kind = 'opened');
    update webhook_endpoint set state = 'paused', failures = 0, failing_since = null, rests_until = null where id = w.id;
    perform note_webhook(w, 'paused', case when has_opened
      then 'Paused because the key that opened it was revoked. Resume it with another key.'
      else 'Paused because a key that changed it was revoked. Check its URL, then resume it with another key.' end, null, p_at);
    return next w.id;
  end loop;
end $$;
