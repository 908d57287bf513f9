-- Returns the case if this same commit approved it for this action, else raises AF032. Every decision is carried out through this check. A
-- decision of one person must be covered by its standing decision (require_standing).
create or replace function decided_case(p_case uuid, p_action text) returns case_file language plpgsql as $$
declare
  v_file case_file;
begin
  select c.* into v_file from case_file c join case_step s on s.case_id = c.id and s.sequence = c.version
    where c.id = p_case and c.ended = 'approved'
      and (c.proposed_by <> c.approved_by or c.mode = 'test' or c.resolution ->> 'standing' is not null)
      and c.resolution ->> 'action' = p_action and s.action = 'approved' and s.xid = pg_current_xact_id()::text::bigint;
  if not found then
    raise exception 'case % was not approved for % in this commit', p_case, p_action using errcode = 'AF032';
  end if;
  perform require_mode_of_decision(v_file);
  perform require_standing(v_file);
  return v_file;
end $$;

-- Refuses a decision about something of the other mode (AF458), because one person may decide a case in test mode. It looks up every id in
-- the decision, so it also covers decisions that are added later. A freeze of a business or of everything stops live money, so it counts as
-- live. What belongs to no mode is decided in live mode (AF466). A rebuilt journal contains both modes: its accounts are only frozen.
create or replace function require_mode_of_decision(p_file case_file) returns void language plpgsql stable as $$
declare
  v_action text := p_file.resolution ->> 'action';
  v_ids uuid[];
  v_other text;
begin
  if p_file.mode <> 'live' and v_action in ('adopt_journal', 'change_operator_roles', 'end_operator', 'invite_operator',
      'resume_operator', 'set_people', 'set_rate') then
    raise exception 'case % is in test mode. Propose % in live mode, where two people decide', p_file.id, v_action using errcode = 'AF466';
  end if;
  v_ids := array[p_file.line_id, p_file.transaction_id] || array(
    select (v.j #>> '{}')::uuid from jsonb_path_query(p_file.resolution - 'unexplained', 'strict $.** ? (@.type() == "string")') as v (j)
    where pg_input_is_valid(v.j #>> '{}', 'uuid'));
  select o.what into v_other from (
    select 'lane ' || x.id, x.mode from lane x where x.id = any (v_ids)
    union all select 'payout account ' || x.id, x.mode from payout_account x where x.id = any (v_ids)
    union all select 'collection account ' || x.id, x.mode from vendor_account x where x.id = any (v_ids)
    union all select 'return ' || x.id, x.mode from credit_return x where x.id = any (v_ids)
    union all select 'bank line ' || x.id, x.mode from bank_line x where x.id = any (v_ids)
    union all select 'transaction ' || x.id, x.mode from transaction x where x.id = any (v_ids)
    union all select 'case ' || x.id, x.mode from case_file x where x.id = any (v_ids)
    union all select 'freeze ' || x.id, case when x.scope in ('network', 'bank') then split_part(x.subject, ':', 1) else 'live' end::mode
      from freeze_order x where x.id = any (v_ids)
  ) as o (what, mode) where o.mode <> p_file.mode limit 1;
  if found then
    raise exception 'case % is in % mode, and % is not. Propose the decision in the other mode', p_file.id, p_file.mode, v_other
      using errcode = 'AF458';
  end if;
end $$;

-- Carries out the approved decision of a case through the function that the table decision names. Raises AF032 if cases of this kind do not
-- have that decision.
create or replace function carry_out(p_case uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_file case_file := decided_case(p_case, (select c.resolution ->> 'action' from case_file c where c.id = p_case));
  v_function text;
begin
  select d.carried_out_by into v_function from decision d where d.kind = v_file.kind and d.action = v_file.resolution ->> 'action';
  if not found then
    raise exception 'a case of kind % cannot be decided with %', v_file.kind, v_file.resolution ->> 'action' using errcode = 'AF032';
  end if;
  execute format('select %I($1, $2)', v_function) using v_file, p_at;
end $$;

-- Locks the bank account and then the transaction of a case. The caller locks the case afterwards. Recording, matching and sending lock in
-- the same order. The caller's role may be one that cannot change a transaction.
create or replace function lock_case_money(p_case uuid) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('bank_account' || a.id, 0)) from (
    select coalesce(c.vendor_account_id, l.vendor_account_id, b.vendor_account_id) as id
    from case_file c left join bank_line l on l.id = c.line_id left join buy b on b.transaction_id = c.transaction_id
    where c.id = p_case) a
  where a.id is not null;
  perform from transaction where id = (select c.transaction_id from case_file c where c.id = p_case) for update;
end $$;

-- Returns the money behind a case. The result is stored with a proposal and read again at the approval: if the two results differ, the
-- money or its payer has changed in between. For an import the result contains only what the statement reported, because a feed that adds
-- facts about the same credit only confirms it.
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
          from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id
          where s.line_id = f.line_id and r.source = 'statement') said on true
        where f.blocked_by = p_case;
    when 'move_account' then
      select jsonb_build_object('account', v.state) into v_more from vendor_account v where v.id = v_file.vendor_account_id;
    when 'set_cap' then
      select jsonb_build_object('cap', m.exposure_cap_minor::text) into v_more from business_mode m
        where m.business_id = v_file.business_id and m.mode = v_file.mode;
    when 'go_live', 'set_terms', 'issue_key', 'resume_business' then
      select jsonb_build_object('terms', md5(m::text)) into v_more from business_mode m
        where m.business_id = v_file.business_id and m.mode = v_file.mode;
    when 'lift_freeze' then
      select jsonb_build_object('stands', f.lifted_at is null) into v_more from freeze_order f
        where f.id = (p_resolution ->> 'freeze_id')::uuid;
    when 'invite_operator', 'change_operator_roles', 'resume_operator', 'end_operator' then
      select jsonb_build_object('operator', jsonb_build_object('status', o.status, 'roles', o.roles)) into v_more from operator o
        where o.id = (p_resolution ->> 'operator_id')::uuid;
    when 'set_people' then
      select jsonb_build_object('people', p.people) into v_more from decision_policy p where p.mode = 'test';
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
    -- A credit that goes back or stays is taken from no buy, so it does not matter if a buy that might have claimed it ends.
    'transaction', (select t.version from transaction t where t.id = v_file.transaction_id
      and not (v_action in ('return', 'keep') and v_file.kind in ('contested', 'ownership_unproved', 'ambiguous', 'third_party',
        'weak_evidence', 'unmatched', 'stale_credit', 'duplicate'))),
    'target', (select jsonb_build_object('version', t.version, 'lacks', c.left_minor::text)
      from transaction t left join claim c on c.transaction_id = t.id where t.id = v_target),
    'undone', (select jsonb_build_object('left', f.left_minor::text)
      from credit_fund f where f.line_id = (p_resolution ->> 'line_id')::uuid));
end $$;

-- Returns whether a sanctions list holds a transaction.
create or replace function is_held_by_sanctions(p_transaction uuid) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from listed_transaction l where l.transaction_id = p_transaction)
$$;

