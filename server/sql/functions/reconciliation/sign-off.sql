-- Records that an operator signed off the close of a day. The server has verified the signature of the text. Raises AF615 if the day is
-- not closed, and AF616 if somebody signed it off before: a signature is never replaced.
create or replace function sign_off_day(
  p_mode mode, p_day date, p_operator uuid, p_text text, p_credential bytea, p_authenticator bytea, p_client bytea, p_signature bytea,
  p_note text, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  perform require_active_operator(p_operator);
  if not exists (select from daily_close c where c.mode = p_mode and c.day = p_day) then
    raise exception '% is not closed in % mode', p_day, p_mode using errcode = 'AF615';
  end if;
  insert into daily_close_sign_off (mode, day, operator_id, text, credential_id, authenticator_data, client_data, signature, at)
    values (p_mode, p_day, p_operator, p_text, p_credential, p_authenticator, p_client, p_signature, p_at)
    on conflict (mode, day) do nothing;
  if not found then
    raise exception '% is signed off already in % mode', p_day, p_mode using errcode = 'AF616';
  end if;
  -- The seal of this row proves later that the sign-off was not removed.
  insert into audit (id, at, actor, action, subject, reason, details) values (afara_uuid(), p_at, p_operator::text, 'close.signed_off',
    p_mode || ' ' || p_day, p_note,
    jsonb_build_object('mode', p_mode, 'day', p_day, 'text', 'sha256:' || encode(sha256(convert_to(p_text, 'UTF8')), 'hex')));
end $$;
