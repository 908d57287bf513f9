-- Accepts sells that pay items of approved orders, as accept_sells does, and links each to its item in the same commit. A request that is
-- not exactly its item raises AF504: the worker may accept no other sell.
create or replace function accept_payment_sells(p_requests json) returns table (ordinal integer, outcome text, first_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  r record;
begin
  for r in
    select q.*, i.order_id is not null and e.outcome is not distinct from 'approved' and q.network is null
        and (q.business_id, q.mode, q.amount_minor, q.reference, q.bank_code, q.account_number, q.account_name)
          is not distinct from (i.business_id, i.mode, i.amount_minor::numeric, i.reference::text, i.bank_code::text,
            i.account_number::text, i.account_name::text) as is_item
    from json_to_recordset(p_requests) as q (
      order_id uuid, item_number integer, business_id uuid, mode mode, amount_minor numeric, reference text, bank_code text,
      account_number text, account_name text, network text)
    left join payment_item i on i.order_id = q.order_id and i.number = q.item_number
    left join payment_outcome e on e.order_id = i.order_id
  loop
    if r.is_item is not true then
      raise exception 'payment % of order % is not in an approved order', r.item_number, r.order_id using errcode = 'AF504';
    end if;
  end loop;
  for r in
    select a.ordinal, a.outcome, a.first_id, q.id, q.order_id, q.item_number, q.business_id, q.mode
    from accept_sells(p_requests) a
    join json_to_recordset(p_requests) as q (ordinal integer, id uuid, order_id uuid, item_number integer, business_id uuid, mode mode)
      on q.ordinal = a.ordinal
  loop
    if r.outcome = 'accepted' then
      insert into payment_sell (transaction_id, order_id, number, business_id, mode)
        values (r.id, r.order_id, r.item_number, r.business_id, r.mode);
    end if;
    ordinal := r.ordinal;
    outcome := r.outcome;
    first_id := r.first_id;
    return next;
  end loop;
end $$;

-- Returns the items of an approved order that have no sell and are to be tried: never refused, or a member had each refusal tried again.
create or replace function due_payment_items(p_order uuid, p_most integer) returns setof payment_item
language sql stable security definer set search_path = afara, pg_temp as $$
  select i.* from payment_item i join payment_outcome e on e.order_id = i.order_id and e.outcome = 'approved'
  where i.order_id = p_order
    and not exists (select from payment_sell s where s.order_id = i.order_id and s.number = i.number)
    and not exists (
      select from payment_refusal f left join payment_retry t on t.order_id = f.order_id and t.number = f.number and t.attempt = f.attempt
      where f.order_id = i.order_id and f.number = i.number and t.order_id is null)
  order by i.number limit p_most
$$;

-- Records why items were refused. An item that has a sell by now, or waits for a member already, is left alone.
create or replace function note_payment_refusals(p_order uuid, p_refusals json) returns void
language sql security definer set search_path = afara, pg_temp as $$
  insert into payment_refusal (order_id, number, attempt, business_id, mode, code, message, at)
    select i.order_id, i.number, 1 + coalesce((
        select max(f.attempt) from payment_refusal f where f.order_id = i.order_id and f.number = i.number), 0),
      i.business_id, i.mode, r.code, left(r.message, 500), afara_now()
    from json_to_recordset(p_refusals) as r (number integer, code text, message text)
    join due_payment_items(p_order, 1000) i on i.number = r.number
  on conflict do nothing
$$;

-- Has every refused item of an approved order tried again, under its own reference. The signed order already says what is paid. Returns how
-- many there are.
create or replace function retry_payment_items(p_order uuid, p_business uuid, p_mode mode, p_member uuid) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_count integer;
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  perform from payment_order where id = p_order for update;
  insert into payment_retry (order_id, number, attempt, business_id, mode, member_id, at)
    select f.order_id, f.number, f.attempt, f.business_id, f.mode, p_member, afara_now()
    from payment_refusal f
    where f.order_id = p_order and f.business_id = p_business and f.mode = p_mode
      and not exists (select from payment_sell s where s.order_id = f.order_id and s.number = f.number)
    on conflict do nothing;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    perform wake_now('payment-order', p_order, afara_now());
  end if;
  return v_count;
end $$;

-- Ends the wake-up of an order that has nothing due. The lock lets a retry come before or after, never between the look and the end.
create or replace function settle_payment_order(p_order uuid) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform from payment_order where id = p_order for update;
  delete from wake w where w.subject_id = p_order and not exists (select from due_payment_items(p_order, 1));
end $$;
