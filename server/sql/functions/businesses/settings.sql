-- Sets how the pay page of a business looks. What p_keeps names keeps its value in the same statement, so a colour and a logo that are set
-- at the same time are both kept. Raises AF499 unless the person may change it now.
create or replace function set_look(p_business uuid, p_by uuid, p_colour text, p_logo bytea, p_keeps text[], p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_now business_look;
begin
  if coalesce(role_in_team(p_by, p_business), '') not in ('owner', 'administrator', 'developer') then
    raise exception 'this person cannot change the look of the pay page' using errcode = 'AF499';
  end if;
  insert into business_look as k (business_id, colour, logo, changed_by, changed_at) values (p_business, p_colour, p_logo, p_by, p_at)
    on conflict (business_id) do update set
      colour = case when 'colour' = any (p_keeps) then k.colour else excluded.colour end,
      logo = case when 'logo' = any (p_keeps) then k.logo else excluded.logo end,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
    returning * into v_now;
  insert into audit (id, at, actor, action, subject, reason, details)
    values (afara_uuid(), p_at, p_by::text, 'business.look_set', 'biz_' || replace(p_business::text, '-', ''), 'on the dashboard',
      jsonb_build_object('colour', v_now.colour, 'logo_sha256', encode(sha256(v_now.logo), 'hex')));
end $$;

-- Returns how the page of a pay link looks. Returns no row if its business chose nothing.
create or replace function look_of_pay_page(p_token text) returns table (colour text, logo bytea)
language sql stable security definer set search_path = afara, pg_temp as $$
  select k.colour, k.logo from pay_link l join business_look k on k.business_id = l.business_id where l.token = p_token
$$;

-- Sets where tokens of buys go in test mode that name no wallet, as a member confirmed with a passkey. Null removes it. In live mode this
-- is one of the terms that two operators decide. Raises AF499 unless the person may change it now.
create or replace function set_test_wallet(
  p_change uuid, p_business uuid, p_by uuid, p_network text, p_address text, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_before business_mode;
begin
  if coalesce(role_in_team(p_by, p_business), '') not in ('owner', 'administrator') then
    raise exception 'this person cannot change where tokens go' using errcode = 'AF499';
  end if;
  perform require_confirmed(p_change, p_business, p_by);
  select * into strict v_before from business_mode where business_id = p_business and mode = 'test' for update;
  update business_mode set default_network = p_network, default_wallet_address = p_address where business_id = p_business and mode = 'test';
  insert into audit (id, at, actor, action, subject, reason, details)
    values (afara_uuid(), p_at, p_by::text, 'business.wallet_set', 'biz_' || replace(p_business::text, '-', ''), 'on the dashboard',
      jsonb_build_object('mode', 'test', 'confirmation', p_change,
        'before', v_before.default_network || ' ' || v_before.default_wallet_address, 'after', p_network || ' ' || p_address));
end $$;

-- Sets by how much a payment may differ from the amount that a business requests, as a member confirmed with a passkey. The difference is
-- money of the business itself, so it decides in both modes; at most 0.5 ‰ of an amount counts (payment_tolerance). Raises AF499 unless
-- the person may change it now.
create or replace function set_tolerance(
  p_change uuid, p_business uuid, p_by uuid, p_mode mode, p_tolerance numeric, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_before numeric;
begin
  if coalesce(role_in_team(p_by, p_business), '') not in ('owner', 'administrator') then
    raise exception 'this person cannot change what payments may differ by' using errcode = 'AF499';
  end if;
  perform require_confirmed(p_change, p_business, p_by);
  select m.tolerance_minor::numeric into strict v_before from business_mode m
    where m.business_id = p_business and m.mode = p_mode for update;
  update business_mode set tolerance_minor = p_tolerance where business_id = p_business and mode = p_mode;
  insert into audit (id, at, actor, action, subject, reason, details)
    values (afara_uuid(), p_at, p_by::text, 'business.tolerance_set', 'biz_' || replace(p_business::text, '-', ''), 'on the dashboard',
      jsonb_build_object('mode', p_mode, 'confirmation', p_change, 'before', v_before::text, 'after', p_tolerance::text));
end $$;
