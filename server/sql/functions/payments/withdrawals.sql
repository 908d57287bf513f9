-- Returns what members of a business paid and withdrew alone since a time. Payments and withdrawals share one limit, so that splitting
-- between them does not double it.
create or replace function paid_alone_since(p_business uuid, p_mode mode, p_since timestamptz) returns numeric
language sql stable set search_path = afara, pg_temp as $$
  select coalesce((
      select sum(o.total_minor::numeric) from payment_outcome e join payment_order o on o.id = e.order_id
      where e.business_id = p_business and e.mode = p_mode and e.people = 1 and e.at > p_since), 0)
    + coalesce((
      select sum(o.amount_minor::numeric) from withdrawal_outcome e join withdrawal_order o on o.id = e.order_id
      where e.business_id = p_business and e.mode = p_mode and e.people = 1 and e.at > p_since), 0)
$$;

-- Waits until no other order of the business is being approved. Otherwise two at once could each fit into the same limit.
create or replace function lock_alone(p_business uuid, p_mode mode) returns void language plpgsql set search_path = afara, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('paid_alone' || p_business || p_mode, 0));
end $$;

-- Stores a proposed withdrawal before anybody signs it. Returns the order; if the member used the reference before for the same
-- withdrawal, the first one. Raises AF502 if the reference belongs to another payment or withdrawal, AF515 if the business has no such
-- wallet, and AF517 while the wallet cools off. The lock is the one that accepting a withdrawal takes.
create or replace function propose_withdrawal(
  p_id uuid, p_business uuid, p_mode mode, p_member uuid, p_reference text, p_wallet uuid, p_amount numeric, p_text text
) returns uuid language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_first withdrawal_order;
  v_ready timestamptz := wallet_ready_at(p_wallet);
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  perform pg_advisory_xact_lock(hashtextextended(p_business::text || p_mode, 0));
  select * into v_first from withdrawal_order o where o.business_id = p_business and o.mode = p_mode and o.reference = p_reference;
  if v_first.wallet_id = p_wallet and v_first.amount_minor = p_amount and v_first.proposed_by = p_member then
    return v_first.id;
  end if;
  if v_first.id is not null
      or exists (select from request_key k where k.business_id = p_business and k.mode = p_mode and k.key = 'r:' || p_reference)
      or exists (
        select from payment_item i left join payment_outcome e on e.order_id = i.order_id
        where i.business_id = p_business and i.mode = p_mode and i.reference = p_reference
          and coalesce(e.outcome, 'approved') = 'approved') then
    raise exception 'the reference % belongs to another payment', p_reference using errcode = 'AF502', detail = p_reference;
  end if;
  if v_ready > afara_now() then
    raise exception 'the wallet cools off' using errcode = 'AF517',
      detail = 'wallet ' || to_char(v_ready at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
  insert into withdrawal_order (id, business_id, mode, reference, wallet_id, network, address, amount_minor, text, proposed_by, created_at)
    select p_id, p_business, p_mode, p_reference, w.id, w.network, w.address, p_amount, p_text, p_member, afara_now()
    from enrolled_wallet w where w.id = p_wallet and w.business_id = p_business and w.mode = p_mode and v_ready is not null;
  if not found then
    raise exception 'the business has no such wallet' using errcode = 'AF515';
  end if;
  return p_id;
end $$;

-- Returns how many members must sign a withdrawal: one, if it fits into what one member may pay and withdraw alone in 24 hours; otherwise
-- two. Counts an hour more, because the signer counts from when it verified each order.
create or replace function people_for_withdrawal(p_order uuid) returns integer language sql stable set search_path = afara, pg_temp as $$
  select case when o.amount_minor::numeric + paid_alone_since(o.business_id, o.mode, afara_now() - interval '25 hours')
      <= coalesce((
        select l.limit_minor::numeric from payment_limit l where l.business_id = o.business_id and l.mode = o.mode
        order by l.version desc limit 1), 0)
    then 1 else 2 end
  from withdrawal_order o where o.id = p_order
$$;

-- Locks an order of the business that nobody approved or ended yet. Raises AF518 if there is no such order, AF519 if it is over.
create or replace function lock_withdrawal_order(p_order uuid, p_business uuid, p_mode mode) returns withdrawal_order
language plpgsql set search_path = afara, pg_temp as $$
declare
  v_order withdrawal_order;
begin
  select * into v_order from withdrawal_order where id = p_order and business_id = p_business and mode = p_mode for update;
  if not found then
    raise exception 'there is no such withdrawal order' using errcode = 'AF518';
  end if;
  if exists (select from withdrawal_outcome where order_id = p_order) then
    raise exception 'the withdrawal order was approved, cancelled or refused' using errcode = 'AF519';
  end if;
  return v_order;
end $$;

-- Stores a signature of a withdrawal: the proposer's first, then that of one other member. With enough of them the order is approved and
-- due in the same commit. Raises AF515 if the wallet was removed meanwhile. Returns whether the order is approved.
create or replace function sign_withdrawal_order(
  p_order uuid, p_business uuid, p_mode mode, p_member uuid, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_order withdrawal_order;
  v_at timestamptz := afara_now();
  v_people integer;
  v_signed integer;
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  v_order := lock_withdrawal_order(p_order, p_business, p_mode);
  perform lock_alone(p_business, p_mode);
  perform require_known_passkey(p_member, p_business, p_mode, p_credential);
  -- Nobody but its proposer sees an order that its proposer has not signed.
  if p_member <> v_order.proposed_by and not exists (select from withdrawal_signature where order_id = p_order and part = 'proposed') then
    raise exception 'there is no such withdrawal order' using errcode = 'AF518';
  end if;
  if wallet_ready_at(v_order.wallet_id) is null then
    raise exception 'the business has no such wallet' using errcode = 'AF515';
  end if;
  -- A proposer who signs again adds nothing.
  insert into withdrawal_signature
    (order_id, part, business_id, mode, member_id, credential_id, authenticator_data, client_data, signature, at)
    values (p_order, case when p_member = v_order.proposed_by then 'proposed' else 'approved' end, p_business, p_mode, p_member,
      p_credential, p_authenticator, p_client, p_signature, v_at)
    on conflict (order_id, part) do nothing;
  select count(*), people_for_withdrawal(p_order) into v_signed, v_people from withdrawal_signature where order_id = p_order;
  if v_signed < v_people then
    return false;
  end if;
  insert into withdrawal_outcome (order_id, business_id, mode, outcome, people, at)
    values (p_order, p_business, p_mode, 'approved', v_people, v_at);
  perform wake_now('withdrawal-order', p_order, v_at);
  return true;
end $$;

-- Ends an order that is not approved: its proposer cancels it, any other member refuses it. Nothing of it is sent. Returns the outcome.
create or replace function end_withdrawal_order(p_order uuid, p_business uuid, p_mode mode, p_member uuid) returns text
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_order withdrawal_order;
  v_outcome text;
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  v_order := lock_withdrawal_order(p_order, p_business, p_mode);
  v_outcome := case when v_order.proposed_by = p_member then 'cancelled' else 'refused' end;
  insert into withdrawal_outcome (order_id, business_id, mode, outcome, member_id, at)
    values (p_order, p_business, p_mode, v_outcome, p_member, afara_now());
  return v_outcome;
end $$;

-- Returns an approved order that has no withdrawal and was not refused, whether its wallet is still enrolled, and whether its business may
-- act.
create or replace function due_withdrawal(p_order uuid) returns table (
  business_id uuid, mode mode, reference text, network text, address text, amount_minor numeric, is_enrolled boolean,
  is_active boolean
) language sql stable security definer set search_path = afara, pg_temp as $$
  select o.business_id, o.mode, o.reference, o.network, o.address, o.amount_minor, wallet_ready_at(o.wallet_id) is not null,
    (select b.status = 'active' from business_mode b where b.business_id = o.business_id and b.mode = o.mode)
  from withdrawal_order o join withdrawal_outcome e on e.order_id = o.id and e.outcome = 'approved'
  where o.id = p_order and not exists (select from ordered_withdrawal m where m.order_id = o.id)
    and not exists (select from withdrawal_refusal f where f.order_id = o.id)
$$;

-- Accepts the withdrawals of approved orders, as accept_withdrawals does, and links each to its order in the same commit. A request that
-- is not exactly its order raises AF504: the worker may accept no other withdrawal.
create or replace function accept_ordered_withdrawals(p_requests json) returns table (ordinal integer, outcome text, first_id uuid)
language plpgsql security definer set search_path = afara, pg_temp as $$
#variable_conflict use_column
declare
  r record;
begin
  for r in
    select q.order_id, e.outcome is not distinct from 'approved' and wallet_ready_at(o.wallet_id) is not null
        and (q.business_id, q.mode, q.amount_minor, q.reference, q.network, q.wallet_address)
          is not distinct from (o.business_id, o.mode, o.amount_minor::numeric, o.reference::text, o.network::text, o.address::text)
        as is_ordered
    from json_to_recordset(p_requests) as q (
      order_id uuid, business_id uuid, mode mode, amount_minor numeric, reference text, network text, wallet_address text)
    left join withdrawal_order o on o.id = q.order_id
    left join withdrawal_outcome e on e.order_id = o.id
  loop
    if r.is_ordered is not true then
      raise exception 'the withdrawal is not that of an approved order %', r.order_id using errcode = 'AF504';
    end if;
  end loop;
  for r in
    select a.ordinal, a.outcome, a.first_id, q.id, q.order_id, q.business_id, q.mode
    from accept_withdrawals(p_requests) a
    join json_to_recordset(p_requests) as q (ordinal integer, id uuid, order_id uuid, business_id uuid, mode mode)
      on q.ordinal = a.ordinal
  loop
    if r.outcome = 'accepted' then
      insert into ordered_withdrawal (transaction_id, order_id, business_id, mode) values (r.id, r.order_id, r.business_id, r.mode);
    end if;
    ordinal := r.ordinal;
    outcome := r.outcome;
    first_id := r.first_id;
    return next;
  end loop;
end $$;

-- Ends the wake-up of an order: it is made, or refused with this reason. An order that was made by now is not refused.
create or replace function settle_withdrawal_order(p_order uuid, p_code text, p_message text) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform from withdrawal_order where id = p_order for update;
  insert into withdrawal_refusal (order_id, business_id, mode, code, message, at)
    select p_order, d.business_id, d.mode, p_code, left(p_message, 500), afara_now() from due_withdrawal(p_order) d where p_code is not null
    on conflict do nothing;
  delete from wake w where w.subject_id = p_order and not exists (select from due_withdrawal(p_order));
end $$;
