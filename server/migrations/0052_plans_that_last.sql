-- Why: a plan that a session made while tables were small is kept while they grow. Where such a plan read a whole table for each row (by a part of
-- a key, or the pages that an index of ranges has not summed up yet), what was read ten times a second grew with the minute's traffic.

set local role afara_owner;
set local search_path = afara;

-- ── what was written since ────────────────────────────────────────────────────────────────────────────────────

-- The sequencer and the sealer ask several times a second for what has a higher number than the last they saw. Ranges of pages (BRIN) are summed up by a
-- vacuum once a minute; until then every page is a candidate. A tree leads to the first row, and takes a row at its right end.
do $$
declare
  v_table text;
begin
  foreach v_table in array array['transaction_event', 'entry', 'posting', 'bank_line', 'bank_line_reading', 'allocation', 'transfer_attempt',
    'deposit', 'deposit_sweep', 'payout_right', 'payout_reading', 'payout_line']
  loop
    execute format('drop index %I', v_table || '_xid');
    execute format('create index %I on %I (xid)', v_table || '_xid', v_table);
  end loop;
end $$;

-- ── wallets by their whole key ────────────────────────────────────────────────────────────────────────────────

-- Joined, a part of the key may do for a plan that was made on an empty table. In a lookup of its own (`offset 0`) all parts are given, so all are used.
create or replace function driven_buys(p_transactions uuid[])
returns table (
  id uuid, business_id uuid, mode mode, type transaction_type, status text, version integer, due_at timestamptz, failure_count integer,
  payer_account_name text, wallet_address text, payer_names text[], network text, tokens_minor numeric, fine_minor numeric,
  fine_at timestamptz, paid_at timestamptz, is_ours boolean, is_blocked boolean
) language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select t.id, t.business_id, t.mode, t.type, t.status, t.version, w.due_at, w.failure_count, b.payer_account_name, b.wallet_address,
      array(
        select n.name::text from allocation a
        join bank_line_seat s on s.line_id = a.line_id
        join bank_line_reading r on r.id = s.reading_id
        left join bank_line_payer p on p.reading_id = s.reading_id
        cross join lateral (values (r.payer_name), (p.payer_name)) as n (name)
        where a.transaction_id = u.id and n.name is not null),
      b.network, t.amount_minor::numeric - b.fee_minor::numeric, f.tokens_minor::numeric,
      case f.outcome when 'fine' then f.asked_at end, f.paid_at, is_own_wallet(b.wallet_address),
      exists (select from wallet_block k where k.transaction_id = u.id and k.ended_at is null)
    from unnest(p_transactions) as u (id)
    join transaction t on t.id = u.id join buy b on b.transaction_id = u.id left join wake w on w.subject_id = u.id
    left join lateral (
      select f.* from wallet_preflight f
      where f.mode = t.mode and f.network = b.network and f.address = b.wallet_address offset 0) f on true;
end $$;

create or replace function note_paid_wallets(p_mode mode, p_network text, p_transactions uuid[], p_at timestamptz) returns void
language sql set enable_seqscan = off as $$
  update wallet_preflight w set paid_at = p_at
  where w.mode = p_mode and w.network = p_network and w.address = any (array(
    select f.address from wallet_preflight f
    where f.mode = p_mode and f.network = p_network
      and f.address = any (array(select r.address from transfer_right r where r.transaction_id = any (p_transactions)))
      and f.outcome = 'fine' and (f.paid_at is null or f.paid_at < p_at - interval '1 day')
    for no key update skip locked))
$$;

-- ── rights of what is opened ──────────────────────────────────────────────────────────────────────────────────

-- As it was, but for the way to a right.
do $$
declare
  v_text text := pg_get_functiondef('open_new_transfers(uuid, bigint, integer, timestamptz)'::regprocedure);
  v_was text := 'left join transfer_right r on r.id = any (v_known) and r.transaction_id = w.transaction_id and r.purpose = w.purpose and r.leg = 1';
begin
  if strpos(v_text, v_was) = 0 then
    raise exception 'open_new_transfers is not what this migration knows';
  end if;
  execute replace(v_text, v_was, 'left join lateral (
      select r.* from transfer_right r
      where r.transaction_id = w.transaction_id and r.purpose = w.purpose and r.leg = 1 and r.id = any (v_known) offset 0) r on true');
end $$;

-- ── webhooks ──────────────────────────────────────────────────────────────────────────────────────────────────

-- A round is a few rows by their keys, however many there are in all.
alter function work_webhook(uuid, timestamptz, integer, integer) set enable_seqscan = off;
alter function work_webhook(uuid, timestamptz, integer, integer) set enable_hashjoin = off;
alter function work_webhook(uuid, timestamptz, integer, integer) set enable_mergejoin = off;
alter function record_webhooks(uuid, jsonb, integer, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz) set enable_seqscan = off;
alter function record_webhooks(uuid, jsonb, integer, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz) set enable_hashjoin = off;
alter function record_webhooks(uuid, jsonb, integer, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz) set enable_mergejoin = off;
