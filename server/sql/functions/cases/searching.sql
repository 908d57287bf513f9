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
  if p_kind in ('case', 'batch', 'payment_order', 'withdrawal_order', 'beneficiary', 'wallet', 'invitation', 'change') then
    return query select * from subjects_of_own_id(p_kind, p_id);
  elsif p_kind = 'webhook_delivery' then
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

-- Returns what an id leads to that a business made: the question that it decides itself, a batch, a payment order, a withdrawal order, a
-- beneficiary, a wallet, or a change of its team. These have no story of their own, so their transactions or their business stand for them.
create or replace function subjects_of_own_id(p_kind text, p_id uuid) returns table (kind text, id uuid) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select 'transaction', c.transaction_id from business_case c where p_kind = 'case' and c.id = p_id
    union all select 'transaction', s.transaction_id from batch_sell s where p_kind = 'batch' and s.batch_id = p_id
    union all select 'business', b.business_id from payout_batch b where p_kind = 'batch' and b.id = p_id
    union all select 'transaction', s.transaction_id from payment_sell s where p_kind = 'payment_order' and s.order_id = p_id
    union all select 'business', o.business_id from payment_order o where p_kind = 'payment_order' and o.id = p_id
    union all select 'transaction', w.transaction_id from ordered_withdrawal w where p_kind = 'withdrawal_order' and w.order_id = p_id
    union all select 'business', o.business_id from withdrawal_order o where p_kind = 'withdrawal_order' and o.id = p_id
    union all select 'business', b.business_id from beneficiary b where p_kind = 'beneficiary' and b.id = p_id
    union all select 'business', w.business_id from enrolled_wallet w where p_kind = 'wallet' and w.id = p_id
    union all select 'business', i.business_id from team_invitation i where p_kind = 'invitation' and i.id = p_id
    union all select 'operator', i.operator_id from invitation i where p_kind = 'invitation' and i.id = p_id and i.operator_id is not null
    union all select 'business', m.business_id from invitation i join membership m on m.member_id = i.member_id
      where p_kind = 'invitation' and i.id = p_id
    union all select 'business', t.business_id from team_change t where p_kind = 'change' and t.id = p_id;
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

-- Returns what a vendor, a bank or a business knows by this text: a reference, an idempotency key, the token of a pay link or a paper, the
-- code that a payer writes, the session id or the id of a payment that came in or left, our reference at a vendor, a link tag or an email
-- address.
create or replace function subjects_of_reference(p_mode mode, p_text text, p_most integer) returns table (kind text, id uuid)
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_payouts uuid[];
begin
  return query select 'transaction', k.transaction_id from business_mode m
    join request_key k on k.business_id = m.business_id and k.mode = m.mode and k.key in ('r:' || p_text, 'k:' || p_text)
    where p_mode is null or m.mode = p_mode;
  return query select 'transaction', l.transaction_id from pay_link l where l.token = p_text;
  return query select 'transaction', e.transaction_id from expected_payment e where e.code = upper(p_text);
  return query select 'transaction', p.transaction_id from issued_paper p where p.number = upper(p_text)
    union all select 'transaction', p.transaction_id from issued_paper p where p.token = p_text;
  return query select 'credit', s.line_id from bank_line_reading r join bank_line_assignment s on s.reading_id = r.id
    where r.session_id = p_text limit p_most;
  return query select 'credit', s.line_id from vendor_account v
    join bank_line_reading r on r.vendor_account_id = v.id and r.external_id = p_text
    join bank_line_assignment s on s.reading_id = r.id;
  v_payouts := array(select o.id from payout o where o.reference = p_text)
    || array(select g.payout_id from payout_reading g where g.session_id = p_text limit p_most)
    || array(select g.payout_id from payout_reading g where g.vendor_id = p_text limit p_most)
    || array(select l.payout_id from payout_line l where l.external_id = p_text and l.payout_id is not null);
  return query select 'transaction', r.transaction_id from unnest(v_payouts) p (id) join payout o on o.id = p.id
    join payout_right r on r.id = o.right_id;
  -- Our reference at a vendor that made a number is the id of the request.
  if p_text ~ '^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$' then
    return query select 'transaction', n.transaction_id from collection_number n where n.id = p_text::uuid;
    return query select 'transaction', t.id from transaction t where t.id = p_text::uuid;
  end if;
  return query select 'business', b.id from business b where b.link_tag = p_text;
  return query select 'operator', o.id from operator o where o.email = lower(p_text);
  return query select s.kind, s.id from member m cross join lateral subjects_of_person('member', m.id) s where m.email = lower(p_text);
end $$;

