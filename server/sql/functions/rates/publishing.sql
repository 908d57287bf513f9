-- Takes the turn to publish rates and returns its number. Returns null while another process holds the turn. A turn that was taken far in
-- the future comes from a clock that was set back, and is ignored.
create or replace function take_rate_turn(at timestamptz, turn_ms integer) returns bigint
language sql security definer set search_path = afara, pg_temp as $$
  update rate_turn set number = number + 1, taken_at = at
  where taken_at <= at - make_interval(secs => turn_ms / 1000.0) or taken_at > at + interval '1 minute'
  returning number
$$;

-- Keeps the turn until the caller's transaction ends. Returns false if another process has taken it.
create or replace function hold_rate_turn(number bigint) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform from rate_turn t where t.number = hold_rate_turn.number for update;
  return found;
end $$;
