-- Returns how long a new beneficiary and the end of the restriction to beneficiaries wait before they count.
create or replace function payee_wait(p_mode mode) returns interval language sql immutable
  return case p_mode when 'live' then interval '24 hours' else interval '1 minute' end;

-- Returns until when sells of a business are accepted only to its beneficiaries: infinity while the restriction is on; null if it never
-- was.
create or replace function payees_restricted_until(p_business uuid, p_mode mode) returns timestamptz
language sql stable set search_path = afara, pg_temp as $$
  select case when r.is_on then 'infinity' else r.at + payee_wait(r.mode) end
  from payee_restriction r where r.business_id = p_business and r.mode = p_mode order by r.version desc limit 1
$$;

-- Returns whether a business may sell to a bank account: to any, or while it is restricted only to a beneficiary in use that has settled.
create or replace function may_sell_to(p_business uuid, p_mode mode, p_bank_code text, p_account_number text) returns boolean
language sql stable set search_path = afara, pg_temp as $$
  select coalesce(payees_restricted_until(p_business, p_mode) <= afara_now(), true) or exists (
    select from beneficiary b
    where b.business_id = p_business and b.mode = p_mode and b.bank_code = p_bank_code and b.account_number = p_account_number
      and b.ended_at is null and b.settled_at <= afara_now())
$$;

-- Returns whether may_sell_to lets the tenant sell to a bank account.
create or replace function own_may_sell_to(p_bank_code text, p_account_number text) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select may_sell_to(tenant_business(), tenant_mode(), p_bank_code, p_account_number)
$$;

-- Returns whether the account of a sell may become another one: it is the same, or the business may sell to it.
create or replace function may_change_payee(t transaction, p_bank_code text, p_account_number text) returns boolean
language sql stable set search_path = afara, pg_temp as $$
  select (p.bank_code, p.account_number::text) is not distinct from (p_bank_code, p_account_number)
    or may_sell_to(t.business_id, t.mode, p_bank_code, p_account_number)
  from payee_of_sell p where p.transaction_id = t.id
$$;

-- Turns the restriction of a business to its beneficiaries on or off. Only an owner may. Off takes effect after payee_wait. Raises AF521 if
-- another change came first, or if it is on or off already.
create or replace function set_payee_restriction(
  p_business uuid, p_mode mode, p_member uuid, p_version integer, p_is_on boolean, p_text text, p_credential bytea, p_authenticator bytea,
  p_client bytea, p_signature bytea
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_newest payee_restriction;
  v_at timestamptz := afara_now();
begin
  perform require_payment_role(p_member, p_business, array['owner']);
  perform require_payment_passkey(p_member, p_credential);
  perform pg_advisory_xact_lock(hashtextextended('payee_restriction' || p_business || p_mode, 0));
  select * into v_newest from payee_restriction r where r.business_id = p_business and r.mode = p_mode order by r.version desc limit 1;
  if p_version <> 1 + coalesce(v_newest.version, 0) or p_is_on = coalesce(v_newest.is_on, false) then
    raise exception 'the restriction was changed meanwhile' using errcode = 'AF521';
  end if;
  insert into payee_restriction
    (business_id, mode, version, is_on, text, member_id, credential_id, authenticator_data, client_data, signature, at)
    values (p_business, p_mode, p_version, p_is_on, p_text, p_member, p_credential, p_authenticator, p_client, p_signature, v_at);
  perform tell_payee_restriction(p_business, p_mode, p_member, v_at);
end $$;

-- Tells everybody who may pay, also the owner who did it, that the restriction was turned on or off. The true owner of a stolen passkey
-- reads it too. Addresses that nobody confirmed get no mail: they may be somebody else's.
create or replace function tell_payee_restriction(p_business uuid, p_mode mode, p_by uuid, p_at timestamptz) returns void
language plpgsql set search_path = afara, pg_temp as $$
declare
  v_until timestamptz := payees_restricted_until(p_business, p_mode);
  v_action text := case when v_until = 'infinity' then 'restricted' else 'opened' end;
  v_details jsonb;
begin
  select jsonb_build_object('action', v_action, 'business', b.name, 'link_tag', b.link_tag, 'mode', p_mode,
      'by', (select m.name from member m where m.id = p_by),
      'ends_at', case when v_action = 'opened' then to_char(v_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)
    into v_details from business b where b.id = p_business;
  insert into audit (id, at, actor, action, subject, reason, details)
    values (afara_uuid(), p_at, p_by::text, 'payees.' || v_action, 'biz_' || replace(p_business::text, '-', ''), 'on the dashboard',
      v_details);
  perform mail_to_payers(p_business, 'payees_changed', v_details, p_at);
end $$;

-- Queues a mail to each person who may pay for a business and whose address is confirmed.
create or replace function mail_to_payers(p_business uuid, p_kind text, p_details jsonb, p_at timestamptz) returns void
language sql set search_path = afara, pg_temp as $$
  select queue_mail(afara_uuid(), null, m.id, p_kind, p_details, null, p_at + interval '7 days', p_at)
    from membership h join member m on m.id = h.member_id
    where h.business_id = p_business and h.ended_at is null and h.role = any (roles_that_pay()) and m.status = 'active'
      and m.email_confirmed_at is not null
    order by m.id
$$;