-- Returns what moved through a hash or an address of a network, in any of its spellings; of an address, the newest.
create or replace function subjects_on_chain(p_mode mode, p_texts text[], p_most integer) returns table (kind text, id uuid)
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_text text;
begin
  return query select 'transaction', r.transaction_id from transfer_attempt a join transfer f on f.id = a.transfer_id
    join transfer_right r on r.id = f.right_id where a.hash = any (p_texts);
  return query select 'transaction', d.transaction_id from deposit d where d.tx_hash = any (p_texts) limit p_most;
  return query select 'transaction', a.transaction_id from deposit_sweep s
    join deposit_address a on a.address = s.address and a.mode = s.mode where s.tx_hash = any (p_texts);
  return query select 'transaction', a.transaction_id from sweep_attempt n join sweep s on s.id = n.sweep_id
    cross join lateral unnest(s.addresses) x (address)
    join deposit_address a on a.address = x.address and a.mode = s.mode where n.hash = any (p_texts);
  return query select 'transaction', a.transaction_id from deposit_address a where a.address = any (p_texts);
  return query select 'lane', l.id from lane l where l.address = any (p_texts);
  return query select 'business', w.business_id from enrolled_wallet w where w.address = any (p_texts);
  foreach v_text in array p_texts loop
    return query select 'transaction', b.transaction_id from buy b
      where b.wallet_address = v_text and (p_mode is null or b.mode = p_mode) order by b.transaction_id desc limit p_most;
    return query select 'transaction', s.transaction_id from sell s
      where s.wallet_address = v_text and (p_mode is null or s.mode = p_mode) order by s.transaction_id desc limit p_most;
    return query select 'transaction', w.transaction_id from withdrawal w
      where w.wallet_address = v_text and (p_mode is null or w.mode = p_mode) order by w.transaction_id desc limit p_most;
    return query select 'transaction', d.transaction_id from deposit d
      where d.sender = v_text and (p_mode is null or d.mode = p_mode) order by d.transaction_id desc limit p_most;
  end loop;
end $$;

-- Returns what was paid from or to a bank account, the newest of each: credits by their payer, buys by the claimed payer or by the number
-- that was made for them, the business for whose customer a standing number was made, payments by the beneficiary, the business that
-- enrolled it, and our own account with its credits without a buy.
create or replace function subjects_of_account_number(p_mode mode, p_number text, p_most integer) returns table (kind text, id uuid)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select 'credit', s.line_id from bank_line_reading r join bank_line_assignment s on s.reading_id = r.id
    where r.payer_account_number = p_number order by r.id desc limit p_most;
  return query select 'credit', s.line_id from bank_line_payer p join bank_line_assignment s on s.reading_id = p.reading_id
    where p.payer_account_number = p_number order by p.reading_id desc limit p_most;
  return query select 'transaction', n.transaction_id from collection_number n
    where n.number = p_number and n.transaction_id is not null and (p_mode is null or n.mode = p_mode)
    order by n.transaction_id desc limit p_most;
  return query select distinct 'business', n.business_id from collection_number n
    where n.number = p_number and n.customer_number_id is not null and (p_mode is null or n.mode = p_mode) limit p_most;
  return query select 'credit', s.line_id from bank_line_number n
    join bank_line_reading r on r.vendor_account_id = n.vendor_account_id and r.source = n.source and r.external_id = n.external_id
    join bank_line_assignment s on s.reading_id = r.id where n.number = p_number limit p_most;
  return query select 'transaction', b.transaction_id from buy b
    where b.payer_account_number = p_number and (p_mode is null or b.mode = p_mode) order by b.transaction_id desc limit p_most;
  return query select 'transaction', s.transaction_id from sell s
    where s.account_number = p_number and (p_mode is null or s.mode = p_mode) order by s.transaction_id desc limit p_most;
  return query select 'transaction', s.transaction_id from sell_payee s
    where s.account_number = p_number and (p_mode is null or s.mode = p_mode) order by s.transaction_id desc limit p_most;
  return query select 'transaction', r.transaction_id from payout_right r
    where r.account_number = p_number and (p_mode is null or r.mode = p_mode) order by r.transaction_id desc limit p_most;
  return query select 'business', b.business_id from beneficiary b where b.account_number = p_number limit p_most;
  return query select 'vendor_account', v.id from vendor_account v where v.account_number = p_number;
  return query select 'credit', f.line_id from vendor_account v
    cross join lateral (select c.line_id from credit_fund c where c.vendor_account_id = v.id order by c.booked_at desc limit p_most) f
    where v.account_number = p_number;
end $$;

-- Returns what belongs to a payer, a beneficiary or a business whose name has all words of the text, the newest of each. is_exact: the name
-- has no other words.
create or replace function subjects_of_name(p_mode mode, p_text text, p_most integer) returns table (kind text, id uuid, is_exact boolean)
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_words constant tsquery := plainto_tsquery('simple', p_text);
  v_name constant text := lower(p_text);
