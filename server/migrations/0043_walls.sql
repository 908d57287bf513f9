-- Why: places where somebody's word was enough. How long a lane or a payout account is held was whatever the caller said; a payout that
-- was tried again days later was not looked for on a list again; and a lock that was written down before a restore, in a lane that was given
-- up since, drew its buy into that lane, where nothing is ever sent. And naira of a buy goes back by itself since 0036, which must not be where
-- tokens were sent for it before a restore.

set local role afara_owner;
set local search_path = afara;

-- ── leases ────────────────────────────────────────────────────────────────────────────────────────────────────

-- Whoever holds something renews it in seconds; whoever says more is not believed.
create function lease_until(p_lease_ms integer) returns timestamptz language sql volatile as $$
  select clock_timestamp() + make_interval(secs => least(greatest(p_lease_ms, 0), 120000) / 1000.0)
$$;

create or replace function take_lane(p_lane uuid, p_holder text, p_at timestamptz, p_lease_ms integer) returns bigint
language sql security definer set search_path = afara, pg_temp as $$
  update lane set holder = p_holder, lease_until = lease_until(p_lease_ms),
    fence = fence + (holder is distinct from p_holder or lease_until is null or lease_until <= clock_timestamp())::integer
  where id = p_lane and (holder = p_holder or lease_until is null or lease_until <= clock_timestamp())
  returning fence
$$;

create or replace function take_payouts(p_account uuid, p_holder text, p_lease_ms integer) returns bigint
language sql security definer set search_path = afara, pg_temp as $$
  update payout_account set holder = p_holder, lease_until = lease_until(p_lease_ms),
    fence = fence + (holder is distinct from p_holder or lease_until is null or lease_until <= clock_timestamp())::integer
  where id = p_account and (holder = p_holder or lease_until is null or lease_until <= clock_timestamp())
  returning fence
$$;

-- ── a payout that is tried again ──────────────────────────────────────────────────────────────────────────────

-- Whether a sell that is to be paid was last looked for on a list longer ago than lists are new for, and what the bank calls its payee.
-- No row: it is not about to be paid, or it was looked for since.
create function stale_screening(p_transaction uuid, p_at timestamptz) returns table (account_name text)
language sql stable security definer set search_path = afara, pg_temp as $$
  select name_of_payee(t.id) from transaction t
  where t.id = p_transaction and t.type = 'sell' and t.status in ('cleared', 'payout_failed')
    and not exists (select from payout_order o where o.transaction_id = t.id) and live_payout(t.id, 'payout') is null
    and not exists (select from screening_result s where s.transaction_id = t.id and s.at > p_at - interval '1 day')
$$;

