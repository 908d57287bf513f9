-- Returns how long a wallet cools off after its proposer signed it, unless a second member signs it too. A minute more than the signer
-- waits, because the signer counts from when it first sees the signature.
create or replace function wallet_wait(p_mode mode) returns interval language sql immutable
  return case p_mode when 'live' then interval '24 hours 1 minute' else interval '1 minute' end;

-- Returns from when on members may withdraw to a wallet; null if its proposer has not signed it, or if it was removed.
create or replace function wallet_ready_at(p_wallet uuid) returns timestamptz language sql stable set search_path = afara, pg_temp as $$
  select least(p.at + wallet_wait(p.mode), a.at)
  from wallet_signature p left join wallet_signature a on a.wallet_id = p.wallet_id and a.part = 'approved'
  where p.wallet_id = p_wallet and p.part = 'proposed' and not exists (select from wallet_end e where e.wallet_id = p_wallet)
$$;

-- Returns whether tokens of a balance may leave for a wallet: in live mode only for one that members enrolled and that has cooled off. In
-- test mode every wallet counts as enrolled, so that a program can be tried before its business has members with passkeys.
create or replace function may_leave_for(p_business uuid, p_mode mode, p_network text, p_address text) returns boolean
language sql stable set search_path = afara, pg_temp as $$
  select p_mode = 'test' or exists (
    select from enrolled_wallet w
    where w.business_id = p_business and w.mode = p_mode and w.network = p_network and w.address = p_address
      and wallet_ready_at(w.id) <= afara_now())
$$;

-- Returns where the tokens of a buy go that names no wallet. No row if there is no such wallet, or if it was removed since it was set.
create or replace function default_wallet(m business_mode) returns table (network text, address text)
language sql stable set search_path = afara, pg_temp as $$
  select m.default_network, m.default_wallet_address
  where m.default_network is not null and may_leave_for(m.business_id, m.mode, m.default_network, m.default_wallet_address)
$$;

-- Refuses a wallet of a decision to which tokens of the business may not leave (AF062).
create or replace function require_enrolled(p_business uuid, p_mode mode, p_network text, p_address text) returns void
language plpgsql set search_path = afara, pg_temp as $$
begin
  if not may_leave_for(p_business, p_mode, p_network, p_address) then
    raise exception 'the business has not enrolled this wallet, or it is not ready yet. A member enrols it on the dashboard, under Balance'
      using errcode = 'AF062';
  end if;
end $$;

-- Returns whether may_leave_for lets the tenant withdraw to a wallet.
create or replace function may_withdraw_to(p_network text, p_address text) returns boolean
language sql stable security definer set search_path = afara, pg_temp as $$
  select may_leave_for(tenant_business(), tenant_mode(), p_network, p_address)
$$;

-- Tells everybody who may pay, also the member who did it, that a wallet was enrolled, approved or removed. The true owner of a stolen
-- passkey reads it too. Addresses that nobody confirmed get no mail: they may be somebody else's.
create or replace function tell_wallet_change(p_wallet uuid, p_by uuid, p_action text, p_at timestamptz) returns void
language plpgsql set search_path = afara, pg_temp as $$
declare
  v_details jsonb;
  v_business uuid;
