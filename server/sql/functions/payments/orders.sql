-- Stores a proposed order with its items, before anybody signs it. Returns the order; if the business used the reference before for the
-- same payments, the first one. Raises AF501 if it used it for others, AF502 if a reference of an item belongs to another payment, AF503 if
-- an item names no beneficiary in use with this account and name, and AF504 if the items are not what the order says. The lock is the one
-- that accepting a sell takes.
create or replace function propose_payment_order(
  p_id uuid, p_business uuid, p_mode mode, p_member uuid, p_reference text, p_meaning bytea, p_count integer, p_total numeric, p_text text,
  p_items json
) returns uuid language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_first payment_order;
  v_taken text;
  v_count integer;
  v_total numeric;
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  perform pg_advisory_xact_lock(hashtextextended(p_business::text || p_mode, 0));
  select * into v_first from payment_order o where o.business_id = p_business and o.mode = p_mode and o.reference = p_reference;
  if found then
    if v_first.meaning <> p_meaning or v_first.proposed_by <> p_member then
      raise exception 'the reference % belongs to another payment order', p_reference using errcode = 'AF501';
    end if;
    return v_first.id;
  end if;
  select string_agg(r.reference, ', ' order by r.number) into v_taken
    from (select * from json_to_recordset(p_items) as r (number integer, reference text) order by r.number) r
    where exists (select from request_key k where k.business_id = p_business and k.mode = p_mode and k.key = 'r:' || r.reference)
      or exists (
        select from payment_item i left join payment_outcome e on e.order_id = i.order_id
        where i.business_id = p_business and i.mode = p_mode and i.reference = r.reference
          and coalesce(e.outcome, 'approved') = 'approved');
  if v_taken is not null then
    raise exception 'these references belong to other payments: %', v_taken using errcode = 'AF502', detail = left(v_taken, 500);
  end if;
  insert into payment_order (id, business_id, mode, reference, meaning, item_count, total_minor, text, proposed_by, created_at)
    values (p_id, p_business, p_mode, p_reference, p_meaning, p_count, p_total, p_text, p_member, afara_now());
  insert into payment_item (order_id, number, business_id, mode, beneficiary_id, bank_code, account_number, account_name, amount_minor,
      reference, note)
    select p_id, r.number, p_business, p_mode, b.id, b.bank_code, b.account_number, b.account_name, r.amount_minor, r.reference, r.note
    from json_to_recordset(p_items) as r (
      number integer, bank_code text, account_number text, account_name text, amount_minor numeric, reference text, note text)
    join beneficiary b on b.business_id = p_business and b.mode = p_mode and b.ended_at is null and b.bank_code = r.bank_code
      and b.account_number = r.account_number and b.account_name = r.account_name;
  get diagnostics v_count = row_count;
  if v_count <> json_array_length(p_items) then
    raise exception 'a payment names no beneficiary in use' using errcode = 'AF503';
  end if;
  select sum(i.amount_minor::numeric) into v_total from payment_item i
    where i.order_id = p_id having max(i.number) = v_count;
  if v_count <> p_count or v_total is distinct from p_total then
    raise exception 'the payments are not what the order says' using errcode = 'AF504';
  end if;
  return p_id;
end $$;

-- Returns how many members must sign an order: one, if all of its beneficiaries have settled and its total fits into what one member may
-- pay and withdraw alone in 24 hours; otherwise two.
create or replace function people_for_payment(p_order uuid) returns integer language sql stable set search_path = afara, pg_temp as $$
  select case when not exists (
        select from payment_item i join beneficiary b on b.id = i.beneficiary_id where i.order_id = o.id and b.settled_at > afara_now())
      and o.total_minor::numeric + paid_alone_since(o.business_id, o.mode, afara_now() - interval '24 hours')
      <= coalesce((
        select l.limit_minor::numeric from payment_limit l where l.business_id = o.business_id and l.mode = o.mode
        order by l.version desc limit 1), 0)
    then 1 else 2 end
  from payment_order o where o.id = p_order
$$;

-- Locks an order of the business that nobody approved or ended yet. Raises AF505 if there is no such order, AF506 if it is over.
create or replace function lock_payment_order(p_order uuid, p_business uuid, p_mode mode) returns payment_order
language plpgsql set search_path = afara, pg_temp as $$
declare
  v_order payment_order;