-- Returns whether two operators have found that a transaction belongs to a sanctioned person. Everything that it holds stays frozen.
create or replace function is_frozen_by_sanctions(p_transaction uuid) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select exists (select from listed_transaction l where l.transaction_id = p_transaction and l.is_frozen)
$$;

-- Returns the statuses in which a sanctions list can hold a transaction: under review, or before naira goes back without a decision.
create or replace function statuses_a_list_holds() returns text[] language sql immutable parallel safe
  return '{on_hold,part_paid,action_required,refunding}'::text[];

-- Records that two operators found a true sanctions match and reported it. Nothing moves and no event is written: customers see an ordinary
-- review, because telling them is an offence.
create or replace function freeze_sanctioned(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  t transaction;
  v_held numeric;
begin
  select * into strict t from transaction where id = p_file.transaction_id for update;
  if t.status <> all (statuses_a_list_holds()) then
    raise exception 'transaction % is no longer on hold: its status is %', t.id, t.status using errcode = 'AF001';
  end if;
  select b.amount_minor::numeric into v_held from balance b
    where b.owner = t.id::text and b.kind = 'held' and b.mode = t.mode and b.asset::text = p_file.resolution ->> 'asset';
  if v_held::text is distinct from p_file.resolution ->> 'amount_minor' then
    raise exception 'the amount of transaction % changed since the proposal', t.id using errcode = 'AF040';
  end if;
  -- A further payment for it stays with us for people to decide.
  delete from claim where transaction_id = t.id;
  perform close_with(p_file, '{overdue}', p_at);
end $$;

-- Reopens a sanctions match that two operators found to be wrong. Nothing moves: the match gets a new case, which two operators decide.
-- Raises AF040 if the case is not a true match that is still in force.
create or replace function reopen_match(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  k case_file;
begin
  select * into k from case_file where id = (p_file.resolution ->> 'case_id')::uuid;
  perform from transaction where id = k.transaction_id and status = any (statuses_a_list_holds()) for update;
  if not found or k.kind <> 'screening_hit' or (k.ended = 'approved' and k.resolution ->> 'action' = 'freeze_and_report') is not true
    or (select count(*) from case_file r where r.kind = 'request' and r.ended = 'approved' and r.resolution ->> 'action' = 'reopen_match'
      and r.resolution ->> 'case_id' = k.id::text) > 1 then
    raise exception 'case % is not a confirmed match that can be reopened', p_file.resolution ->> 'case_id' using errcode = 'AF040';
  end if;
  perform open_case(afara_uuid(), k.mode, k.kind, null, null, k.transaction_id, k.business_id, k.summary,
    k.facts || jsonb_build_object('reopens', 'cas_' || replace(k.id::text, '-', '')), null, p_at, p_at + interval '24 hours');
end $$;

-- Refuses to move a frozen transaction. It leaves its hold only if two operators reopen the match and release it, or if a bank recalls its
-- credit, which we cannot refuse.
create or replace function guard_frozen() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if is_frozen_by_sanctions(old.id) then
    raise exception 'transaction % is frozen because of a sanctions match', old.id using errcode = 'AF440';
  end if;
  return new;
end $$;

-- Refuses to insert a return for a transaction that a sanctions list holds. The row is the decision to pay somebody back, so this covers
-- every decision and every kind of case. The rest of a credit of such a buy is refused too, because it is from the same payer.
create or replace function guard_sanctions() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if is_held_by_sanctions(new.transaction_id)
    or exists (select from allocation a where a.line_id = new.line_id and is_held_by_sanctions(a.transaction_id)) then
    raise exception 'a transaction that uses credit % matches a sanctions list, so the credit cannot be refunded', new.line_id
      using errcode = 'AF044';
  end if;
  return new;
end $$;