begin
  select w.business_id, jsonb_build_object('action', p_action, 'business', b.name, 'link_tag', b.link_tag, 'mode', w.mode,
      'by', (select m.name from member m where m.id = p_by), 'label', w.label, 'network', w.network, 'address', w.address,
      'ready_at', to_char(wallet_ready_at(w.id) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    into v_business, v_details from enrolled_wallet w join business b on b.id = w.business_id where w.id = p_wallet;
  insert into audit (id, at, actor, action, subject, reason, details)
    values (afara_uuid(), p_at, p_by::text, 'wallet.' || p_action, 'biz_' || replace(v_business::text, '-', ''), 'on the dashboard',
    v_details);
  perform mail_to_payers(v_business, 'wallet_changed', v_details, p_at);
end $$;

-- Stores a wallet before anybody signs it. It counts for nothing yet, so the same address may be stored again.
create or replace function propose_wallet(
  p_id uuid, p_business uuid, p_mode mode, p_member uuid, p_network text, p_address text, p_label text, p_text text
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  insert into enrolled_wallet (id, business_id, mode, network, address, label, text, added_by, created_at)
    values (p_id, p_business, p_mode, p_network, p_address, p_label, p_text, p_member, afara_now());
end $$;

-- Raises AF508 unless the passkey is one of the member's and in use. In live mode raises AF517 if the passkey or the membership is new:
-- the signer would refuse the signature, because it cannot know yet that the passkey is the member's.
create or replace function require_known_passkey(p_member uuid, p_business uuid, p_mode mode, p_credential bytea) returns void
language plpgsql set search_path = afara, pg_temp as $$
declare
  v_from timestamptz;
begin
  perform require_payment_passkey(p_member, p_credential);
  select greatest(k.created_at, h.created_at) + wallet_wait('live') into v_from
    from passkey k join membership h on h.member_id = k.member_id and h.business_id = p_business and h.ended_at is null
    where k.credential_id = p_credential;
  if p_mode = 'live' and v_from > afara_now() then
    raise exception 'the passkey is new' using errcode = 'AF517',
      detail = 'passkey ' || to_char(v_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
end $$;

-- Stores a signature of a wallet: the proposer's first, then that of one other member. Raises AF515 if the business has no such wallet,
-- also while its proposer has not signed it or after it was removed, and AF516 if the address is enrolled already.
create or replace function sign_wallet(
  p_wallet uuid, p_business uuid, p_mode mode, p_member uuid, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_wallet enrolled_wallet;
  v_part text;
  v_at timestamptz := afara_now();
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  perform pg_advisory_xact_lock(hashtextextended('wallets' || p_business || p_mode, 0));
  select * into v_wallet from enrolled_wallet where id = p_wallet and business_id = p_business and mode = p_mode;
  v_part := case when v_wallet.added_by = p_member then 'proposed' else 'approved' end;
  if v_wallet.id is null or exists (select from wallet_end where wallet_id = p_wallet)
      or v_part = 'approved' and wallet_ready_at(p_wallet) is null then
    raise exception 'the business has no such wallet' using errcode = 'AF515';
  end if;
  perform require_known_passkey(p_member, p_business, p_mode, p_credential);
  if exists (
      select from enrolled_wallet w where w.business_id = p_business and w.mode = p_mode and w.network = v_wallet.network
        and w.address = v_wallet.address and w.id <> p_wallet and wallet_ready_at(w.id) is not null) then
    raise exception 'the wallet is enrolled already' using errcode = 'AF516';
  end if;
  -- Who signs again adds nothing.
  insert into wallet_signature
    (wallet_id, part, business_id, mode, member_id, credential_id, authenticator_data, client_data, signature, at)
    values (p_wallet, v_part, p_business, p_mode, p_member, p_credential, p_authenticator, p_client, p_signature, v_at)
    on conflict (wallet_id, part) do nothing;
  if found then
    perform tell_wallet_change(p_wallet, p_member, case v_part when 'proposed' then 'enrolled' else 'approved' end, v_at);
  end if;
end $$;

-- Removes a wallet at once. Orders to it that are not made yet are refused. Returns false if the business has no such wallet.
create or replace function end_wallet(p_wallet uuid, p_business uuid, p_mode mode, p_member uuid) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_at timestamptz := afara_now();
begin
  perform require_payment_role(p_member, p_business, roles_that_pay());
  perform pg_advisory_xact_lock(hashtextextended('wallets' || p_business || p_mode, 0));
  perform from enrolled_wallet where id = p_wallet and business_id = p_business and mode = p_mode and wallet_ready_at(p_wallet) is not null;
  if not found then
    return false;
  end if;
  perform tell_wallet_change(p_wallet, p_member, 'removed', v_at);
  insert into wallet_end (wallet_id, business_id, mode, member_id, at) values (p_wallet, p_business, p_mode, p_member, v_at);
  return true;
end $$;
