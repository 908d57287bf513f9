-- Returns whether a debit may be the naira of a payout. A vendor may book a payment without our reference. Any debit that belongs to no
-- payout therefore counts, if it was seen after the order was sent and its amount is the payout's, with or without a fee. A minute is
-- allowed for differences between the clocks of two workers. For a payout that was sent before a restore, the time is not compared, because
-- this database does not know when it was sent. A debit with the payout's reference also counts if it is seen after the payout was declared
-- dead.
create or replace function may_be_naira_of(l payout_line, x payout) returns boolean language sql stable as $$
  select l.account_id = x.account_id and l.direction = 'debit' and l.problem is not null and (
    l.payout_id = x.id and l.seen_at >= x.money_back_at
    or l.payout_id is null
      and (l.seen_at >= x.first_sent_at - interval '1 minute' or (
        select count(*) from payout_forgotten f where f.reference = x.reference and f.account_id = x.account_id) > 0)
      and (select is_amount_of_payout(l.amount_minor, r.amount_minor) from payout_right r where r.id = x.right_id))
$$;

-- Returns whether a debit has the amount of a payout. A vendor may book its fee in the same line as the payment.
create or replace function is_amount_of_payout(p_debit numeric, p_ordered numeric) returns boolean language sql immutable parallel safe
  return p_debit between p_ordered and p_ordered + most_payout_fee();

-- Returns whether a debit that the vendor calls a fee may be the naira of a small payout that was sent. The fee has none of our references;
-- otherwise it would belong to the payout with that reference. p_debited contains the references of payouts whose debits are recorded in
-- the same call as this fee.
create or replace function fee_may_be_payout(p_account uuid, p_fee numeric, p_debited text[]) returns boolean
language sql stable set enable_nestloop = on as $$
  select exists (
    select from payout x join payout_right r on r.id = x.right_id
    where x.account_id = p_account and x.money_back_at is null and x.final_entry_id is null and x.sent_count > 0
      and is_amount_of_payout(p_fee, r.amount_minor) and x.reference <> all (p_debited)
      and (select o.debits = 0 from naira_of_payout(p_account, x.reference) o))
$$;

-- Returns whether a line is unexplained: it has a problem, and the case about it is open.
create or replace function is_unexplained(l payout_line, p_mode mode) returns boolean language sql stable as $$
  select l.problem is not null and (
    select count(*) from case_file c
    where c.kind = 'payout_unexplained' and c.mode = p_mode and c.line_id is null and c.transaction_id is null and c.state <> 'resolved'
      and c.facts ->> 'subject' = l.id::text) > 0
$$;

-- Returns the vendor's id of an unexplained debit that may be the naira of a payout, or null. Every path that ends a payout as dead must
-- check this: no payout is dead while there is such a debit.
create or replace function debit_in_question(x payout) returns text language sql stable set enable_nestloop = on as $$
  select l.external_id from payout_line l
  where l.account_id = x.account_id and l.direction = 'debit' and l.problem is not null and may_be_naira_of(l, x)
    and is_unexplained(l, x.mode)
  order by l.seen_at, l.id limit 1
$$;

-- Returns an unexplained debit that may be the naira of an earlier, dead payout of the same debt, or null. Such a debit may be seen after
-- the payout was declared dead. Nothing is sent again and nothing is refunded until operators have explained it. All legs of a sell are one
-- debt. Of a refund, only the legs for the same credit are one debt.
create or replace function former_debit_in_question(p_transaction uuid, p_purpose text, p_leg integer) returns text
language plpgsql stable set enable_nestloop = on as $$
declare
  x payout;
  v_debit text;
begin
  for x in
    select o.* from payout_right r join payout o on o.right_id = r.id
    where r.transaction_id = p_transaction and r.purpose = p_purpose and o.money_back_at is not null
      and (p_purpose = 'payout' or refund_place(r.leg) = refund_place(p_leg))
  loop
    v_debit := debit_in_question(x);
    exit when v_debit is not null;
  end loop;
  return v_debit;
end $$;

-- Returns what the vendor's own ledger shows of a payout: the lines with its reference, and the debit that operators explained as the
-- payout. Credits that operators assigned to another owner do not count.
create or replace function naira_of_payout(p_account uuid, p_reference text, out debits numeric, out credits numeric,
  out seen_at timestamptz, out lines jsonb) language sql stable as $$
  select coalesce(sum(l.minor) filter (where l.direction = 'debit'), 0), coalesce(sum(l.minor) filter (where l.direction = 'credit'), 0),
    max(l.seen_at), jsonb_agg(l.external_id) filter (where l.external_id is not null)
  from (
    select l.direction, l.amount_minor::numeric as minor, l.seen_at, l.external_id from payout_line l
    where l.account_id = p_account and l.reference = p_reference and l.kind <> 'fee'
      and (l.direction = 'debit' or not exists (select from payout_line_disowned n where n.line_id = l.id))
    union all
    -- A fee that was booked in the same line is not part of the payout.
    select 'debit', (select r.amount_minor::numeric from payout_right r where r.id = x.right_id), null, null from payout x
    where x.account_id = p_account and x.reference = p_reference and was_explained_as_paid(x.id)) l
$$;

-- Returns whether operators explained a debit without our reference as this payout.
create or replace function was_explained_as_paid(p_payout uuid) returns boolean language sql stable as $$
  select (select count(*) from payout_line_answer n where n.payout_id = p_payout and n.explained_as = 'payout') > 0
$$;
