-- Why: which stored bytes go out again is the flow's to say: it knows from its network what can still land.

set local role afara_owner;
set local search_path = afara;

drop function permit_sending(uuid, bigint, integer, timestamptz, integer, numeric);

-- Of these transfers the newest bytes of those that may go out in this moment: signed and not ended, in a lane that is ours and not halted,
-- and not frozen, unless they move nothing.
create function permit_sending(p_lane uuid, p_fence bigint, p_transfers uuid[], p_at timestamptz)
returns table (transfer_id uuid, attempt_id uuid, raw bytea)
language plpgsql security definer set search_path = afara, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  l lane := require_lane(p_lane, p_fence);
begin
  return query
    with due as materialized (
      select f.id, f.lock, a.id as attempt_id, a.raw from transfer f
      cross join lateral (select r.transaction_id from transfer_right r where r.id = f.right_id limit 1) r
      cross join lateral (
        select a.id, a.raw, a.kind from transfer_attempt a where a.transfer_id = f.id order by a.number desc limit 1) a
      where f.id = any (p_transfers) and f.lane_id = p_lane and f.state = 'signed'
        and l.state <> 'halted' and (a.kind = 'cancel' or freeze_of(r.transaction_id, f.network) is null)
    ), marked as (
      update transfer f set sent_at = p_at, sent_count = f.sent_count + 1 from due d where f.id = d.id
    )
    select d.id, d.attempt_id, d.raw from due d order by d.lock;
end $$;

grant execute on function permit_sending to afara_worker;
