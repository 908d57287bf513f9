-- What the people process sees. Some of its connections sign people in and serve operators (sees_house): they see every row of the tables
-- that grants/people.sql lets them read. Its other connections serve members: they see the business of the request (tenant_business), and
-- without one they see nothing.

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'business_look',
    'device_login', 'email_confirmation', 'email_request', 'invitation', 'mail', 'member', 'member_confirmation', 'membership',
    'person_session', 'reenrolment', 'signature_request', 'team_change', 'team_invitation', 'totp'
  ] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format('create policy house on %I to afara_owner using (true) with check (true)', v_table);
    execute format('create policy sealer on %I for select to afara_sealer, afara_reconciler using (true)', v_table);
  end loop;
end $$;
-- The worker checks that every mail is sent. Its grant leaves out the links.
create policy house_of_worker on mail for select to afara_worker using (true);

do $$
declare
  v_table text;
begin
  for v_table in
    select relname from pg_class
    where relnamespace = 'afara'::regnamespace and relrowsecurity and relname <> 'webhook_secret'
    order by relname
  loop
    execute format('create policy people_of_house on %I to afara_people using (sees_house()) with check (sees_house())', v_table);
  end loop;
end $$;

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'api_key', 'beneficiary', 'business_look', 'business_mode', 'enrolled_wallet', 'go_live_draft', 'go_live_file', 'go_live_refusal',
    'membership', 'ordered_withdrawal', 'signing_key',
    'payee_restriction', 'payment_item', 'payment_limit', 'payment_order', 'payment_outcome', 'payment_refusal', 'payment_retry',
    'payment_sell',
    'payment_signature', 'request_log', 'team_change', 'team_invitation', 'transaction', 'wallet_end', 'wallet_signature',
    'withdrawal_order', 'withdrawal_outcome', 'withdrawal_refusal', 'withdrawal_signature'
  ] loop
    execute format('create policy people_of_business on %I for select to afara_people using (business_id = tenant_business())', v_table);
  end loop;
end $$;
create policy people_of_business on business for select to afara_people using (id = tenant_business());
create policy people_of_business on member for select to afara_people
  using (exists (select from membership m where m.member_id = id));
