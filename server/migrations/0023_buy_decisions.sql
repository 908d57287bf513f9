-- Why: sending tokens brings questions that no rule may answer: whether a buy under review goes on or goes back, whether a
-- transfer that the network refused is tried again, when something that was stopped goes on. Two people answer them, as they do
-- for naira that comes in. Nobody, not even two, gives money back that a list of sanctions holds.

set local role afara_owner;
set local search_path = afara;

-- ── rules of the rows ─────────────────────────────────────────────────────────────────────────────────────────

-- Two pairs of eyes, as before; one person is also enough to say that they have looked at what takes long.
alter table case_file drop constraint case_file_check1;
alter table case_file add constraint case_file_two_people check (case ended
  when 'approved' then num_nulls(proposed_by, approved_by) = 0 and proposed_by <> approved_by
  when 'dismissed' then proposed_by is not null and approved_by is null and resolution ->> 'action' = 'dismiss'
    and kind in ('line_aside', 'request', 'overdue')
  else approved_by is null end);

-- What a list of sanctions holds is released, when it was somebody else, or it stays: there is no other way out for people.
alter table case_file add constraint case_file_sanctions check (
  (kind <> 'screening_hit' or state = 'open' or ended = 'itself' or resolution ->> 'action' = 'release') is true);

create or replace function dismiss_case(p_case uuid, p_version integer, p_operator uuid, p_reason text, p_at timestamptz)
returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_version integer;
begin
  perform require_active_operator(p_operator);
  update case_file set state = 'resolved', ended = 'dismissed', resolution = '{"action": "dismiss"}', proposed_by = p_operator,
      resolved_at = p_at, version = version + 1
    where id = p_case and version = p_version and state = 'open' and kind in ('line_aside', 'request', 'overdue')
    returning version into v_version;
  if found then
    insert into case_step values (p_case, v_version, p_operator, 'dismissed', '{"action": "dismiss"}', p_reason, p_at);
  end if;
  return v_version;
end $$;

-- Whether a list of sanctions has a hand on a buy: it was hit, and nobody has said that it was somebody else.
create function is_held_by_sanctions(p_transaction uuid) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (
    select from case_file k where k.transaction_id = p_transaction and k.kind = 'screening_hit'
      and not (k.ended is not distinct from 'approved' and k.resolution ->> 'action' = 'release'))
$$;

-- The row is the decision to pay somebody back, so it is refused here, whoever decides and by whatever case. What is left of a
-- credit is from the same payer as what such a buy holds of it.
create function guard_sanctions() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if is_held_by_sanctions(new.transaction_id)
    or exists (select from allocation a where a.line_id = new.line_id and is_held_by_sanctions(a.transaction_id)) then
    raise exception 'credit % is held because of a list of sanctions, and is not given back', new.line_id using errcode = 'AF044';
  end if;
  return new;
end $$;

create trigger credit_return_of_sanctioned before insert on credit_return for each row execute function guard_sanctions();

-- ── what a decision rests on ──────────────────────────────────────────────────────────────────────────────────

-- As before, with two differences. What two people compare of a statement is what the statement said: a feed that says more
-- about the same credit only bears it out. And a freeze or a lane is as it was when its going on was proposed.
create or replace function case_money(p_case uuid, p_resolution jsonb) returns jsonb
language plpgsql stable security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file;
  v_action text := p_resolution ->> 'action';
  v_target uuid := (p_resolution ->> 'transaction_id')::uuid;
  v_more jsonb;
