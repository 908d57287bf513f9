-- Raises AF500 unless the person has one of these roles in the business now. The people process asks first; this holds if it does not.
create or replace function require_payment_role(p_member uuid, p_business uuid, p_roles text[]) returns void
language plpgsql set search_path = afara, pg_temp as $$
begin
  perform from membership h join member m on m.id = h.member_id
    where h.member_id = p_member and h.business_id = p_business and h.ended_at is null and m.status = 'active' and h.role = any (p_roles);
  if not found then
    raise exception 'the role of this person does not allow this payment of the business' using errcode = 'AF500';
  end if;
end $$;

-- Returns who may propose, sign and end payment orders, and keep beneficiaries.
create or replace function roles_that_pay() returns text[] language sql immutable
  return array['owner', 'administrator', 'finance'];

-- Records which account names a member is about to ask for. If the business reached its limit of the last hour or the last day, records
-- nothing and returns the seconds to wait; null means that the member may ask.
create or replace function take_payee_enquiries(
  p_member uuid, p_business uuid, p_mode mode, p_accounts json, p_most_hour integer, p_most_day integer, p_at timestamptz
) returns integer language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_count integer := json_array_length(p_accounts);
  v_hour integer;
  v_day integer;
  v_free_at timestamptz;
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  perform pg_advisory_xact_lock(hashtextextended('payee_enquiry' || p_business || p_mode, 0));
  select count(*) filter (where e.at > p_at - interval '1 hour'), count(*) into v_hour, v_day
    from payee_enquiry e where e.business_id = p_business and e.mode = p_mode and e.at > p_at - interval '1 day';
  if v_hour + v_count > p_most_hour or v_day + v_count > p_most_day then
    -- When enough of the counted enquiries have left their window.
    select min(e.at) + case when v_day + v_count > p_most_day then interval '1 day' else interval '1 hour' end into v_free_at
      from payee_enquiry e where e.business_id = p_business and e.mode = p_mode
        and e.at > p_at - case when v_day + v_count > p_most_day then interval '1 day' else interval '1 hour' end;
    return greatest(1, ceil(extract(epoch from coalesce(v_free_at, p_at) - p_at)));
  end if;
  insert into payee_enquiry
    select afara_uuid(), p_business, p_mode, p_member, r.bank_code, r.account_number, p_at
    from json_to_recordset(p_accounts) as r (bank_code text, account_number text);
  return null;
end $$;

-- Adds beneficiaries with the names that the bank answered. An account that the business already pays keeps its row. From `settled_at` on
-- one member may pay it alone; the database's own clock decides when that is.
create or replace function add_beneficiaries(p_member uuid, p_business uuid, p_mode mode, p_accounts json) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_at timestamptz := afara_now();
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  insert into beneficiary (id, business_id, mode, bank_code, account_number, account_name, added_by, created_at, settled_at)
    select r.id, p_business, p_mode, r.bank_code, r.account_number, r.account_name, p_member, v_at,
      v_at + payee_wait(p_mode)
    from json_to_recordset(p_accounts) as r (id uuid, bank_code text, account_number text, account_name text)
    order by r.bank_code, r.account_number
    on conflict (business_id, mode, bank_code, account_number) where ended_at is null do nothing;
  insert into audit (id, actor, action, subject, reason, details)
    values (afara_uuid(), p_member::text, 'beneficiaries.added', 'biz_' || replace(p_business::text, '-', ''), 'added on the dashboard',
      jsonb_build_object('mode', p_mode, 'count', json_array_length(p_accounts)));
end $$;

-- Ends a beneficiary. Orders that were approved before are still paid. Returns false if the business has no such beneficiary in use.
create or replace function end_beneficiary(p_member uuid, p_business uuid, p_mode mode, p_beneficiary uuid) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  update beneficiary set ended_at = greatest(afara_now(), created_at), ended_by = p_member
    where id = p_beneficiary and business_id = p_business and mode = p_mode and ended_at is null;
  return found;
end $$;

-- Guards a beneficiary: it ends once, and nothing else about it changes.
create or replace function guard_beneficiary() returns trigger language plpgsql set search_path = afara, pg_temp as $$
declare
  v_same beneficiary := new;
begin
  v_same.ended_at := old.ended_at;
  v_same.ended_by := old.ended_by;
  if v_same is distinct from old or old.ended_at is not null then
    raise exception 'beneficiary % cannot change like this', old.id using errcode = 'AF002';
  end if;
  return new;
end $$;
