-- Books what vendors owe us and sent to an account, then reads what its matching needs: what begin_matching, match_candidates,
-- match_businesses (as JSON arrays) and next_look return. Returns no credits if none is due, and no row if the account is frozen.
-- has_own_buys says that payments to standing numbers wait: the caller opens their buys and reads again. The account is locked as
-- begin_matching locks it, but its row only if there is something to decide, so that a check that finds nothing writes nothing.
create or replace function read_matching(p_account uuid, p_at timestamptz, p_most integer)
returns table (
  mode mode, dedicated_to uuid, state text, claimed_late_at timestamptz, has_own_buys boolean, credits text, claims text, businesses json,
  next_at timestamptz
) language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
begin
  perform settle_from_vendors(p_account, p_at);
  select v.state into state from vendor_account v where v.id = p_account;
  if state is null or state = 'frozen' then
    return;
  end if;
  has_own_buys := exists (select from customer_payments(p_account, p_at, 1));
  select m.credits, m.claims into credits, claims from match_candidates(p_account, p_at, p_most) m;
  if credits <> '[]' or has_own_buys then
    select b.mode, b.dedicated_to, b.state, b.claimed_late_at into mode, dedicated_to, state, claimed_late_at
      from begin_matching(p_account) b;
    if state = 'frozen' then
      return;
    end if;
  end if;
  if claims <> '[]' then
    select json_agg(json_build_array(b.business_id, b.is_suspended, b.cap_left_minor::text, b.tolerance_minor::text)) into businesses
      from match_businesses(array(select distinct (c.value ->> 2)::uuid from json_array_elements(claims::json) c), mode, p_at) b;
  end if;
  next_at := next_look(p_account, p_at);
  return next;
end $$;

-- Allocates credits to buys as allocate_credits does, then claims the nudges of the buys that are paid now, as claim_nudges_of does.
-- Returns these nudges as JSON, and the time of the next look at the account.
create or replace function allocate_and_wake(
  p_account uuid, p_aged_from timestamptz, p_at timestamptz, p_lease_seconds integer, p_ids uuid[], p_lines uuid[], p_transactions uuid[],
  p_amounts numeric[], p_events text[], p_evidences allocation_evidence[], p_grounds allocation_ground[]
) returns table (allocated integer, nudges json, next_at timestamptz)
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  allocated := allocate_credits(p_account, null, p_aged_from, p_at, p_ids, p_lines, p_transactions, p_amounts, p_events, p_evidences,
    p_grounds);
  select json_agg(n) into nudges from claim_nudges_of(array(
      select u.id from unnest(p_transactions, p_events) as u (id, event) where u.event in ('paid_in_full', 'topped_up')),
    p_at, p_lease_seconds) n;
  next_at := next_look(p_account, p_at);
  return next;
end $$;