begin
  select * into strict v_file from case_file where id = p_case;
  case v_action
    when 'confirm_import' then
      select jsonb_build_object('brought', jsonb_build_object('credits', count(*), 'of', md5(string_agg(
          f.line_id || ':' || coalesce(said.words, ''), ',' order by f.line_id)))) into v_more
        from credit_fund f left join lateral (
          select string_agg(r.id || '+' || (select count(*) from bank_line_payer p where p.reading_id = r.id), ',' order by r.id) as words
          from bank_line_seat s join bank_line_reading r on r.id = s.reading_id
          where s.line_id = f.line_id and r.source = 'statement') said on true
        where f.blocked_by = p_case;
    when 'move_account' then
      select jsonb_build_object('account', v.state) into v_more from vendor_account v where v.id = v_file.vendor_account_id;
    when 'set_cap' then
      select jsonb_build_object('cap', m.exposure_cap_minor::text) into v_more from business_mode m
        where m.business_id = v_file.business_id and m.mode = v_file.mode;
    when 'lift_freeze' then
      select jsonb_build_object('stands', f.lifted_at is null) into v_more from freeze_order f
        where f.id = (p_resolution ->> 'freeze_id')::uuid;
    when 'resume_lane' then
      select jsonb_build_object('lane', l.state, 'because', l.halted_because) into v_more from lane l
        where l.id = (p_resolution ->> 'lane_id')::uuid;
    else
      null;
  end case;
  return coalesce(v_more, '{}') || jsonb_build_object(
    'credit', (select jsonb_build_object('left', f.left_minor::text, 'number', f.payer_account_number,
        'mask', f.payer_account_mask, 'name', f.payer_name, 'bank', f.payer_bank_code)
      from credit_fund f where f.line_id = v_file.line_id),
    'transaction', (select t.version from transaction t where t.id = v_file.transaction_id),
    'target', (select jsonb_build_object('version', t.version, 'lacks', c.left_minor::text)
      from transaction t left join claim c on c.transaction_id = t.id where t.id = v_target),
    'undone', (select jsonb_build_object('left', f.left_minor::text)
      from credit_fund f where f.line_id = (p_resolution ->> 'line_id')::uuid));
end $$;

-- ── what becomes of a buy ─────────────────────────────────────────────────────────────────────────────────────

-- The buy that a case is about, locked, where its money may move in this moment.
create function decided_buy(p_file case_file) returns transaction language plpgsql as $$
declare
  t transaction;
begin
  select * into t from transaction where id = p_file.transaction_id and type = 'buy' for update;
  if not found then
    raise exception 'the case is about no buy' using errcode = 'AF040';
  end if;
  if transaction_has_lien(t.id) then
    raise exception 'a credit of transaction % is under a lien', t.id using errcode = 'AF041';
  end if;
  return t;
end $$;

-- Other questions about the same buy that are answered with this one.
create function close_with(p_file case_file, p_kinds case_kind[], p_at timestamptz) returns void language sql as $$
  select close_case(c.id, p_file.resolution || jsonb_build_object('reason',
      'decided in cas_' || replace(p_file.id::text, '-', '')), p_at)
  from case_file c
  where c.transaction_id = p_file.transaction_id and c.id <> p_file.id and c.state <> 'resolved' and c.kind = any (p_kinds)
$$;

