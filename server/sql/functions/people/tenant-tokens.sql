-- Returns how the person of a tenant token stands now, so that the api refuses a person, a session or a business that was stopped after the
-- token was signed. Returns no row if the session is not one of this person. The role is null if the person left the business.
create or replace function find_token_holder(p_session uuid, p_member uuid, p_business uuid, p_mode mode)
returns table (
  role text, is_disabled boolean, session_revoked_at timestamptz, session_ends_at timestamptz, link_tag text, business_status text,
  may_hold_balance boolean, fee_flat_minor numeric, fee_bps integer, fee_cap_minor numeric,
  default_network text, default_wallet_address text, daily_limit_minor numeric
)
language sql stable security definer set search_path = afara, pg_temp as $$
  select h.role, p.status <> 'active', s.revoked_at, least(s.idle_expires_at, s.expires_at), b.link_tag, m.status,
    m.may_hold_balance, m.fee_flat_minor, m.fee_bps, m.fee_cap_minor, d.network, d.address, m.daily_limit_minor
  from person_session s
  join member p on p.id = s.member_id
  join business b on b.id = p_business
  join business_mode m on m.business_id = b.id and m.mode = p_mode
  left join membership h on h.member_id = p.id and h.business_id = b.id and h.ended_at is null
  left join lateral default_wallet(m) d on true
  where s.id = p_session and s.member_id = p_member
$$;

-- Records what a person asks the api to change, before it changes. The audit line names the request, so that its log line can be found.
create or replace function note_member_request(p_member uuid, p_business uuid, p_mode mode, p_what text, p_request text) returns void
language sql security definer set search_path = afara, pg_temp as $$
  insert into audit (id, actor, action, subject, reason, details)
    values (afara_uuid(), p_member::text, 'member.requested', 'biz_' || replace(p_business::text, '-', ''), p_what,
      jsonb_build_object('mode', p_mode, 'request_id', p_request))
$$;
