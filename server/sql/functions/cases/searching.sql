-- Returns the objects that one of our ids leads to, for operators: the object itself if it can be shown, or else its transaction.
create or replace function subjects_of_id(p_kind text, p_id uuid) returns table (kind text, id uuid)
language plpgsql stable as $$
#variable_conflict use_column
begin
  if p_kind in ('transfer', 'payout', 'deposit', 'event', 'pay_link') then
    return query select 'transaction', i from unnest(ids_behind(p_kind, p_id)) i;
  end if;
  return query
    select p_kind, p_id where case p_kind
      when 'case' then exists (select from case_file c where c.id = p_id)
      when 'credit' then exists (select from bank_line l where l.id = p_id)
      when 'transaction' then exists (select from transaction t where t.id = p_id)
      when 'business' then exists (select from business b where b.id = p_id)
      when 'key' then exists (select from api_key k where k.id = p_id)
      when 'operator' then exists (select from operator o where o.id = p_id)
      when 'vendor_account' then exists (select from vendor_account v where v.id = p_id)
      when 'webhook_endpoint' then exists (select from webhook_endpoint e where e.id = p_id)
      else false end;
  if p_kind = 'webhook_delivery' then
    return query select 'webhook_endpoint', d.endpoint_id from webhook_delivery d where d.id = p_id
      union all select 'transaction', d.transaction_id from webhook_delivery d where d.id = p_id and d.transaction_id is not null;
  elsif p_kind = 'entry' then
    return query select 'transaction', e.transaction_id from entry e where e.id = p_id and e.transaction_id is not null
      union all select 'credit', l.id from bank_line l where l.id = p_id;
  elsif p_kind in ('member', 'passkey', 'session') then
    return query select * from subjects_of_person(p_kind, p_id);
  elsif p_kind = 'event' then
    -- A ping or a notice is in no feed. Only the endpoint that received it knows its id.
    return query select 'webhook_endpoint', d.endpoint_id from webhook_endpoint e
      join webhook_delivery d on d.endpoint_id = e.id and d.event_id = p_id and d.kind <> 'event';
  end if;
end $$;

-- Returns the operator, or the businesses of the member, to whom a passkey or a session belongs. A member has no story of their own.
create or replace function subjects_of_person(p_kind text, p_id uuid) returns table (kind text, id uuid) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with person (operator_id, member_id) as (
      select null::uuid, p_id where p_kind = 'member'
      union all select p.operator_id, p.member_id from passkey p where p_kind = 'passkey' and p.id = p_id
      union all select s.operator_id, s.member_id from person_session s where p_kind = 'session' and s.id = p_id
    )
    select 'operator', p.operator_id from person p where p.operator_id is not null
    union all select 'business', m.business_id from person p join membership m on m.member_id = p.member_id;
end $$;

-- Returns what a vendor, a bank or a business knows by this text: a reference, an idempotency key, the token of a pay link, the session id
-- or the id of a payment that came in or left, a link tag or an email address.
create or replace function subjects_of_reference(p_text text) returns table (kind text, id uuid) language plpgsql stable as $$
#variable_conflict use_column
declare
  v_payouts uuid[];
begin
  return query select 'transaction', k.transaction_id from business_mode m
    join request_key k on k.business_id = m.business_id and k.mode = m.mode and k.key in ('r:' || p_text, 'k:' || p_text);
  return query select 'transaction', l.transaction_id from pay_link l where l.token = p_text;
  return query select 'credit', s.line_id from bank_line_reading r join bank_line_assignment s on s.reading_id = r.id
    where r.session_id = p_text;
  return query select 'credit', s.line_id from vendor_account v
    join bank_line_reading r on r.vendor_account_id = v.id and r.external_id = p_text
    join bank_line_assignment s on s.reading_id = r.id;
  v_payouts := array(select o.id from payout o where o.reference = p_text)
    || array(select g.payout_id from payout_reading g where g.session_id = p_text)
    || array(select g.payout_id from payout_reading g where g.vendor_id = p_text)
    || array(select l.payout_id from payout_line l where l.external_id = p_text and l.payout_id is not null);
  return query select 'transaction', r.transaction_id from unnest(v_payouts) p (id) join payout o on o.id = p.id
    join payout_right r on r.id = o.right_id;
  return query select 'business', b.id from business b where b.link_tag = p_text;
  return query select 'operator', o.id from operator o where o.email = lower(p_text);
  return query select s.kind, s.id from member m cross join lateral subjects_of_person('member', m.id) s where m.email = lower(p_text);
end $$;

