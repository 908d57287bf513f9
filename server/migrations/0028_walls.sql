-- Why: what a process may call is what a thief of its password may call. Each role keeps the functions that its own code calls, and
-- no other: a worker moves money by the functions that say what for, never by an entry of its own.

set local role afara_owner;
set local search_path = afara;

alter type case_kind add value 'nodes_disagree';  -- two nodes of one network tell different ends of a transfer

-- ── who may call what ─────────────────────────────────────────────────────────────────────────────────────────

revoke execute on function post_entry, post_entries, reverse_entry, apply_matches, accept_drill, schedule_wake, freeze_of,
  is_held_by_sanctions, line_has_lien, transaction_has_lien, money_in_figures, account_digits_contradict, name_words_contradict
  from afara_worker;
revoke execute on function tenant_business, tenant_mode from afara_worker, afara_sealer;
revoke execute on function account_is_debit_normal, account_has_floor, account_fits, account_is_totalled from afara_sealer;

-- Freezing in somebody's name is for the owner, in whose name people work. Whoever works in a lane freezes by check_lane alone.
revoke execute on function place_freeze from afara_worker;

-- ── what two nodes do not agree about ─────────────────────────────────────────────────────────────────────────

-- Keeps what each of two nodes said of transfers that count as pending because of it: [{transfer_id, doubt: {chain, witness}}]. People are
-- told once for each lane; the question ends by itself when nothing is in doubt any more.
create function note_doubts(p_lane uuid, p_fence bigint, p_doubts json, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l lane := require_lane(p_lane, p_fence);
begin
  update transfer f set evidence = jsonb_build_object('doubt', d.doubt)
    from json_to_recordset(p_doubts) as d (transfer_id uuid, doubt jsonb)
    where f.id = d.transfer_id and f.lane_id = p_lane and f.state = 'signed' and f.evidence -> 'doubt' is distinct from d.doubt;
  if found then
    perform open_case(uuidv7(), l.mode, 'nodes_disagree', null, null, null, null,
      format('The two nodes of %s do not tell the same of transfers of lane %s', l.network, l.number),
      jsonb_build_object('subject', p_lane, 'network', l.network, 'number', l.number, 'transfers', p_doubts), null, p_at,
      p_at + interval '1 hour');
  end if;
end $$;

-- Returns how many questions it closed. Called now and then: nothing waits for it.
create function close_outlived_doubts(p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  return (select count(*) filter (where close_case(c.id, '{"action": "dismiss", "reason": "the nodes tell the same again"}', p_at))
    from case_file c
    where c.kind = 'nodes_disagree' and c.state <> 'resolved' and not exists (
      select from transfer f where f.lane_id = (c.facts ->> 'subject')::uuid and f.state = 'signed' and f.evidence ? 'doubt'));
end $$;

grant execute on function note_doubts, close_outlived_doubts to afara_worker;

-- ── a lane whose key is lost ──────────────────────────────────────────────────────────────────────────────────

alter table lane
  -- Since when it has stood still without a break.
  add column halted_at timestamptz,
  -- Given up for ever, by two people.
  add column abandoned_at timestamptz;
update lane set halted_at = now() where state = 'halted';

create function guard_lane() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if old.abandoned_at is not null and (new.state <> 'halted' or new.abandoned_at is distinct from old.abandoned_at) then
    raise exception 'lane % was given up for ever', old.id using errcode = 'AF040';
  end if;
  new.halted_at := case when new.state = 'halted' then case when old.state = 'halted' then old.halted_at else clock_timestamp() end end;
  return new;
end $$;
create trigger lane_guard before update of state, abandoned_at on lane for each row execute function guard_lane();

-- What giving a lane up would end: its locks without bytes. Whoever decides names `since` and `digest`, and it is refused if they are
-- others by then: the signer signs nothing in a lane that is halted, so what it had not signed then it has not signed.
create function lane_to_abandon(
  p_lane uuid, out since text, out is_quiet boolean, out locks text[], out tokens_minor numeric, out digest text, out last_signed numeric
) language plpgsql stable as $$
begin
  select extract(epoch from l.halted_at)::text, l.halted_at < clock_timestamp() - interval '1 minute' into since, is_quiet
    from lane l where l.id = p_lane;
  select coalesce(array_agg(f.lock::text order by f.lock), '{}'), coalesce(sum(r.tokens_minor::numeric), 0),
      md5(coalesce(string_agg(f.id::text, ',' order by f.lock), ''))
    into locks, tokens_minor, digest
    from transfer f join transfer_right r on r.id = f.right_id where f.lane_id = p_lane and f.state = 'reserved';
  select max(f.lock) into last_signed from transfer f where f.lane_id = p_lane and f.signed_at is not null;
end $$;

-- Its locks without bytes are dead, so that their naira is held again and two people may send it over another lane. What waits goes to
-- another at once. What was signed stays out: its bytes exist, and only the chain ends that.
create function carry_out_abandon_lane(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'abandon_lane');
  l lane;
  v_found record;
begin
  select * into strict l from lane where id = (v_file.resolution ->> 'lane_id')::uuid for no key update;
  v_found := lane_to_abandon(l.id);
  if l.state <> 'halted' or (v_found.since, v_found.digest) is distinct from (v_file.resolution ->> 'since', v_file.resolution ->> 'digest') then
    raise exception 'lane % is not as it was looked at', l.id using errcode = 'AF040';
  end if;
  perform from transaction t where t.id in (select d.transaction_id from delivery d where d.lane_id = l.id) order by t.id for no key update;
  perform queue_delivery(d.transaction_id, p_at) from (
    select w.transaction_id from delivery w where w.lane_id = l.id order by w.transaction_id) d;
  if exists (select from delivery d join transaction t on t.id = d.transaction_id where d.lane_id = l.id and t.status in ('cleared', 'send_failed')) then
    raise exception 'no other lane of % sends in % mode, and some wait for this one', l.network, l.mode using errcode = 'AF045';
  end if;
  update lane set abandoned_at = coalesce(abandoned_at, p_at) where id = l.id;
  perform end_transfers(l, json_agg(json_build_object('transfer_id', f.id, 'state', 'final_void', 'evidence',
      jsonb_build_object('abandoned', 'cas_' || replace(p_case::text, '-', '')))), p_at)
    from transfer f where f.lane_id = l.id and f.state = 'reserved' having count(*) > 0;
  perform close_case(k.id, v_file.resolution || jsonb_build_object('reason', 'decided in cas_' || replace(p_case::text, '-', '')), p_at)
    from case_file k where k.kind in ('lane_halted', 'restored', 'cannot_deliver', 'nodes_disagree') and k.state <> 'resolved'
      and k.transaction_id is null and k.facts ->> 'subject' = l.id::text;
end $$;

-- A lane is given up by two people, and then nothing has a lock there without bytes.
create function check_abandoned(since_xid bigint) returns setof finding language sql stable as $$
  select row(l.id::text, 'it was given up, and no two people decided that')::finding
  from lane l
  where l.abandoned_at is not null and not exists (
    select from case_file c where c.ended = 'approved' and c.resolution ->> 'action' = 'abandon_lane' and c.resolution ->> 'lane_id' = l.id::text)
  union all
  select row(c.id::text, 'it was decided to give a lane up, and that was not done')::finding
  from case_file c
  where c.ended = 'approved' and c.resolution ->> 'action' = 'abandon_lane' and not exists (
    select from lane l where l.id::text = c.resolution ->> 'lane_id' and l.abandoned_at is not null and l.state = 'halted')
  union all
  select row(f.id::text, 'its lane was given up, and it still waits for its bytes')::finding
  from lane l join transfer f on f.lane_id = l.id and f.state = 'reserved' where l.abandoned_at is not null
$$;

grant execute on function check_abandoned to afara_worker;

-- ── tokens that left for a buy that is lost for ever ──────────────────────────────────────────────────────────

-- Still waiting: if its buy comes after all, its right takes this lock and no other, and the write-off is undone.
alter table adopted_lock
  add column written_off_at timestamptz,
  -- The case that decided it has the id of its entry.
  add column write_off_entry_id uuid,
  add check (num_nulls(written_off_at, write_off_entry_id) in (0, 2)),
  add check (written_off_at is null or end_state = 'final_ok');

create function undo_write_off() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  perform reverse_entry(uuidv7(), old.write_off_entry_id, 'write_off_undone', new.taken_at);
  return null;
end $$;
create trigger adopted_lock_comes_back after update of state on adopted_lock for each row
  when (old.state = 'waiting' and new.state = 'taken' and old.write_off_entry_id is not null) execute function undo_write_off();

create function write_off_postings(p_resolution jsonb)
returns table (debit_kind account_kind, debit_owner text, credit_kind account_kind, credit_owner text, asset asset, amount numeric)
language sql stable as $$
  select p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, (p_resolution ->> 'tokens_minor')::numeric
  from (values
    (true, 'expense'::account_kind, 'loss', 'transit'::account_kind, '', 'NGNC'::asset),
    -- Owed in naira, as whatever else a business owes.
    (false, 'receivable', p_resolution ->> 'business_id', 'clearing', '', 'NGN'),
    (false, 'clearing', '', 'transit', '', 'NGNC')
  ) as p (is_loss, debit_kind, debit_owner, credit_kind, credit_owner, asset)
  where p.is_loss = (p_resolution ->> 'business_id' is null)
$$;

-- Only what the chain shows to have arrived: anything else may still come to nothing.
create function carry_out_write_off(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'write_off');
  l lane;
  a adopted_lock;
begin
  -- Whoever works in the lane waits: no buy takes the lock between the question and the answer.
  select * into strict l from lane where id = (v_file.resolution ->> 'lane_id')::uuid for no key update;
  select * into a from adopted_lock where lane_id = l.id and lock = (v_file.resolution ->> 'lock')::numeric for update;
  if (a.state, a.end_state, a.right_key, a.tokens_minor::text) is distinct from
      ('waiting', 'final_ok', v_file.resolution ->> 'right_key', v_file.resolution ->> 'tokens_minor') or a.written_off_at is not null
    or v_file.resolution ->> 'business_id' <> split_part(a.right_key, '/', 1) then
    raise exception 'lock % of lane % is not as it was looked at', v_file.resolution ->> 'lock', l.id using errcode = 'AF040';
  end if;
  perform post_entry(p_case, l.mode, null, 'lock_written_off', p_at, array_agg(p.debit_kind), array_agg(p.debit_owner),
      array_agg(p.credit_kind), array_agg(p.credit_owner), array_agg(p.asset), array_agg(p.amount)::positive_minor[])
    from write_off_postings(v_file.resolution) p;
  update adopted_lock set written_off_at = p_at, write_off_entry_id = p_case, gas_entry_id = spend_adopted_gas(l, a.gas_units, p_at)
    where lane_id = l.id and lock = a.lock;
  perform close_adopted(l.id, p_at);
end $$;

-- As before; and what was written off is looked for no more.
create or replace function close_adopted(p_lane uuid, p_at timestamptz) returns void language sql as $$
  select close_case(c.id, '{"action": "dismiss", "reason": "each of them has its buy, moved nothing, or was written off"}', p_at) from case_file c
  where c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = 'adopted:' || p_lane
    and not exists (
      select from adopted_lock a where a.lane_id = p_lane and a.state = 'waiting' and a.tokens_minor::numeric > 0 and a.written_off_at is null)
$$;

-- What was written off was decided by two people and is booked so, to the kobo, until its buy comes after all.
create function check_write_offs(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'it was decided to write tokens off, and the ledger does not have that')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and c.resolution ->> 'action' = 'write_off' and s.xid > since_xid
    and (not exists (select from entry e where e.id = c.id and e.step = 'lock_written_off' and e.mode = c.mode and e.xid = s.xid)
      or exists (
        select * from write_off_postings(c.resolution)
        except select p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor::numeric from posting p where p.entry_id = c.id)
      or (select count(*) from posting p where p.entry_id = c.id) <> (select count(*) from write_off_postings(c.resolution)))
  union all
  select row(e.id::text, 'it is called a write-off, and no two people decided that')::finding
  from entry e
  where e.step = 'lock_written_off' and e.xid > since_xid and not exists (
    select from case_file c where c.id = e.id and c.ended = 'approved' and c.resolution ->> 'action' = 'write_off')
  union all
  select row(a.lane_id || ' ' || a.lock, 'it was written off, and the ledger says otherwise')::finding
  from adopted_lock a
  where a.written_off_at is not null and not (
    exists (
      select from case_file c where c.id = a.write_off_entry_id and c.ended = 'approved' and c.resolution ->> 'action' = 'write_off'
        and c.resolution ->> 'lane_id' = a.lane_id::text and c.resolution ->> 'lock' = a.lock::text
        and c.resolution ->> 'tokens_minor' = a.tokens_minor::text)
    and (a.state = 'taken') = exists (select from entry e where e.reverses = a.write_off_entry_id))
$$;

grant execute on function write_off_postings, check_write_offs to afara_worker;