-- What a list says now about a sell that was cleared before. A hit stops it, as it would have then. Null: it is not as it was read.
create function screen_sell_again(
  p_transaction uuid, p_version integer, p_list_name text, p_list_version text, p_list_loaded_at timestamptz, p_subjects jsonb, p_hits jsonb,
  p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  t transaction;
begin
  select * into t from transaction where id = p_transaction and version = p_version and type = 'sell' for no key update;
  if not found or not exists (select from stale_screening(p_transaction, p_at)) then
    return null;
  end if;
  if p_list_version is null and t.mode = 'live' then
    raise exception 'sell % was screened against no list', p_transaction using errcode = 'AF051';
  end if;
  insert into screening_result (id, mode, transaction_id, list_name, list_version, list_loaded_at, subjects, hits, at)
    values (uuidv7(), t.mode, t.id, p_list_name, p_list_version, p_list_loaded_at, p_subjects, p_hits, p_at);
  if p_hits = '[]' then
    return false;
  end if;
  perform from move_transaction(t.id, t.version, 'stopped', '{}', p_at, null);
  if not found then
    raise exception 'sell % cannot be held', t.id using errcode = 'AF001';
  end if;
  perform open_case(uuidv7(), t.mode, 'screening_hit', null, null, t.id, t.business_id,
    'A name or the sender of this sell is like one on a list of sanctions.',
    jsonb_build_object('reasons', jsonb_build_array('screening'), 'amount_minor', (
        select b.amount_minor::text from balance b
        where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGNC' and b.mode = t.mode),
      'hits', p_hits, 'list', p_list_version),
    null, p_at, p_at + interval '24 hours');
  return true;
end $$;

-- As before; and nothing is tried again that was not looked for on a list within the last day.
create or replace function try_payout_again(t transaction, p_at timestamptz) returns void language plpgsql as $$
declare
  v_name text := name_of_payee(t.id);
  v_tried integer := (select count(*) from payout o join payout_right r on r.id = o.right_id where r.transaction_id = t.id and r.purpose = 'payout');
begin
  if t.status <> 'returned' and v_name is not null and v_tried < most_payouts() and freeze_of(t.id, null) is null
      and not exists (select from stale_screening(t.id, p_at)) then
    if queue_sell(t, v_name, p_at) is not null then
      return;
    end if;
    perform ask_about_float(t.mode, p_at);
    return;
  end if;
  if t.status <> 'returned' and v_tried < most_payouts() then
    return;
  end if;
  perform from move_transaction(t.id, t.version, 'choice_needed', '{}', p_at, null);
  if not found then
    raise exception 'sell % cannot be asked about', t.id using errcode = 'AF001';
  end if;
  perform open_case(uuidv7(), t.mode, 'payout_failed', null, null, t.id, t.business_id,
    case t.status when 'returned' then 'The receiving bank sent the naira back.' else 'The bank would not pay it.' end,
    jsonb_build_object('tried', v_tried), jsonb_build_object('action', 'return_all'), p_at, p_at + interval '48 hours');
end $$;

-- ── a lock without bytes in a lane that was given up ──────────────────────────────────────────────────────────

-- The buy takes it, as it must: the signer remembers it under this right. It is dead at once, as those were that had it when the lane was given
-- up, and two people may send it over another lane.
create function take_abandoned(d delivery, a adopted_lock, p_at timestamptz) returns void language plpgsql as $$
declare
  l lane;
begin
  select * into strict l from lane where id = a.lane_id;
  perform take_adopted(l, d, a, p_at);
  perform end_transfers(l, json_build_array(json_build_object('transfer_id', a.transfer_id, 'state', 'final_void', 'evidence',
    jsonb_build_object('abandoned', true))), p_at);
end $$;

-- Changed where it stands: what it says of purposes is another file's.
do $$
declare
  v_text text := pg_get_functiondef('take_adopted_locks(lane, timestamptz)'::regprocedure);
  v_old text := '    elsif a.lane_id <> l.id then';
begin
  if position(v_old in v_text) = 0 then
    raise exception 'take_adopted_locks does not say: %', v_old;
  end if;
  execute replace(v_text, v_old, $new$    elsif jsonb_array_length(coalesce(a.attempts, '[]')) = 0
        and exists (select from lane o where o.id = a.lane_id and o.abandoned_at is not null) then
      perform take_abandoned(d, a, p_at);
$new$ || v_old);
end $$;

grant execute on function stale_screening, screen_sell_again to afara_worker;

-- ── naira of a buy whose tokens left before a restore ─────────────────────────────────────────────────────────

-- Whether tokens were sent for a transaction, or may be, by a lock that the restored database had forgotten and no right has taken yet. What
-- two people have written off is somebody's loss already.
create function was_sent_before(p_transaction uuid) returns boolean language sql stable as $$
  select exists (
    select from transaction t join adopted_lock a on a.right_key = format('%s/%s/%s/delivery/1', t.business_id, t.mode, t.reference)
    where t.id = p_transaction and a.state = 'waiting' and a.tokens_minor > 0 and a.written_off_at is null)
$$;

create function require_not_sent_before(p_transaction uuid) returns void language plpgsql as $$
begin
  if was_sent_before(p_transaction) then
    raise exception 'tokens were sent for % before the database was restored: let it go on, and the chain is asked', p_transaction
      using errcode = 'AF062';
  end if;
end $$;

-- What people decide is refused; what goes back by itself does not, and people are asked.
do $$
declare
  v_held text := pg_get_functiondef('return_held'::regproc);
  v_queue text := pg_get_functiondef('queue_refund'::regproc);
  v_old text := '  if t.status = ''refunding'' and not is_held_by_sanctions(t.id)';
begin
  if position(E'\nbegin\n' in v_held) = 0 or position(v_old in v_queue) = 0 then
    raise exception 'return_held or queue_refund is not as it was';
  end if;
  execute regexp_replace(v_held, E'\nbegin\n', E'\nbegin\n  perform require_not_sent_before(p_file.transaction_id);\n');
  execute replace(v_queue, v_old, $new$  if t.status = 'refunding' and was_sent_before(t.id) then
    perform open_case(uuidv7(), t.mode, 'restored', null, null, t.id, t.business_id,
      'Tokens were sent for this buy before the restore, so that its naira does not go back.', '{}', null, p_at, p_at + interval '1 day');
  elsif t.status = 'refunding' and not is_held_by_sanctions(t.id)$new$);
end $$;

-- The payer asks the same by itself.
grant select (right_key, state, tokens_minor, written_off_at) on adopted_lock to afara_payer;
create policy payer_reads on adopted_lock for select to afara_payer using (true);