-- All that a buy holds goes back to where each part of it came from. It stays held until it is paid, and that is asked for.
create function return_held(p_file case_file, p_event text, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction := decided_buy(p_file);
  v_sum numeric;
  v_held numeric;
  v_wrong uuid;
begin
  select coalesce(r.line_id, a.line_id) into v_wrong
    from jsonb_to_recordset(p_file.resolution -> 'returns') as r (line_id uuid, amount_minor numeric, destination jsonb)
    full join (
      select s.line_id, sum(s.amount_minor::numeric) as amount from standing_allocation s
      where s.transaction_id = t.id group by s.line_id) a on a.line_id = r.line_id
    where a.amount is distinct from r.amount_minor limit 1;
  if found then
    raise exception 'what came from credit % is not what would go back', v_wrong using errcode = 'AF040';
  end if;
  select sum(r.amount_minor) into v_sum from jsonb_to_recordset(p_file.resolution -> 'returns') as r (amount_minor numeric);
  select b.amount_minor into v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.asset = 'NGN' and b.mode = t.mode for update;
  -- What a transfer has taken is not here to be given back, whatever became of the transfer.
  if v_held is distinct from v_sum then
    raise exception 'transaction % holds %, and % would go back', t.id, coalesce(v_held, 0), coalesce(v_sum, 0) using errcode = 'AF010';
  end if;
  delete from delivery where transaction_id = t.id;
  insert into credit_return (id, mode, line_id, transaction_id, case_id, amount_minor, account_number, bank_code, bank_name,
      account_name, decided_at)
    select uuidv7(), p_file.mode, r.line_id, t.id, p_file.id, r.amount_minor,
      came_from(r.line_id, t.id, r.destination), r.destination ->> 'bank_code', r.destination ->> 'bank_name',
      r.destination ->> 'account_name', p_at
    from jsonb_to_recordset(p_file.resolution -> 'returns') as r (line_id uuid, amount_minor numeric, destination jsonb);
  perform move_decided(p_file, p_event, '{}', p_at);
  perform free_fund(p_file, p_at);
  perform close_with(p_file, '{over_limit,cannot_deliver,send_failed,signer_refused,underpaid,late_credit,overdue}', p_at);
  perform open_refund_case(t.id, p_at);
end $$;

-- Somebody must pay it back. One question for all that a buy gives back, however many credits that is.
create function open_refund_case(p_transaction uuid, p_at timestamptz) returns uuid language sql as $$
  select open_case(uuidv7(), t.mode, 'refund_due', b.vendor_account_id, null, t.id, t.business_id,
    'The naira of this buy goes back to where it came from, and is not paid yet.',
    jsonb_build_object('amount_minor', (select coalesce(sum(r.amount_minor::numeric), 0) from credit_return r where r.transaction_id = t.id)::text,
      'returns', (select count(*) from credit_return r where r.transaction_id = t.id)),
    null, p_at, p_at + interval '1 day')
  from transaction t join buy b on b.transaction_id = t.id where t.id = p_transaction
$$;

create or replace function carry_out_return_part(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform return_held(decided_case(p_case, 'return_part'), 'return_chosen', p_at);
end $$;

create function carry_out_return_all(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform return_held(decided_case(p_case, 'return_all'), 'return_chosen', p_at);
end $$;

create function carry_out_reject(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform return_held(decided_case(p_case, 'reject'), 'rejected', p_at);
end $$;

create function carry_out_fix(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'fix');
begin
  perform decided_buy(v_file);
  perform move_decided(v_file, 'fixed', '{}', p_at);
  perform close_with(v_file, '{overdue}', p_at);
end $$;

-- The buy goes to a lane, or into the balance; where neither can be, nothing was decided.
create function deliver_decided(t transaction, p_at timestamptz) returns void language plpgsql as $$
begin
  if not (select d.done from deliver_buy(t.id, p_at) d) then
    raise exception 'no lane of % sends in % mode', (select b.network from buy b where b.transaction_id = t.id), t.mode
      using errcode = 'AF045';
  end if;
end $$;

-- Two people looked at what holds a buy, at this amount for this wallet, and it goes on. Where something else holds it as well,
-- that is looked at first, and whoever answers the last question sets it going.
create function carry_out_release(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'release');
  t transaction := decided_buy(v_file);
  b buy;
  v_held numeric;
begin
  select * into strict b from buy where transaction_id = t.id;
  select h.amount_minor into v_held from balance h where h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode;
  if t.status <> 'on_hold' then
    raise exception 'transaction % is %', t.id, t.status using errcode = 'AF001';
  end if;
  if (v_file.resolution ->> 'amount_minor', v_file.resolution ->> 'network', v_file.resolution ->> 'address')
      is distinct from (v_held::text, b.network, b.wallet_address) then
    raise exception 'transaction % is of another amount or for another wallet than was looked at', t.id using errcode = 'AF040';
  end if;
  if exists (
    select from case_file k where k.transaction_id = t.id and k.id <> p_case and k.state <> 'resolved'
      and k.kind in ('screening_hit', 'over_limit', 'cannot_deliver', 'recall')) then
    return;
  end if;
  perform move_decided(v_file, 'released', v_file.resolution - 'action', p_at);
  perform close_with(v_file, '{overdue}', p_at);
  perform deliver_decided(t, p_at);
end $$;

create function carry_out_retry_send(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'retry_send');
  t transaction := decided_buy(v_file);
begin
  if t.status <> 'send_failed' then
    raise exception 'transaction % is %', t.id, t.status using errcode = 'AF001';
  end if;
  perform deliver_decided(t, p_at);
  perform close_with(v_file, '{send_failed,signer_refused,cannot_deliver,overdue}', p_at);
end $$;

-- Two people found out what became of a transfer whose lock was used by what we do not know. A lien does not keep them from it: who
-- wants the naira back waits for just this.
create function end_conflict(p_file case_file, p_state text, p_at timestamptz) returns void language plpgsql as $$
declare
  f transfer;
  l lane;
begin
  perform from transaction where id = p_file.transaction_id for update;
  select x.* into f from transfer_right r join transfer x on x.right_id = r.id
    where r.transaction_id = p_file.transaction_id and x.state = 'conflict' for update of x;
  if not found then
    raise exception 'no transfer of transaction % is in conflict', p_file.transaction_id using errcode = 'AF040';
  end if;
  select * into strict l from lane where id = f.lane_id;
  perform end_transfers(l, json_build_array(json_build_object('transfer_id', f.id, 'state', p_state,
    'evidence', coalesce(f.evidence, '{}') || jsonb_build_object('decided', 'cas_' || replace(p_file.id::text, '-', '')))), p_at);
end $$;

create function carry_out_was_paid(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform end_conflict(decided_case(p_case, 'was_paid'), 'final_ok', p_at);
end $$;

-- The naira is held again. Whether it is sent again or goes back is the next question, which takes two people as well.
create function carry_out_not_paid(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform end_conflict(decided_case(p_case, 'not_paid'), 'final_void', p_at);
end $$;

-- Questions that what happened since has answered: the buy went on, the bank took its naira back, the refund was paid. Returns
-- how many it closed. Called now and then: nothing waits for it.
create function close_outlived_cases(p_at timestamptz, p_most integer) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_closed integer;
begin
  select count(*) filter (where close_case(k.id, jsonb_build_object('action', 'dismiss', 'reason', 'the buy is ' || k.status), p_at))
    into v_closed
    from (
      select c.id, t.status from case_file c join transaction t on t.id = c.transaction_id and t.type = 'buy'
      where c.state <> 'resolved' and case c.kind
        when 'overdue' then t.status is distinct from c.facts ->> 'status'
        when 'over_limit' then t.status not in ('payment_received', 'on_hold')
        when 'screening_hit' then t.status = 'recalled'
        when 'cannot_deliver' then t.status in ('sending', 'completed', 'refunding', 'refunded', 'recalled')
        when 'send_failed' then t.status <> 'send_failed'
        when 'signer_refused' then t.status in ('completed', 'refunding', 'refunded', 'recalled')
        -- What a lien stopped; the lien has a question of its own.
        when 'recall' then c.line_id is null and t.status <> 'on_hold'
        when 'underpaid' then t.status <> 'part_paid'
        when 'refund_due' then t.status not in ('refunding', 'refund_failed')
        else false end
      order by c.due_at limit p_most for update of c skip locked) k;
  return v_closed;
end $$;

-- ── what goes on after it was stopped ─────────────────────────────────────────────────────────────────────────

-- What waited because of it is looked at in this moment, not in its next minute.
create function carry_out_lift_freeze(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'lift_freeze');
begin
  update freeze_order set lifted_at = p_at, lifted_by = v_file.proposed_by::text,
      lifted_reason = 'decided in cas_' || replace(p_case::text, '-', '')
    where id = (v_file.resolution ->> 'freeze_id')::uuid and lifted_at is null;
  if not found then
    raise exception 'that freeze does not stand' using errcode = 'AF040';
  end if;
  perform hasten_deliveries(p_at);
end $$;

-- Stopping a lane is for one person at once. A halted lane sends nothing, not even what is signed; a draining one finishes what it
-- began. What waits for one that is halted goes to another, if one is active. Returns how many went, or null where the lane was in
-- that state already.
create function stop_lane(p_lane uuid, p_to text, p_by text, p_reason text, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  l record;
  v_moved integer := 0;
begin
  select * into strict l from lane where id = p_lane for no key update;
  if l.state = p_to then
    return null;
  end if;
  if p_to not in ('draining', 'halted') or l.state = 'halted' then
    raise exception 'lane % is % and cannot become %', p_lane, l.state, p_to using errcode = 'AF001';
  end if;
  perform move_lane(p_lane, p_to, p_reason, p_at);
  if p_to = 'halted' then
    perform from transaction t where t.id in (select d.transaction_id from delivery d where d.lane_id = p_lane) order by t.id for no key update;
    select count(queue_delivery(d.transaction_id, p_at)) into v_moved
      from (select w.transaction_id from delivery w where w.lane_id = p_lane order by w.transaction_id) d;
  end if;
  insert into audit (id, at, actor, action, subject, reason, details) values (uuidv7(), p_at, p_by,
    case p_to when 'halted' then 'lane.halted' else 'lane.drained' end, format('lane %s:%s:%s', l.mode, l.network, l.number),
    p_reason, jsonb_build_object('from', l.state, 'deliveries_moved', v_moved));
  return v_moved;
end $$;

-- It is compared with the chain anew before it sends.
create function carry_out_resume_lane(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, 'resume_lane');
  v_lane uuid := (v_file.resolution ->> 'lane_id')::uuid;
begin
  if not move_lane(v_lane, 'active', null, p_at) then
    raise exception 'lane % is active', v_lane using errcode = 'AF040';
  end if;
  perform close_case(k.id, v_file.resolution || jsonb_build_object('reason', 'decided in cas_' || replace(p_case::text, '-', '')), p_at)
    from case_file k where k.kind in ('lane_halted', 'restored') and k.state <> 'resolved' and k.facts ->> 'subject' = v_lane::text;
end $$;

-- ── mends of what came before ─────────────────────────────────────────────────────────────────────────────────

-- As before, but that what a buy has of such a credit is kept from moving as well: it may be our own money that came back.
create or replace function doubt_payment(r bank_line_reading, l bank_line, p_at timestamptz) returns void language plpgsql as $$
declare
  v_whole numeric := l.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = l.id), 0);
  v_left numeric;
  v_new uuid := uuidv7();
  v_case uuid;
  v_summary text := format('%s does not call it a payment, as another source does: %s', r.source, r.kind);
  v_facts jsonb := jsonb_build_object('source', r.source, 'external_id', r.external_id, 'kind', r.kind, 'narration', r.narration);
  v_version integer;
begin
  -- Nobody has it any more; or people were told, and have decided or will.
  if line_is_taken_back(l.id) or exists (
      select from case_file k join case_step s on s.case_id = k.id where k.line_id = l.id and starts_with(s.reason, v_summary)) then
    return;
  end if;
  select f.left_minor into v_left from credit_fund f where f.line_id = l.id;
  if v_left = v_whole then
    v_case := open_case(v_new, l.mode, 'unmatched', l.vendor_account_id, l.id, null, null, v_summary, v_facts,
      jsonb_build_object('action', 'keep'), p_at, p_at + interval '1 day');
  else
    v_facts := v_facts || jsonb_build_object('given_minor', (v_whole - coalesce(v_left, 0))::text, 'left_minor', coalesce(v_left, 0)::text,
      'buys', (select coalesce(jsonb_agg(distinct 'txn_' || replace(a.transaction_id::text, '-', '')), '[]') from allocation a where a.line_id = l.id));
    v_case := open_case(v_new, l.mode, 'recall', l.vendor_account_id, l.id, null, null, v_summary || '; and it was given away before', v_facts,
      jsonb_build_object('action', 'lift_lien'), p_at, p_at + interval '4 hours');
  end if;
  -- A question was open already: whoever has it in hand learns of this.
  if v_case <> v_new then
    update case_file set version = version + 1 where id = v_case returning version into v_version;
    insert into case_step values (v_case, v_version, null, 'noted', null, v_summary, p_at);
  end if;
  update credit_fund f set blocked_by = v_case where f.line_id = l.id;
  -- The lien finds the question that is open, and asks no second one.
  if v_left is distinct from v_whole then
    perform place_lien(l.id, null, 'system:bank-lines', v_summary || '; and it was given away before', p_at);
  end if;
end $$;

-- A business that never pays must not use up an amount for all others: of one amount it has at most twenty open at a time, and of
-- its claims at most twenty stand in the way of others.
drop function free_tails(uuid, numeric);

create function open_expected_count(p_account uuid, p_business uuid, p_amount numeric) returns integer
language sql stable security definer set search_path = afara, pg_temp as $$
  select count(*)::integer from expected_payment e
  where e.vendor_account_id = p_account and e.business_id = p_business and e.amount_minor between p_amount + 1 and p_amount + 99
    and e.released_at is null and e.used_at is null
$$;

create function free_tails(p_account uuid, p_business uuid, p_amount numeric) returns integer[]
language sql stable security definer set search_path = afara, pg_temp as $$
  select coalesce(array_agg(tail), '{}') from generate_series(1, 99) as tail
  where open_expected_count(p_account, p_business, p_amount) < 20
    and not exists (
      select from expected_payment e
      where e.vendor_account_id = p_account and e.amount_minor = p_amount + tail and e.released_at is null)
    and tail not in (
      select (c.left_minor::numeric - p_amount)::integer from (
        select c.left_minor, row_number() over (partition by c.business_id order by c.accepted_at, c.transaction_id) as place
        from claim c
        where c.left_minor between p_amount + 1 and p_amount + 99 and c.vendor_account_id is not distinct from p_account) c
      where c.place <= 20)
$$;

create or replace function issue_expected_payment(p_id uuid, p_request json, p_code text)
returns table (accepted boolean, needs text[])
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  r record;
  v_whole numeric;
begin
  select * into r from json_to_record(p_request) as r (
    id uuid, business_id uuid, mode mode, vendor_account_id uuid, amount_minor numeric, at timestamptz, due_at timestamptz);
  v_whole := r.amount_minor - r.amount_minor % 100;
  -- Those of one business follow each other, so that two cannot both be its last.
  perform pg_advisory_xact_lock(hashtextextended('expected' || r.business_id || r.vendor_account_id || v_whole, 0));
  select a.accepted, a.needs into strict accepted, needs from accept_buys(json_build_array(p_request)) a;
  if accepted then
    if open_expected_count(r.vendor_account_id, r.business_id, v_whole) >= 20 then
      raise exception 'twenty payments of this amount are open' using errcode = 'AF046';
    end if;
    insert into expected_payment (id, mode, business_id, vendor_account_id, transaction_id, amount_minor, code, issued_at, expires_at)
      values (p_id, r.mode, r.business_id, r.vendor_account_id, r.id, r.amount_minor, p_code, r.at, r.due_at);
  end if;
  return next;
end $$;

-- ── checks ────────────────────────────────────────────────────────────────────────────────────────────────────

-- What people decided was done, to the kobo, and nothing was done in their name that they did not decide.
create or replace function check_decisions(since_xid bigint) returns setof finding language sql stable as $$
  select row(c.id::text, 'it was decided to ' || (c.resolution ->> 'action') || ', and that was not done')::finding
  from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
  where c.ended = 'approved' and s.xid > since_xid and not case c.resolution ->> 'action'
    when 'allocate' then exists (
      select from allocation a where a.decided_by = c.id::text and a.line_id = c.line_id and a.xid = s.xid
        and a.transaction_id::text = c.resolution ->> 'transaction_id' and a.amount_minor::text = c.resolution ->> 'amount_minor')
    when 'return' then exists (
      select from credit_return r where r.case_id = c.id and r.line_id = c.line_id and r.transaction_id is null and r.xid = s.xid
        and r.amount_minor::text = c.resolution ->> 'amount_minor'
        and r.account_number = c.resolution -> 'destination' ->> 'account_number')
    when 'accept_short' then exists (
      select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'short_accepted' and v.xid = s.xid)
    when 'confirm_import' then not exists (select from credit_fund f where f.blocked_by = c.id)
    when 'charge' then exists (select from entry e where e.id = c.id and e.xid = s.xid)
    when 'took_back' then exists (
      select from credit_take_back b where c.line_id in (b.debit_line_id, b.credit_line_id) and b.xid = s.xid)
    when 'release' then exists (
      select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'released' and v.xid = s.xid)
      or exists (
        select from case_file k where k.transaction_id = c.transaction_id and k.id <> c.id
          and k.kind in ('screening_hit', 'over_limit', 'cannot_deliver', 'recall') and k.opened_at <= c.resolved_at
          and (k.resolved_at is null or k.resolved_at >= c.resolved_at))
    when 'lift_freeze' then exists (
      select from freeze_order f where f.id::text = c.resolution ->> 'freeze_id' and f.lifted_by = c.proposed_by::text)
    else case
      when c.resolution ->> 'action' in ('return_part', 'return_all', 'reject') then (
        select count(*) from credit_return r where r.case_id = c.id and r.transaction_id = c.transaction_id and r.xid = s.xid
      ) = jsonb_array_length(c.resolution -> 'returns')
      when c.resolution ->> 'action' in ('was_paid', 'not_paid') then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.xid = s.xid
          and v.event = case c.resolution ->> 'action' when 'was_paid' then 'transfer_final' else 'transfer_dead' end)
      when c.resolution ->> 'action' in ('accept_late', 'fix') then exists (
        select from transaction_event v where v.transaction_id = c.transaction_id and v.event = 'fixed' and v.xid = s.xid)
      else true end end
  union all
  select row(a.id::text, 'it was given in the name of a case that did not decide it')::finding
  from allocation a
  where a.decided_by <> 'matching' and a.xid > since_xid and not exists (
    select from case_file c where c.id::text = a.decided_by and c.ended = 'approved' and c.line_id = a.line_id
      and c.resolution @> jsonb_build_object('action', 'allocate', 'transaction_id', a.transaction_id, 'amount_minor', a.amount_minor::text))
  union all
  select row(r.id::text, 'it goes back in the name of a case that did not decide it')::finding
  from credit_return r
  where r.xid > since_xid and not exists (
    select from case_file c where c.id = r.case_id and c.ended = 'approved'
      and c.resolution ->> 'action' in ('return', 'return_part', 'return_all', 'reject'))
$$;

-- What goes back is asked for until it is paid, and nobody is given back what a list of sanctions holds.
create function check_refunds(since_xid bigint) returns setof finding language sql stable as $$
  select row(t.id::text, 'it is refunding, and nobody is asked to pay it back')::finding
  from transaction t
  where t.type = 'buy' and t.status = 'refunding' and not exists (
    select from case_file k where k.transaction_id = t.id and k.kind = 'refund_due' and k.state <> 'resolved')
  union all
  select row(t.id::text, format('it is refunding, %s of %s that it was given goes back', coalesce(r.amount, 0), coalesce(a.amount, 0)))::finding
  from transaction t
  left join (select r.transaction_id, sum(r.amount_minor::numeric) as amount from credit_return r group by 1) r on r.transaction_id = t.id
  left join (select s.transaction_id, sum(s.amount_minor::numeric) as amount from standing_allocation s group by 1) a on a.transaction_id = t.id
  where t.type = 'buy' and t.status = 'refunding' and r.amount is distinct from a.amount
  union all
  select row(k.transaction_id::text, 'a list of sanctions holds it, and it is ' || t.status)::finding
  from case_file k join transaction t on t.id = k.transaction_id
  where k.kind = 'screening_hit' and t.status not in ('payment_received', 'on_hold', 'recalled')
    and not (k.ended is not distinct from 'approved' and k.resolution ->> 'action' = 'release')
$$;

-- A freeze was lifted by two people, or it stands.
create function check_freezes(since_xid bigint) returns setof finding language sql stable as $$
  select row(f.id::text, 'it was lifted, and no two people decided that')::finding
  from freeze_order f
  where f.lifted_at is not null and not exists (
    select from case_file k where k.ended = 'approved' and k.resolution ->> 'action' = 'lift_freeze'
      and k.resolution ->> 'freeze_id' = f.id::text and k.proposed_by::text = f.lifted_by)
$$;

-- What is refunding already.
select open_refund_case(t.id, now()) from transaction t where t.type = 'buy' and t.status = 'refunding';

grant execute on function is_held_by_sanctions, close_outlived_cases, check_refunds, check_freezes to afara_worker;
grant execute on function free_tails to afara_api;
