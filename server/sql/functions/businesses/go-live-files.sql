-- Raises AF494 unless the person may fill in the go-live file of the business now. The people process asks first; this holds if it does
-- not.
create or replace function require_go_live_manager(p_member uuid, p_business uuid) returns void
language plpgsql set search_path = afara, pg_temp as $$
begin
  perform from membership h join member m on m.id = h.member_id
    where h.member_id = p_member and h.business_id = p_business and h.ended_at is null and m.status = 'active'
      and h.role in ('owner', 'administrator');
  if not found then
    raise exception 'this person cannot fill in the go-live file of this business' using errcode = 'AF494';
  end if;
end $$;

-- Stores items of the file. Items that are not given stay. The account is not among them: only the answer of a bank sets it
-- (prove_go_live_account). Raises AF447 if the business is live already.
create or replace function save_go_live(p_member uuid, p_business uuid, p_items jsonb, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_go_live_manager(p_member, p_business);
  perform from business_mode where business_id = p_business and mode = 'live' and status = 'pending' for update;
  if not found then
    raise exception 'the business is already live' using errcode = 'AF447';
  end if;
  if p_items - '{company,people,documents,volumes,agreement,consent}'::text[] <> '{}' then
    raise exception 'the go-live file has no such item' using errcode = 'AF495';
  end if;
  insert into go_live_draft (business_id, content, changed_by, changed_at) values (p_business, p_items, p_member, p_at)
    on conflict (business_id) do update
      set content = go_live_draft.content || excluded.content, changed_by = excluded.changed_by, changed_at = excluded.changed_at;
end $$;

-- Records that a member asks a bank who owns an account. Returns false, and records nothing, after ten questions in a day: so nobody uses
-- a file to find out who banks where.
create or replace function ask_go_live_account(
  p_id uuid, p_member uuid, p_business uuid, p_bank_code text, p_account_number text, p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_go_live_manager(p_member, p_business);
  perform from business_mode where business_id = p_business and mode = 'live' for update;
  if (select count(*) from go_live_enquiry where business_id = p_business and at > p_at - interval '1 day') >= 10 then
    return false;
  end if;
  insert into go_live_enquiry values (p_id, p_business, p_member, p_bank_code, p_account_number, p_at);
  return true;
end $$;

-- Stores the account that a bank named, as the answer to a question that was recorded before.
create or replace function prove_go_live_account(p_id uuid, p_bank_name text, p_account_name text, p_at timestamptz) returns void
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_asked go_live_enquiry;
  v_account jsonb;
begin
  select * into strict v_asked from go_live_enquiry where id = p_id;
  v_account := jsonb_build_object('account', jsonb_build_object('bank_code', v_asked.bank_code, 'bank_name', p_bank_name,
    'account_number', v_asked.account_number, 'account_name', p_account_name, 'answered_at', p_at));
  perform save_go_live(v_asked.asked_by, v_asked.business_id, '{}', p_at);
  update go_live_draft set content = content || v_account where business_id = v_asked.business_id;
end $$;

-- Returns the items of the file that are not complete. The shares of owners are in basis points. The people process
-- encrypts the references of identity checks and the names and hashes of documents before they come here.
create or replace function go_live_lacks(p_file jsonb) returns text[] language sql stable set search_path = afara, pg_temp as $$
  select array_remove(array[
    case when (p_file -> 'company' ->> 'legal_name' <> '' and p_file -> 'company' ->> 'rc_number' ~ '^(RC|BN|IT)[0-9]{4,8}$') is not true
      then 'company' end,
    case when (jsonb_array_length(p_file -> 'people') > 0
        and (select bool_and(p ->> 'name' <> '' and p ->> 'role' in ('director', 'owner', 'director_and_owner')
            and (p ->> 'share_bps')::integer between 0 and 10000 and p ->> 'identity_reference' like 'sealed:%')
          and sum((p ->> 'share_bps')::integer) <= 10000 and bool_or(p ->> 'role' <> 'owner') and bool_or(p ->> 'role' <> 'director')
          from jsonb_array_elements(p_file -> 'people') p)) is not true
      then 'people' end,
    case when (select count(distinct d ->> 'kind') = 3 and bool_and(d ->> 'sha256' like 'sealed:%' and d ->> 'name' like 'sealed:%')
        from jsonb_array_elements(coalesce(p_file -> 'documents', '[]')) d
        where d ->> 'kind' in ('registration', 'status_report', 'address')) is not true
      then 'documents' end,
    case when (p_file -> 'account' ->> 'account_name' <> '') is not true then 'account' end,
    case when ((p_file -> 'volumes' ->> 'monthly_minor')::numeric > 0 and (p_file -> 'volumes' ->> 'largest_minor')::numeric > 0
        and (p_file -> 'volumes' ->> 'largest_minor')::numeric <= (p_file -> 'volumes' ->> 'monthly_minor')::numeric) is not true
      then 'volumes' end,
    case when (p_file -> 'agreement' ->> 'version' <> '') is not true then 'agreement' end,
    case when (p_file -> 'consent' ->> 'vendor' <> '' and p_file -> 'consent' ->> 'reference' <> '') is not true
      then 'consent' end
  ], null)
$$;

-- Submits the file as its next version, which nobody can change. Raises AF495 if something is missing, AF488 while an owner has not
-- confirmed their address, and AF447 if the business is live already. Returns the version.
create or replace function submit_go_live(p_member uuid, p_business uuid, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_version integer;
  v_content text;
  v_lacks text[];
begin
  perform save_go_live(p_member, p_business, '{}', p_at);
  perform require_confirmed_owners(p_business);
  select coalesce(max(version), 0) + 1 into v_version from go_live_file where business_id = p_business;
  select (content || jsonb_build_object('business_id', p_business, 'version', v_version))::text, go_live_lacks(content)
    into v_content, v_lacks from go_live_draft where business_id = p_business;
  if v_lacks <> '{}' then
    raise exception 'the file is not complete: %', array_to_string(v_lacks, ', ') using errcode = 'AF495', detail = to_json(v_lacks);
  end if;
  insert into go_live_file values
    (p_business, v_version, v_content, sha256(convert_to(v_content, 'UTF8')), p_member, p_at);
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, p_member::text, 'go_live.submitted',
    'biz_' || replace(p_business::text, '-', ''), 'submitted on the dashboard', jsonb_build_object('version', v_version));
  return v_version;
end $$;

-- Raises AF488 while an owner of the business has not confirmed their address: until then nobody knows whom the business belongs to.
create or replace function require_confirmed_owners(p_business uuid) returns void language plpgsql set search_path = afara, pg_temp as $$
begin
  if exists (
    select from membership h join member m on m.id = h.member_id
    where h.business_id = p_business and h.role = 'owner' and h.ended_at is null and m.email_confirmed_at is null) then
    raise exception 'an owner of the business has not confirmed their email address' using errcode = 'AF488';
  end if;
end $$;

-- Returns the newest submitted file of a business, unless it was refused: no row then.
create or replace function go_live_file_to_decide(p_business uuid) returns setof go_live_file language sql stable
set search_path = afara, pg_temp as $$
  select f.* from go_live_file f
  where f.business_id = p_business and f.version = (select max(n.version) from go_live_file n where n.business_id = p_business)
    and not exists (select from go_live_refusal r where r.business_id = f.business_id and r.version = f.version)
$$;

-- Refuses a submitted file and says what to fix. One operator is enough: it moves nothing, and the business can submit again. Returns false
-- if this version does not wait for a decision any more.
create or replace function refuse_go_live(p_business uuid, p_version integer, p_by uuid, p_to_fix jsonb, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_active_operator(p_by);
  perform from business_mode where business_id = p_business and mode = 'live' and status = 'pending' for update;
  if not found or not exists (select from go_live_file_to_decide(p_business) f where f.version = p_version) then
    return false;
  end if;
  perform note_go_live_refusal(p_business, p_version, p_by, p_to_fix, 'go_live.refused', 'refused', p_at);
  return true;
end $$;

-- Takes a business back out of live mode at once, with limits of zero, and says what to fix. One operator is enough, because nothing can be
-- lost by stopping. The business submits a new version, and two operators decide again. Returns false if it is not live.
create or replace function return_to_pending(p_business uuid, p_by uuid, p_to_fix jsonb, p_reason text, p_at timestamptz)
returns boolean
language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  v_version integer;
begin
  perform require_active_operator(p_by);
  update business_mode set status = 'pending', tier = null, daily_limit_minor = 0, velocity_hour_minor = 0, velocity_wallet_day_minor = 0,
      exposure_cap_minor = 0
    where business_id = p_business and mode = 'live' and status <> 'pending';
  if not found then
    return false;
  end if;
  select version into v_version from go_live_file_to_decide(p_business);
  perform note_go_live_refusal(p_business, v_version, p_by, p_to_fix, 'business.returned_to_pending', p_reason, p_at);
  return true;
end $$;

-- Stores what to fix, in the audit and for the business, and mails the owners. A business from before there were files has no version.
create or replace function note_go_live_refusal(
  p_business uuid, p_version integer, p_by uuid, p_to_fix jsonb, p_action text, p_reason text, p_at timestamptz
) returns void language plpgsql set search_path = afara, pg_temp as $$
begin
  if p_version is not null then
    insert into go_live_refusal values (p_business, p_version, p_by, p_to_fix, p_at);
  end if;
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, p_by::text, p_action,
    'biz_' || replace(p_business::text, '-', ''), p_reason,
    jsonb_build_object('version', p_version, 'to_fix', p_to_fix));
  perform mail_owners(p_business, 'go_live_refused', jsonb_build_object('to_fix', p_to_fix), p_at);
end $$;

-- Mails every owner of a business, also those whose address is not confirmed: the mail names no secret.
create or replace function mail_owners(p_business uuid, p_kind text, p_details jsonb, p_at timestamptz) returns void
language sql set search_path = afara, pg_temp as $$
  select queue_mail(afara_uuid(), null, h.member_id, p_kind,
    p_details || jsonb_build_object('business', b.name, 'link_tag', b.link_tag), null, p_at + interval '7 days', p_at)
  from membership h join business b on b.id = h.business_id
  where h.business_id = p_business and h.role = 'owner' and h.ended_at is null
$$;

-- Lowers the tier and the daily limit of a live business at once. One operator is enough, because it only narrows. Raises AF496 if it would
-- raise one of them. Returns false if the business is not live.
create or replace function downgrade_business(
  p_business uuid, p_tier integer, p_daily_limit numeric, p_by uuid, p_reason text, p_at timestamptz
) returns boolean language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  m business_mode;
begin
  perform require_active_operator(p_by);
  select * into m from business_mode where business_id = p_business and mode = 'live' and status <> 'pending' for update;
  if not found then
    return false;
  end if;
  if p_tier > coalesce(m.tier, 3) or p_daily_limit > m.daily_limit_minor or p_daily_limit is null or p_daily_limit <= 0 then
    raise exception 'a downgrade must not raise the tier or the daily limit' using errcode = 'AF496';
  end if;
  update business_mode set tier = p_tier, daily_limit_minor = p_daily_limit where business_id = p_business and mode = 'live';
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, p_by::text, 'business.downgraded',
    'biz_' || replace(p_business::text, '-', ''), p_reason,
    jsonb_build_object('tier', p_tier, 'daily_limit_minor', p_daily_limit::text, 'tier_before', m.tier,
      'daily_limit_before', m.daily_limit_minor::text));
  return true;
end $$;

-- Refuses a daily limit above what the tier of a business allows (AF496): five million naira in tier 1, fifty million in tier 2.
create or replace function guard_tier() returns trigger language plpgsql set search_path = afara, pg_temp as $$
begin
  if new.tier < 3 and (new.daily_limit_minor <= case new.tier when 1 then 500000000 else 5000000000 end) is not true then
    raise exception 'the daily limit is above what tier % allows', new.tier using errcode = 'AF496';
  end if;
  return new;
end $$;

-- Refuses live mode to a business without a submitted file that waits for a decision (AF493). This holds for the owner of the schema too.
create or replace function guard_live_business() returns trigger language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  if not exists (select from go_live_file_to_decide(new.business_id)) then
    raise exception 'the business has no submitted go-live file' using errcode = 'AF493';
  end if;
  return new;
end $$;
