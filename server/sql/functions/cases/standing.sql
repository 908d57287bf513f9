-- Returns whether one person may ever close cases of kind p_ground with the decision p_kind. Each pair moves an amount that PostgreSQL, the
-- signer and the payer can compute, and only back to the account it came from or on to the destination that the customer named and that
-- passed every check. A release, an allocation, a redirect or a statement about what a bank did needs the judgement of two people. Keys,
-- accounts, lanes, people and standing decisions are decided in cases of kind request, which is no ground.
create or replace function may_stand(p_kind text, p_ground text) returns boolean language sql immutable
  return (p_kind, p_ground) in (('accept_short', 'underpaid'), ('accept_short', 'part_deposited'), ('return', 'unmatched'),
    ('return', 'duplicate'), ('return', 'overpaid'), ('return', 'weak_evidence'), ('return_part', 'underpaid'),
    ('return_part', 'late_credit'), ('retry_send', 'send_failed'));

-- Lists the reversals of decisions that rest on standing decisions. What happened to the money before the decision counts too: a credit
-- that was ever recalled or under a lien is not decided by one person. The signer and the payer read the same facts.
create or replace view reversal_under_standing as
  with used as (
    select (c.resolution ->> 'standing')::uuid as standing_id, c.id, c.line_id, c.transaction_id from case_file c
    where c.resolution ->> 'standing' is not null and c.ended = 'approved'
  )
  select u.standing_id, u.id as case_id, f.what, f.xid from used u cross join lateral (
    select m.line_id, null::uuid as transaction_id from (
      select u.line_id union select a.line_id from allocation a where a.transaction_id = u.transaction_id
      union select r.line_id from credit_return r where r.case_id = u.id) m where m.line_id is not null
    union all
    select null, m.transaction_id from (
      select u.transaction_id union select r.id from credit_return r where r.case_id = u.id) m where m.transaction_id is not null) o
  cross join lateral (
    select 'the bank recalled its credit' as what, b.xid from credit_take_back b where b.credit_line_id = o.line_id
    union all
    select 'its credit was recalled or put under a lien', k.xid from case_file k where k.line_id = o.line_id and k.kind = 'recall'
    union all
    select 'its money was recalled or seized', k.xid from case_file k where k.transaction_id = o.transaction_id and k.kind = 'recall'
    union all
    select 'what it paid came back', v.xid from transaction_event v
      where v.transaction_id = o.transaction_id and v.event in ('refund_came_back', 'refund_dead', 'payout_returned')) f;

-- Lists every standing decision with what was used of it, and why it has ended: an operator ended it, one of its two signers left, or the
-- effect of one decision under it was reversed. A reversal is a recall, a lien or a seizure of the money, or a refund or payout that came
-- back. It is derived from these facts, so it takes effect in the commit that records them, and no other row can hide it.
create or replace view standing_decision as
  select c.id, c.mode, r.kind, r.ground, r.business_id, r.cap_minor, r.total_minor, r.expires_at, u.used_minor, u.uses, coalesce(
    (select 'an operator ended it: ' || e.reason from standing_end e where e.standing_id = c.id),
    (select o.name || ', who signed it, is no longer an operator' from operator o
      where o.id in (c.proposed_by, c.approved_by) and o.status <> 'active' limit 1),
    (select 'cas_' || replace(v.case_id::text, '-', '') || ' was closed under it, and ' || v.what
      from reversal_under_standing v where v.standing_id = c.id order by v.xid limit 1)) as ended_because
  from case_file c
  cross join lateral jsonb_to_record(c.resolution) as r (
    kind text, ground text, business_id uuid, cap_minor numeric, total_minor numeric, expires_at timestamptz)
  cross join lateral (
    select coalesce(sum((o.resolution ->> 'amount_minor')::numeric), 0) as used_minor, count(*) as uses from case_file o
    where o.resolution ->> 'standing' = c.id::text and o.ended = 'approved') u
  where c.resolution ->> 'action' = 'allow_standing' and c.kind = 'request' and c.ended = 'approved';

-- Puts a standing decision in force. Raises AF470 unless its kind may stand, its caps are positive and ordered, and it expires within 90
-- days. Nothing else is stored: the approved case is the standing decision.
create or replace function allow_standing(p_file case_file, p_at timestamptz) returns void language plpgsql as $$
declare
  s record;
begin
  select * into strict s from jsonb_to_record(p_file.resolution) as r (
    kind text, ground text, business_id uuid, cap_minor numeric, total_minor numeric, expires_at timestamptz);
  if may_stand(s.kind, s.ground) is not true then
    raise exception 'one person never decides % in cases of kind %', s.kind, s.ground using errcode = 'AF470';
  end if;
  if (s.cap_minor > 0 and s.cap_minor <= s.total_minor) is not true then
    raise exception 'the cap must be positive and at most the total' using errcode = 'AF470';
  end if;
  if (s.expires_at > p_at and s.expires_at <= p_at + interval '90 days') is not true then
    raise exception 'a standing decision must expire within 90 days' using errcode = 'AF470';
  end if;
  if s.business_id is not null and not exists (select from business b where b.id = s.business_id) then
    raise exception 'there is no business %', s.business_id using errcode = 'AF470';
  end if;
end $$;

