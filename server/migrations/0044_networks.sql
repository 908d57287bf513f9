-- Why: networks of other families come in. Some spell their addresses with letters whose case matters; on some a deposit address must be opened
-- before anything can come to it, and is closed when it was swept; on some all deposit addresses are one account, and what comes there for no
-- sell is there all the same; and not every network takes the locks of a wallet one after the other.

set local role afara_owner;
set local search_path = afara;

-- ── addresses ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Whether two spellings are one wallet: where addresses are hexadecimal, large and small letters are the same, and nowhere else.
create function is_same_wallet(p_network text, p_one text, p_other text) returns boolean language sql immutable parallel safe
  return p_one = p_other or p_network in ('Polygon', 'Avalanche') and lower(p_one) = lower(p_other);

-- These functions are as they were but for what is said here, so none of them is written down a second time.
do $$
declare
  c record;
  v_text text;
begin
  for c in select x.name, array_agg(x.was) as was, array_agg(x.becomes) as becomes from (values
    ('record_deposits', 'lower(l.address) = lower(o.address)', 'is_same_wallet(p_network, l.address, o.address)'),
    ('take_adopted_locks', '(lower(a.address), a.tokens_minor::numeric) is distinct from (lower(d.address), d.tokens_minor::numeric)',
      '(is_same_wallet(d.network, a.address, d.address) and a.tokens_minor::numeric = d.tokens_minor::numeric) is not true'),
    ('check_adopted', 'lower(r.address) = lower(a.address)', 'is_same_wallet(r.network, r.address, a.address)'),
    ('return_withdrawal', '(lower(a.address), a.tokens_minor::numeric) = (lower(w.wallet_address), t.amount_minor)',
      'is_same_wallet(w.network, a.address, w.wallet_address) and a.tokens_minor::numeric = t.amount_minor')
  ) as x (name, was, becomes) group by x.name
  loop
    v_text := pg_get_functiondef(c.name::regproc);
    for i in 1 .. cardinality(c.was) loop
      if position(c.was[i] in v_text) = 0 then
        raise exception '% does not say: %', c.name, c.was[i];
      end if;
      v_text := replace(v_text, c.was[i], c.becomes[i]);
    end loop;
    execute v_text;
  end loop;
end $$;

-- ── sweeps of so much from each address ───────────────────────────────────────────────────────────────────────

-- What is taken from each address, in the chain's smallest units: some networks want to be told. And what the call is for.
alter table sweep add column units numeric(78, 0)[] check (cardinality(units) = cardinality(addresses));

drop function list_unswept;
-- As before, with the units of each. Where a sweep closes the address, it waits until the sell takes no more.
create function list_unswept(p_mode mode, p_network text, p_most integer, p_above numeric, p_before timestamptz, p_at timestamptz)
returns table (address text, units numeric, transaction_id uuid, business_id uuid, reference text, minor numeric)
language sql stable security definer set search_path = afara, pg_temp as $$
  with due as (
    select u.address, u.units, u.transaction_id, u.minor::numeric as minor, u.since, u.failures from unswept_deposit u
    where u.network = p_network and u.mode = p_mode and u.minor > 0 and u.failures = 0 and (u.due_at is null or u.due_at <= p_at)
      and is_sweepable(u.transaction_id)
    order by u.since limit p_most
  ), again as (
    select u.address, u.units, u.transaction_id, u.minor::numeric as minor from unswept_deposit u
    where u.network = p_network and u.mode = p_mode and u.minor > 0 and u.failures > 0 and u.due_at <= p_at and is_sweepable(u.transaction_id)
    order by u.due_at limit 1
  ), chosen as (
    select d.address, d.units, d.transaction_id, d.minor from due d
    where (select count(*) >= p_most or sum(x.minor) >= p_above or min(x.since) <= p_before from due x)
    union all
    select a.address, a.units, a.transaction_id, a.minor from again a
    where not (select coalesce(count(*) >= p_most or sum(x.minor) >= p_above or min(x.since) <= p_before, false) from due x)
  )
  select c.address, c.units, t.id, t.business_id, t.reference, c.minor
  from chosen c join transaction t on t.id = c.transaction_id
  where not exists (select from freeze_order f where f.lifted_at is null
    and (f.scope = 'all' or f.scope = 'network' and f.subject = p_mode || ':' || p_network))
$$;

drop function open_sweep;
-- Keeps signed bytes before they are sent.
create function open_sweep(
  p_id uuid, p_mode mode, p_network text, p_fence bigint, p_nonce numeric, p_addresses text[], p_salts text[], p_units numeric[], p_raw bytea,
  p_hash text, p_terms jsonb, p_at timestamptz
) returns void language plpgsql security definer set search_path = afara, pg_temp as $$
declare
  s sweeper := require_sweeper(p_mode, p_network, p_fence);
begin
  insert into sweep (id, mode, network, sweeper, nonce, addresses, salts, units, minor, opened_at, hash)
    select p_id, p_mode, p_network, s.address, p_nonce, p_addresses, p_salts, p_units, coalesce(sum(u.minor::numeric), 0), p_at, p_hash
    from unswept_deposit u where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
  insert into sweep_attempt values (p_id, 1, p_raw, p_hash, p_terms, p_at);
  -- Not again until it was seen what became of it.
  update unswept_deposit u set due_at = p_at + interval '10 minutes'
    where u.address = any (p_addresses) and u.network = p_network and u.mode = p_mode;
end $$;

grant execute on function is_same_wallet, list_unswept, open_sweep to afara_worker;
