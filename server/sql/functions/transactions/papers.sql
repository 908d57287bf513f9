-- Returns the number and the token of a paper about a transaction of the tenant. The first call stores those of the caller, and every
-- other call returns the stored ones. No row: the tenant has no such transaction.
create or replace function issue_paper(p_transaction uuid, p_kind text, p_number text, p_token text, p_at timestamptz)
returns table (number text, token text, issued_at timestamptz)
language plpgsql security definer set search_path = afara, pg_temp as $$
begin
  insert into issued_paper as i (business_id, mode, transaction_id, kind, number, token, issued_at)
    select t.business_id, t.mode, t.id, p_kind, p_number, p_token, p_at from transaction t
    where t.id = p_transaction and t.business_id = tenant_business() and t.mode = tenant_mode()
    on conflict (transaction_id, kind) do nothing;
  return query select i.number, i.token, i.issued_at from issued_paper i
    where i.transaction_id = p_transaction and i.kind = p_kind and i.business_id = tenant_business() and i.mode = tenant_mode();
end $$;

-- Returns the paper with a token, for the page on which anyone verifies it.
create or replace function paper_of_token(p_token text)
returns table (business_id uuid, mode mode, transaction_id uuid, kind text, number text, issued_at timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  select i.business_id, i.mode, i.transaction_id, i.kind, i.number, i.issued_at from issued_paper i where i.token = p_token
$$;

-- Returns the name and the registration number of the tenant as two operators approved them: from the file with which it went live. No row
-- before that.
create or replace function own_legal_name() returns table (legal_name text, rc_number text)
language sql stable security definer set search_path = afara, pg_temp as $$
  select c.company ->> 'legal_name', c.company ->> 'rc_number'
  from business_mode m
  cross join lateral (select f.content::jsonb -> 'company' as company from go_live_file_to_decide(m.business_id) f) c
  where m.business_id = tenant_business() and m.mode = 'live' and m.tier is not null and c.company ->> 'legal_name' is not null
$$;

-- Returns who paid the tenant's buy, as our bank recorded it: the first payment that counts. Of the account only the last digits are told.
create or replace function own_payer(p_transaction uuid) returns table (name text, bank_code text, bank_name text, ending text)
language sql stable security definer set search_path = afara, pg_temp as $$
  select s.payer_name::text, s.payer_bank_code::text, s.payer_bank_name::text,
    substring(coalesce(s.payer_account_number, s.payer_account_mask) from '[0-9]{4}$')
  from transaction t
  join standing_allocation x on x.transaction_id = t.id
  join bank_line_sighting s on s.line_id = x.line_id and not s.contradicts_payer
  where t.id = p_transaction and t.business_id = tenant_business() and t.mode = tenant_mode()
  order by x.at, x.id, s.payer_name is null, s.payer_bank_code is null, s.seen_at limit 1
$$;