-- Ends a standing decision at once. One operator suffices, because an end only narrows what one person may do. Returns false if an operator
-- had ended it before. The lock is the first step, so that an end has a higher transaction number than the uses before it.
create or replace function end_standing(p_standing uuid, p_operator uuid, p_reason text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform lock_standing(p_standing);
  perform require_active_operator(p_operator);
  if not exists (select from standing_decision s where s.id = p_standing) then
    raise exception 'there is no standing decision %', p_standing using errcode = 'AF471';
  end if;
  insert into standing_end (standing_id, ended_by, reason, at) values (p_standing, p_operator, p_reason, p_at) on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into audit (id, at, actor, action, subject, reason)
    values (afara_uuid(), p_at, p_operator::text, 'standing.ended', 'cas_' || replace(p_standing::text, '-', ''), p_reason);
  return true;
end $$;

-- Locks a standing decision until the commit, so that its uses are counted one after another.
create or replace function lock_standing(p_standing uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('standing' || p_standing, 0))
$$;

-- Returns the amount in kobo that a decision moves, for the kinds that may stand: what it returns, or what its transaction holds.
create or replace function amount_at_stake(p_file case_file, p_resolution jsonb) returns numeric
language sql stable security definer set search_path = afara, pg_temp as $$
  select case p_resolution ->> 'action'
    when 'return' then (p_resolution ->> 'amount_minor')::numeric
    when 'return_part' then (select sum(r.amount_minor) from jsonb_to_recordset(p_resolution -> 'returns') as r (amount_minor numeric))
    else (select sum(b.amount_minor::numeric) from balance b
      where b.owner = p_file.transaction_id::text and b.kind = 'held' and b.mode = p_file.mode) end
$$;

-- Returns why a standing decision does not cover a decision about a case, with the code of the error; null if it covers it: AF471 if it has
-- ended or expired, AF472 if it is for another kind, ground or business, AF473 if the amount is above the cap, and AF474 if the total would
-- be exceeded. p_used is what was used of it, this decision included.
create or replace function standing_refusal(
  s standing_decision, p_file case_file, p_action text, p_amount numeric, p_used numeric, p_at timestamptz, out code text, out words text
) language plpgsql stable as $$
declare
  v_shown text := 'the standing decision cas_' || replace(s.id::text, '-', '');
begin
  if s.ended_because is not null then
    code := 'AF471';
    words := format('%s has ended: %s', v_shown, s.ended_because);
  elsif p_at >= s.expires_at then
    code := 'AF471';
    words := format('%s has expired', v_shown);
  elsif (s.kind, s.ground) is distinct from (p_action, p_file.kind::text) or may_stand(s.kind, s.ground) is not true then
    code := 'AF472';
    words := format('%s is for %s in cases of kind %s', v_shown, s.kind, s.ground);
  elsif s.business_id is not null and s.business_id is distinct from coalesce(p_file.business_id,
      (select t.business_id from transaction t where t.id = p_file.transaction_id)) then
    code := 'AF472';
    words := format('%s is for another business', v_shown);
  elsif (p_amount <= s.cap_minor) is not true then
    code := 'AF473';
    words := format('%s allows %s kobo for one case, not %s', v_shown, s.cap_minor, p_amount);
  elsif p_used > s.total_minor then
    code := 'AF474';
    words := format('%s allows %s kobo in total, and this case would make it %s', v_shown, s.total_minor, p_used);
  end if;
end $$;

-- Raises an error unless the standing decision that an approved decision names covers it: AF471 if the standing decision does not exist,
-- AF473 if the decision moves another amount than it names, and otherwise the code of standing_refusal. A decision that names no standing
-- decision passes.
create or replace function require_standing(p_file case_file) returns void language plpgsql as $$
declare
  v_id uuid := (p_file.resolution ->> 'standing')::uuid;
  v_amount numeric := (p_file.resolution ->> 'amount_minor')::numeric;
  s standing_decision;
  r record;
begin
  if v_id is null then
    return;
  end if;
  perform lock_standing(v_id);
  select * into s from standing_decision d where d.id = v_id and d.mode = p_file.mode;
  if not found then
    raise exception 'cas_% is not a standing decision in % mode', replace(v_id::text, '-', ''), p_file.mode using errcode = 'AF471';
  end if;
  -- The case is approved already, so what was used includes it.
  r := standing_refusal(s, p_file, p_file.resolution ->> 'action', v_amount, s.used_minor, p_file.resolved_at);
  if r.code is not null then
    raise exception '%', r.words using errcode = r.code;
  end if;
  if v_amount is distinct from amount_at_stake(p_file, p_file.resolution) then
    raise exception 'the decision names % kobo, but moves another amount', v_amount using errcode = 'AF473';
  end if;
end $$;

-- Returns the standing decision under which one person may make this decision in a case now, the one that expires first; null if there is
-- none. A screen offers it, and require_standing decides at the approval.
create or replace function covering_standing(p_case uuid, p_resolution jsonb, p_at timestamptz) returns uuid
language sql stable security definer set search_path = afara, pg_temp as $$
  select s.id from case_file c
  cross join lateral (select amount_at_stake(c, p_resolution) as minor) a
  join standing_decision s on s.mode = c.mode
  cross join lateral standing_refusal(s, c, p_resolution ->> 'action', a.minor, s.used_minor + a.minor, p_at) r
  where c.id = p_case and r.code is null order by s.expires_at, s.id limit 1
$$;
