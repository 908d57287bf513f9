-- Returns when each of the tenant's transactions was completed, and what proves it: the bank's session ids of the naira (of the payer's
-- payment for a buy, of the payout for a sell) and the network's hashes of the tokens. Reads by key only, for one page of an export.
create or replace function own_settlements(p_ids uuid[])
returns table (id uuid, completed_at timestamptz, session_ids text[], hashes text[])
language sql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  select t.id,
    (select min(e.happened_at) from transaction_event e where e.transaction_id = t.id and e.to_status = 'completed'),
    array(
      select coalesce(l.session_id, (select min(s.session_id) from bank_line_sighting s where s.line_id = l.id))
        from standing_allocation a join bank_line l on l.id = a.line_id where a.transaction_id = t.id and t.type = 'buy'
      union all
      select o.session_id from payout_right r join payout o on o.right_id = r.id
        where r.transaction_id = t.id and t.type = 'sell' and o.state = 'succeeded'),
    array(
      select f.hash from transfer_right r join transfer f on f.right_id = r.id
        where r.transaction_id = t.id and t.type in ('buy', 'withdrawal') and f.state = 'final_ok'
      union all
      select d.tx_hash from deposit d where d.transaction_id = t.id and t.type = 'sell')
  from transaction t
  where t.id = any (p_ids) and t.business_id = tenant_business() and t.mode = tenant_mode()
$$;
