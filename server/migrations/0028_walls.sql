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