-- Returns what moved through a hash or an address of a network, in any of its spellings.
create or replace function subjects_on_chain(p_texts text[]) returns table (kind text, id uuid) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select 'transaction', r.transaction_id from transfer_attempt a join transfer f on f.id = a.transfer_id
    join transfer_right r on r.id = f.right_id where a.hash = any (p_texts);
  return query select 'transaction', d.transaction_id from deposit d where d.tx_hash = any (p_texts);
  return query select 'transaction', a.transaction_id from deposit_sweep s
    join deposit_address a on a.address = s.address and a.mode = s.mode where s.tx_hash = any (p_texts);
  return query select 'transaction', a.transaction_id from deposit_address a where a.address = any (p_texts);
  return query select 'transaction', d.transaction_id from deposit d where d.sender = any (p_texts);
  return query select 'transaction', b.transaction_id from buy b where b.wallet_address = any (p_texts);
  return query select 'transaction', s.transaction_id from sell s where s.wallet_address = any (p_texts);
  return query select 'transaction', w.transaction_id from withdrawal w where w.wallet_address = any (p_texts);
  return query select 'lane', l.id from lane l where l.address = any (p_texts);
end $$;

-- Returns what was paid from or to a bank account: credits by their payer, buys by the claimed payer, payments by the beneficiary, and our
-- own account with its credits that have no buy.
create or replace function subjects_of_account_number(p_number text) returns table (kind text, id uuid) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select 'credit', s.line_id from bank_line_reading r join bank_line_assignment s on s.reading_id = r.id
    where r.payer_account_number = p_number;
  return query select 'credit', s.line_id from bank_line_payer p join bank_line_assignment s on s.reading_id = p.reading_id
    where p.payer_account_number = p_number;
  return query select 'transaction', b.transaction_id from buy b where b.payer_account_number = p_number;
  return query select 'transaction', s.transaction_id from sell s where s.account_number = p_number;
  return query select 'transaction', s.transaction_id from sell_payee s where s.account_number = p_number;
  return query select 'transaction', r.transaction_id from payout_right r where r.account_number = p_number;
  return query select 'vendor_account', v.id from vendor_account v where v.account_number = p_number;
  return query select 'credit', f.line_id from vendor_account v join credit_fund f on f.vendor_account_id = v.id
    where v.account_number = p_number;
end $$;

-- Returns what belongs to a payer, a beneficiary or a business whose name has all words of the text. is_exact: the name has no other words.
create or replace function subjects_of_name(p_text text) returns table (kind text, id uuid, is_exact boolean)
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_words constant tsquery := plainto_tsquery('simple', p_text);
  v_name constant text := lower(p_text);
begin
  if numnode(v_words) = 0 then
    return;
  end if;
  return query select 'credit', s.line_id, lower(r.payer_name) = v_name from bank_line_reading r
    join bank_line_assignment s on s.reading_id = r.id where to_tsvector('simple', r.payer_name) @@ v_words;
  return query select 'credit', s.line_id, lower(p.payer_name) = v_name from bank_line_payer p
    join bank_line_assignment s on s.reading_id = p.reading_id where to_tsvector('simple', p.payer_name) @@ v_words;
  return query select 'transaction', b.transaction_id, lower(b.payer_account_name) = v_name from buy b
    where to_tsvector('simple', b.payer_account_name) @@ v_words;
  return query select 'transaction', s.transaction_id, lower(s.account_name) = v_name from sell s
    where to_tsvector('simple', s.account_name) @@ v_words;
  return query select 'transaction', s.transaction_id, lower(s.account_name) = v_name from sell_payee s
    where to_tsvector('simple', s.account_name) @@ v_words;
  return query select 'transaction', r.transaction_id, lower(r.account_name) = v_name from payout_right r
    where to_tsvector('simple', r.account_name) @@ v_words;
  return query select 'business', b.id, lower(b.name) = v_name from business b where to_tsvector('simple', b.name) @@ v_words;
end $$;

-- Returns what an operator's text identifies, exact matches first and then the newest first, at most p_most. With an id of ours, the text
-- is its kind. A return has no story of its own: its credit stands for it.
create or replace function find_subjects(p_kind text, p_id uuid, p_texts text[], p_most integer) returns table (kind text, id uuid)
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
    with found (kind, id, is_exact) as (
      select s.kind, s.id, true from subjects_of_id(p_kind, p_id) s where p_id is not null
      union all select s.kind, s.id, true from subjects_of_reference(p_texts[1]) s where p_id is null
      union all select s.kind, s.id, true from subjects_on_chain(p_texts) s where p_id is null
      union all select s.kind, s.id, true from subjects_of_account_number(p_texts[1]) s where p_id is null and p_texts[1] ~ '^[0-9]{10}$'
      union all select s.kind, s.id, s.is_exact from subjects_of_name(p_texts[1]) s where p_id is null and p_texts[1] ~ '[^0-9 ]'
    ), shown as (
      select case when r.id is null then f.kind else 'credit' end as kind, coalesce(r.line_id, f.id) as id, f.is_exact
      from found f left join transaction t on f.kind = 'transaction' and t.id = f.id and t.type = 'return'
      left join credit_return r on r.id = t.id
    )
    select s.kind, s.id from shown s group by s.kind, s.id order by bool_or(s.is_exact) desc, s.id desc limit p_most;
end $$;

-- Returns the API keys whose id begins with these digits, the newest first. The bounds are the lowest and the highest such id.
create or replace function find_keys(p_from uuid, p_to uuid, p_most integer) returns table (kind text, id uuid)
language sql stable as $$
  select 'key', k.id from api_key k where k.id between p_from and p_to order by k.id desc limit p_most
$$;
