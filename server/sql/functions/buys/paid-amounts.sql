-- Returns the fee of an amount by the fee plan of a business. A fraction of a kobo is rounded up.
create or replace function plan_fee(m business_mode, p_amount numeric) returns numeric language sql immutable
  return least(m.fee_cap_minor, m.fee_flat_minor + div(p_amount * m.fee_bps + 9999, 10000));

-- Returns what the event says that pays a buy with another amount than was requested: the paid amount, and its fee. The fee follows the
-- paid amount by the plan of the business. If the plan has changed since the buy was accepted, the agreed fee stays.
create or replace function paid_terms(p_transaction uuid, p_paid numeric) returns jsonb language sql stable as $$
  select jsonb_build_object('paid_minor', p_paid::text, 'fee_minor', (case when plan_fee(m, t.amount_minor::numeric) = b.fee_minor::numeric
    then plan_fee(m, p_paid) else b.fee_minor::numeric end)::text)
  from transaction t join buy b on b.transaction_id = t.id join business_mode m on m.business_id = t.business_id and m.mode = t.mode
  where t.id = p_transaction
$$;

-- Returns paid_terms of what a buy holds, if that is not the requested amount; an empty object otherwise, and for anything but a buy.
create or replace function held_terms(p_transaction uuid) returns jsonb language sql stable as $$
  select coalesce((
    select paid_terms(t.id, h.amount_minor::numeric) from transaction t
    join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGN' and h.mode = t.mode
    where t.id = p_transaction and t.type = 'buy' and h.amount_minor::numeric <> t.amount_minor::numeric), '{}')
$$;

-- Shows the fee of each buy. A buy that was paid with another amount than was requested has the fee that its last such event says.
create or replace view fee_of_buy as
  select b.transaction_id, coalesce((
      select (e.data ->> 'fee_minor')::numeric from transaction_event e
      where e.transaction_id = b.transaction_id and e.sequence > 1 and e.data ? 'paid_minor' order by e.sequence desc limit 1),
      b.fee_minor::numeric) as fee_minor
  from buy b;