begin
  select * into v_order from payment_order where id = p_order and business_id = p_business and mode = p_mode for update;
  if not found then
    raise exception 'there is no such payment order' using errcode = 'AF505';
  end if;
  if exists (select from payment_outcome where order_id = p_order) then
    raise exception 'the payment order was approved, withdrawn or refused' using errcode = 'AF506';
  end if;
  return v_order;
end $$;

-- Raises AF508 unless the passkey is one of the member's and in use, and AF480 while they must wait after they enrolled again.
create or replace function require_payment_passkey(p_member uuid, p_credential bytea) returns void
language plpgsql set search_path = afara, pg_temp as $$
begin
  perform require_may_sign(p_member);
  perform from passkey where credential_id = p_credential and member_id = p_member and revoked_at is null;
  if not found then
    raise exception 'the passkey is not one of the member''s, or was revoked' using errcode = 'AF508';
  end if;
end $$;

-- Stores a signature of an order: the proposer's first, then that of one other member. With enough of them the order is approved in the
-- same commit, and its items become due. The row of the order is locked, so of two members who approve at once, one gets AF506. Raises
-- AF507 if another member signs before the proposer. Returns whether the order is approved.
create or replace function sign_payment_order(
  p_order uuid, p_business uuid, p_mode mode, p_member uuid, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_order payment_order;
  v_at timestamptz := afara_now();
  v_people integer;
  v_signed integer;
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  v_order := lock_payment_order(p_order, p_business, p_mode);
  perform lock_alone(p_business, p_mode);
  perform require_payment_passkey(p_member, p_credential);
  if p_member <> v_order.proposed_by and not exists (select from payment_signature where order_id = p_order and part = 'proposed') then
    raise exception 'the proposer of the payment order has not signed it' using errcode = 'AF507';
  end if;
  -- A proposer who signs again adds nothing.
  insert into payment_signature
    (order_id, part, business_id, mode, member_id, credential_id, authenticator_data, client_data, signature, at)
    values (p_order, case when p_member = v_order.proposed_by then 'proposed' else 'approved' end, p_business, p_mode, p_member,
      p_credential, p_authenticator, p_client, p_signature, v_at)
    on conflict (order_id, part) do nothing;
  select count(*), people_for_payment(p_order) into v_signed, v_people from payment_signature where order_id = p_order;
  if v_signed < v_people then
    return false;
  end if;
  insert into payment_outcome (order_id, business_id, mode, outcome, people, at)
    values (p_order, p_business, p_mode, 'approved', v_people, v_at);
  perform wake_now('payment-order', p_order, v_at);
  return true;
end $$;

-- Ends an order that is not approved: its proposer withdraws it, any other member refuses it. Nothing of it is paid. Returns the outcome.
create or replace function end_payment_order(p_order uuid, p_business uuid, p_mode mode, p_member uuid) returns text
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_order payment_order;
  v_outcome text;
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  v_order := lock_payment_order(p_order, p_business, p_mode);
  v_outcome := case when v_order.proposed_by = p_member then 'withdrawn' else 'refused' end;
  insert into payment_outcome (order_id, business_id, mode, outcome, member_id, at)
    values (p_order, p_business, p_mode, v_outcome, p_member, afara_now());
  return v_outcome;
end $$;

-- Sets how much one member may pay out alone in 24 hours. Only an owner may. Raises AF509 if another change came first.
create or replace function set_payment_limit(
  p_business uuid, p_mode mode, p_member uuid, p_version integer, p_limit numeric, p_text text, p_credential bytea, p_authenticator bytea,
  p_client bytea, p_signature bytea
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_payment_role(p_member, p_business, array['owner']);
  perform require_payment_passkey(p_member, p_credential);
  perform pg_advisory_xact_lock(hashtextextended('payment_limit' || p_business || p_mode, 0));
  if p_version <> 1 + coalesce((select max(version) from payment_limit where business_id = p_business and mode = p_mode), 0) then
    raise exception 'the limit was changed meanwhile' using errcode = 'AF509';
  end if;
  insert into payment_limit
    (business_id, mode, version, limit_minor, text, member_id, credential_id, authenticator_data, client_data, signature, at)
    values (p_business, p_mode, p_version, p_limit, p_text, p_member, p_credential, p_authenticator, p_client, p_signature, afara_now());
end $$;