begin
  if numnode(v_words) = 0 then
    return;
  end if;
  return query select 'credit', s.line_id, n.is_exact from (
      select r.id, lower(r.payer_name) = v_name as is_exact from bank_line_reading r where to_tsvector('simple', r.payer_name) @@ v_words
      order by is_exact desc, r.id desc limit p_most) n join bank_line_assignment s on s.reading_id = n.id;
  return query select 'credit', s.line_id, n.is_exact from (
      select p.reading_id, lower(p.payer_name) = v_name as is_exact from bank_line_payer p
      where to_tsvector('simple', p.payer_name) @@ v_words order by is_exact desc, p.reading_id desc limit p_most) n
    join bank_line_assignment s on s.reading_id = n.reading_id;
  return query select 'transaction', b.transaction_id, lower(b.payer_account_name) = v_name as is_exact from buy b
    where to_tsvector('simple', b.payer_account_name) @@ v_words and (p_mode is null or b.mode = p_mode)
    order by is_exact desc, b.transaction_id desc limit p_most;
  return query select 'transaction', s.transaction_id, lower(s.account_name) = v_name as is_exact from sell s
    where to_tsvector('simple', s.account_name) @@ v_words and (p_mode is null or s.mode = p_mode)
    order by is_exact desc, s.transaction_id desc limit p_most;
  return query select 'transaction', s.transaction_id, lower(s.account_name) = v_name from sell_payee s
    where to_tsvector('simple', s.account_name) @@ v_words and (p_mode is null or s.mode = p_mode) limit p_most;
  return query select 'transaction', r.transaction_id, lower(r.account_name) = v_name as is_exact from payout_right r
    where to_tsvector('simple', r.account_name) @@ v_words and (p_mode is null or r.mode = p_mode)
    order by is_exact desc, r.transaction_id desc limit p_most;
  return query select 'business', b.id, lower(b.name) = v_name from business b where to_tsvector('simple', b.name) @@ v_words limit p_most;
end $$;

-- Returns what an operator's text identifies, exact matches first and then the newest first, at most p_most. With an id of ours, the text
-- is its kind. With a mode, only what is of this mode, or of none, as a business or an operator. A return has no story of its own: its
-- credit stands for it. It runs as the owner: with the rights of its caller, PostgreSQL would test every row before it may look at a name,
-- and would read whole tables. A connection that serves members finds nothing.
create or replace function find_subjects(p_mode mode, p_kind text, p_id uuid, p_texts text[], p_most integer)
returns table (kind text, id uuid, found_by text)
language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  v_more constant integer := 2 * p_most;
begin
  if session_user = 'afara_people' and not sees_house() then
    return;
  end if;
  return query
    with found (kind, id, is_exact, found_by) as (
      select s.kind, s.id, true, 'id' from subjects_of_id(p_kind, p_id) s where p_id is not null
      union all select s.kind, s.id, true, 'reference' from subjects_of_reference(p_mode, p_texts[1], v_more) s where p_id is null
      union all select s.kind, s.id, true, 'network' from subjects_on_chain(p_mode, p_texts, v_more) s where p_id is null
      union all select s.kind, s.id, true, 'number' from subjects_of_account_number(p_mode, p_texts[1], v_more) s
        where p_id is null and p_texts[1] ~ '^[0-9]{10}$'
      union all select s.kind, s.id, s.is_exact, 'name' from subjects_of_name(p_mode, p_texts[1], v_more) s
        where p_id is null and p_texts[1] ~ '[^0-9 ]'
    ), shown as (
      select case when r.id is null then f.kind else 'credit' end as kind, coalesce(r.line_id, f.id) as id, f.is_exact, f.found_by
      from found f left join transaction t on f.kind = 'transaction' and t.id = f.id and t.type = 'return'
      left join credit_return r on r.id = t.id
    )
    select s.kind, s.id, min(s.found_by) from shown s
    where p_mode is null or coalesce(mode_of_subject(s.kind, s.id), p_mode) = p_mode
    group by s.kind, s.id order by bool_or(s.is_exact) desc, s.id desc limit p_most;
end $$;

-- Returns the mode that a subject belongs to; null if it belongs to both.
create or replace function mode_of_subject(p_kind text, p_id uuid) returns mode language plpgsql stable as $$
begin
  return case p_kind
    when 'transaction' then (select t.mode from transaction t where t.id = p_id)
    when 'credit' then (select l.mode from bank_line l where l.id = p_id)
    when 'case' then (select c.mode from case_file c where c.id = p_id)
    when 'key' then (select k.mode from api_key k where k.id = p_id)
    when 'vendor_account' then (select v.mode from vendor_account v where v.id = p_id)
    when 'webhook_endpoint' then (select e.mode from webhook_endpoint e where e.id = p_id)
    when 'lane' then (select l.mode from lane l where l.id = p_id)
  end;
end $$;

-- Returns the API keys whose id begins with these digits, the newest first. The bounds are the lowest and the highest such id.
create or replace function find_keys(p_mode mode, p_from uuid, p_to uuid, p_most integer) returns table (kind text, id uuid, found_by text)
language sql stable as $$
  select 'key', k.id, 'id' from api_key k where k.id between p_from and p_to and (p_mode is null or k.mode = p_mode)
  order by k.id desc limit p_most
$$;
