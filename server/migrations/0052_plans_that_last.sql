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

-- ── lookups by their whole key ────────────────────────────────────────────────────────────────────────────────

-- Joined, a part of the key may do for a plan that was made on an empty table. In a lookup of its own (`offset 0`) all parts are given, so all are used.
-- These functions are as they were but for that.
do $$
declare
  c record;
  v_text text;
begin
  for c in select * from (values
    ('driven_buys(uuid[])',
      'left join wallet_preflight f on f.mode = t.mode and f.network = b.network and f.address = b.wallet_address',
      'left join lateral (
      select f.* from wallet_preflight f
      where f.mode = t.mode and f.network = b.network and f.address = b.wallet_address offset 0) f on true'),
    ('open_new_transfers(uuid, bigint, integer, timestamptz)',
      'left join transfer_right r on r.id = any (v_known) and r.transaction_id = w.transaction_id and r.purpose = w.purpose and r.leg = 1',
      'left join lateral (
      select r.* from transfer_right r
      where r.transaction_id = w.transaction_id and r.purpose = w.purpose and r.leg = 1 and r.id = any (v_known) offset 0) r on true')
  ) as x (name, was, becomes)
  loop
    v_text := pg_get_functiondef(c.name::regprocedure);
    if strpos(v_text, c.was) = 0 then
      raise exception '% is not what this migration knows', c.name;
    end if;
    execute replace(v_text, c.was, c.becomes);
  end loop;
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

-- ── webhooks ──────────────────────────────────────────────────────────────────────────────────────────────────

-- A round is a few rows by their keys, however many there are in all.
alter function work_webhook(uuid, timestamptz, integer, integer) set enable_seqscan = off;
alter function work_webhook(uuid, timestamptz, integer, integer) set enable_hashjoin = off;
alter function work_webhook(uuid, timestamptz, integer, integer) set enable_mergejoin = off;
alter function record_webhooks(uuid, jsonb, integer, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz) set enable_seqscan = off;
alter function record_webhooks(uuid, jsonb, integer, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz) set enable_hashjoin = off;
alter function record_webhooks(uuid, jsonb, integer, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz) set enable_mergejoin = off;
