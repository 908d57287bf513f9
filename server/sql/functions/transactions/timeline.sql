-- Returns the facts of a transaction as JSON. Amounts are text, because a JSON number may lose digits. p_for_house adds what only operators
-- may see.
create or replace function transaction_facts(p_transaction uuid, p_for_house boolean) returns json language plpgsql stable as $$
begin
  return (select json_build_object(
    'type', t.type,
    'status', t.status,
    'mode', t.mode,
    'network', coalesce(b.network, s.network, w.network),
    'events', (
      select coalesce(json_agg(json_build_object('event', e.event, 'status', e.to_status, 'at', e.happened_at) order by e.sequence), '[]')
      from transaction_event e where e.transaction_id = t.id),
    'credits', (
      select coalesce(json_agg(json_build_object('id', l.id, 'amount_minor', a.amount_minor::text,
        -- The first source may not have known the session id.
        'session_id', coalesce(l.session_id, (select min(s.session_id) from bank_line_sighting s where s.line_id = l.id)),
        'seen_at', l.seen_at, 'given_at', a.at, 'ended_at', d.at) order by a.at, a.id), '[]')
      from allocation a join bank_line l on l.id = a.line_id left join allocation_end d on d.allocation_id = a.id
      where a.transaction_id = t.id),
    'seen', (select json_build_object('kind', x.kind, 'amount_minor', x.amount_minor::text, 'seen_at', x.seen_at) from seen_credit(t.id) x),
    'transfers', (
      select coalesce(json_agg(json_build_object('id', f.id, 'network', f.network, 'state', f.state, 'hash', f.hash,
        'tokens_minor', r.tokens_minor::text, 'opened_at', f.opened_at, 'sent_at', f.sent_at, 'sent_count', f.sent_count,
        'ended_at', f.ended_at, 'attempts', (
          select coalesce(json_agg(json_build_object('kind', p.kind, 'hash', p.hash, 'signed_at', p.signed_at) order by p.number), '[]')
          from transfer_attempt p where p.transfer_id = f.id)) order by f.opened_at, f.id), '[]')
      from transfer_right r join transfer f on f.right_id = r.id where r.transaction_id = t.id),
    'deposit_address', (select json_build_object('network', k.network, 'address', k.address) from deposit_address k
      where k.transaction_id = t.id),
    'deposits', (
      select coalesce(json_agg(json_build_object('id', d.id, 'network', d.network, 'hash', d.tx_hash, 'minor', d.minor::text,
        'seen_at', d.seen_at) order by d.seen_at, d.id), '[]')
      from deposit d where d.transaction_id = t.id),
    'payouts', (
      select coalesce(json_agg(json_build_object('id', o.id, 'state', o.state, 'amount_minor', r.amount_minor::text,
        'session_id', o.session_id, 'ordered_at', o.ordered_at, 'sent_at', o.first_sent_at, 'ended_at', o.ended_at,
        'back_at', o.money_back_at, 'purpose', r.purpose, 'bank_code', r.bank_code, 'account_number', r.account_number)
          order by o.ordered_at, o.id), '[]')
      from payout_right r join payout o on o.right_id = r.id where r.transaction_id = t.id),
    'wallet_blocks', (
      select coalesce(json_agg(json_build_object('code', k.code, 'message', k.message, 'since', k.since, 'ended_at', k.ended_at)
        order by k.since, k.id), '[]')
      from wallet_block k where k.transaction_id = t.id),
    'wait', (select x.code from transaction_wait x where x.transaction_id = t.id),
    'frozen', case when p_for_house then freeze_of(t.id, coalesce(b.network, s.network, w.network)) end,
    'screenings', case when p_for_house then (
      select json_agg(json_build_object('list', s.list_version, 'subjects', jsonb_array_length(s.subjects),
        'hits', jsonb_array_length(s.hits), 'at', s.at) order by s.at, s.id)
      from screening_result s where s.transaction_id = t.id) end,
    'cases', case when p_for_house then (
      select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'opened_at', c.opened_at, 'resolved_at', c.resolved_at)
        order by c.opened_at, c.id)
      from case_file c where c.transaction_id = t.id or c.id in (
        select o.case_id from overdue_transaction o where o.transaction_id = t.id)) end)
  from transaction t left join buy b on b.transaction_id = t.id left join sell s on s.transaction_id = t.id
    left join withdrawal w on w.transaction_id = t.id where t.id = p_transaction);
end $$;

-- Returns the facts of a transaction of the tenant, and null for any other.
create or replace function own_transaction_facts(p_transaction uuid) returns json
language sql stable security definer set search_path = afara, pg_temp as $$
  select transaction_facts(t.id, false) from transaction t
  where t.id = p_transaction and t.type <> 'drill' and t.business_id = tenant_business() and t.mode = tenant_mode()
$$;

-- Returns the data by which a bank finds one of our payments, for the tenant. Shows only the last digits of our own account.
create or replace function own_payout_traces(p_transaction uuid)
returns table (id uuid, purpose text, state text, reference text, session_id text, amount_minor text, bank_code text, account_number text,
  account_name text, from_ending text, sent_at timestamptz, ended_at timestamptz, money_back_at timestamptz)
language sql stable security definer set search_path = afara, pg_temp as $$
  select x.id, r.purpose, x.state, x.reference, x.session_id, r.amount_minor::text, r.bank_code, r.account_number::text,
    r.account_name::text,
    right(a.account_number, 4), x.first_sent_at, x.ended_at, x.money_back_at
  from transaction t join payout_right r on r.transaction_id = t.id join payout x on x.right_id = r.id
    join payout_account a on a.id = x.account_id
  where t.id = p_transaction and t.type <> 'drill' and t.business_id = tenant_business() and t.mode = tenant_mode()
    and x.first_sent_at is not null
  order by x.first_sent_at, x.id
$$;
