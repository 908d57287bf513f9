-- Records new lines of an account, [{external_id, at, direction, amount_minor, reference, kind}] oldest first, with what explains them. A
-- debit freezes the account if it has no payout, if its amount differs from the payout, if the payout is dead, or if the payout already has
-- a debit. An unexplained credit is booked to suspense. Lines of a payout are linked and never posted, because the opening entry of the
-- payout books them. Returns the number of new lines.
create or replace function record_payout_lines(
  p_account uuid, p_fence bigint, p_lines json, p_cursor text, p_is_whole boolean, p_read_at timestamptz, p_at timestamptz
) returns integer language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_owner text := p_account::text;
  v_references text[] := array(select s.reference from json_to_recordset(p_lines) as s (reference text) where s.reference is not null);
  v_debited text[] := array(select s.reference from json_to_recordset(p_lines) as s (reference text, direction text, kind text)
    where s.reference is not null and s.direction = 'debit' and s.kind <> 'fee');
  v_externals text[] := array(select s.external_id from json_to_recordset(p_lines) as s (external_id text));
  v_seen text[] := array(select l.external_id from payout_line l where l.external_id = any (v_externals) and l.account_id = p_account);
  v_rights uuid[] := array(select x.right_id from payout x where x.reference = any (v_references) and x.account_id = p_account);
  v_transactions uuid[];
  v_returned uuid[];
  v_new jsonb[];
  v_fees numeric;
  v_entry uuid;
  v_funding uuid;
  d record;
begin
  v_transactions := array(select r.transaction_id from payout_right r where r.id = any (v_rights)
    and exists (select from json_to_recordset(p_lines) as s (direction text) where s.direction = 'credit'));
  perform from transaction t where t.id = any (v_transactions) order by t.id for no key update;
  with told as materialized (
    select row_number() over () as place, s.*
    from json_to_recordset(p_lines) as s (external_id text, at timestamptz, direction text, amount_minor numeric, reference text, kind text)
  ), fresh as materialized (
    select distinct on (s.external_id) s.* from told s where s.external_id <> all (v_seen) order by s.external_id, s.place
  ), before as (
    select l.reference, sum(case l.direction when 'debit' then 1 else -1 end) as net,
      count(*) filter (where l.direction = 'debit') as debits
    from payout_line l
    where l.reference = any (v_references) and l.account_id = p_account and l.kind <> 'fee' group by l.reference
  ), explained as (
    select f.*, x.id as payout_id, x.money_back_at, coalesce(r.amount_minor::numeric, g.amount_minor::numeric) as ordered_minor,
      coalesce(b.net, 0) + was_explained_as_paid(x.id)::integer
        + coalesce(sum(case when f.kind = 'fee' then 0 when f.direction = 'debit' then 1 else -1 end) over (
        partition by f.reference order by f.place rows between unbounded preceding and 1 preceding), 0) as net_before,
      coalesce(b.debits, 0) + was_explained_as_paid(x.id)::integer
        + coalesce(sum((f.kind <> 'fee' and f.direction = 'debit')::integer) over (
        partition by f.reference order by f.place rows between unbounded preceding and 1 preceding), 0) as debits_before
    from fresh f
    left join payout x on x.reference = any (v_references) and x.account_id = p_account and x.reference = f.reference
    left join payout_right r on r.id = any (v_rights) and r.id = x.right_id
    left join payout_forgotten g on g.reference = any (v_references) and g.account_id = p_account and g.reference = f.reference
    left join before b on b.reference = f.reference
  )
  select array_agg(jsonb_build_object('id', afara_uuid(), 'external_id', e.external_id, 'at', e.at, 'direction', e.direction,
      'amount_minor', e.amount_minor::text, 'reference', e.reference, 'kind', e.kind, 'payout_id', e.payout_id, 'problem', case
        when e.kind = 'fee' and e.amount_minor <= most_payout_fee() and not (e.direction = 'debit' and e.ordered_minor is null
          and fee_may_be_payout(p_account, e.amount_minor, v_debited)) then null
        when e.direction = 'debit' then case
          when e.kind <> 'payment' or e.ordered_minor is null then 'a debit without a payout'
          when e.amount_minor <> e.ordered_minor then 'a debit of another amount than was ordered'
          when e.money_back_at is not null then 'a debit of a payout that failed or was returned'
          when e.net_before >= 1 then 'a second debit of one payout' end
        when e.ordered_minor is not null then case
          when e.amount_minor <> e.ordered_minor then 'a return of another amount than was paid'
          when e.net_before <= 0 and (e.debits_before > 0 or e.money_back_at is not null)
            then 'a return of a payout that had already been returned'
          when e.net_before >= 2 or e.money_back_at is not null then 'a surplus debit, returned' end
        else 'a credit' end) order by e.place) into v_new
    from explained e;

  if v_new is not null then
    -- The fees of the vendor, booked as one sum.
    select sum(case l ->> 'direction' when 'debit' then 1 else -1 end * (l ->> 'amount_minor')::numeric) into v_fees
      from unnest(v_new) as l where l ->> 'kind' = 'fee' and l ->> 'problem' is null;
    if v_fees > coalesce((select b.amount_minor::numeric from balance b
        where b.owner = v_owner and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode), 0) then
      v_new := array(select case when l ->> 'kind' = 'fee' then l || '{"problem": "fees above the balance of the account in the ledger"}'
        else l end
        from unnest(v_new) with ordinality as u (l, place) order by u.place);
    elsif v_fees <> 0 then
      v_entry := afara_uuid();
      if v_fees > 0 then
        perform post_entry(v_entry, a.mode, null, 'payout_fees', p_at, array['expense']::account_kind[], array['bank'],
          array['payout_bank']::account_kind[], array[v_owner], array['NGN']::asset[], array[v_fees]::positive_minor[]);
      else
        perform post_entry(v_entry, a.mode, null, 'payout_fees', p_at, array['payout_bank']::account_kind[], array[v_owner],
          array['expense']::account_kind[], array['bank'], array['NGN']::asset[], array[-v_fees]::positive_minor[]);
      end if;
    end if;
    insert into payout_line (id, account_id, external_id, at, direction, amount_minor, reference, kind, payout_id, entry_id, seen_at)
      select (l ->> 'id')::uuid, p_account, l ->> 'external_id', (l ->> 'at')::timestamptz, l ->> 'direction',
        (l ->> 'amount_minor')::numeric,
        l ->> 'reference', l ->> 'kind', (l ->> 'payout_id')::uuid, case when l ->> 'kind' = 'fee' then v_entry end, p_at
      from unnest(v_new) as l where l ->> 'problem' is null;
    for d in
      select s.* from unnest(v_new) as l
        cross join lateral jsonb_to_record(l) as s (id uuid, external_id text, at timestamptz, direction text,
        amount_minor numeric, reference text, kind text, payout_id uuid, problem text) where s.problem is not null
    loop
      v_funding := null;
      v_entry := null;
      if d.problem = 'a surplus debit, returned' then
        -- The vendor has returned a surplus debit. If the debit was booked, the return is booked too. Otherwise there is nothing to book.
        if exists (select from payout_line l where l.account_id = p_account and l.reference = d.reference and l.kind <> 'fee'
          and l.entry_id is not null
            having count(*) filter (where l.direction = 'debit') > count(*) filter (where l.direction = 'credit')) then
          v_entry := afara_uuid();
          perform post_entry(v_entry, a.mode, null, 'payout_unexplained', p_at, array['payout_bank']::account_kind[], array[v_owner],
            array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[d.amount_minor]::positive_minor[]);
        end if;
        d.problem := null;
      elsif d.direction = 'credit' and d.problem in ('a credit', 'a return of a payout that had already been returned') then
        if d.problem = 'a credit' then
          select f.id into v_funding from payout_funding f
            where f.account_id = p_account and f.amount_minor = d.amount_minor and f.line_id is null
              order by f.placed_at limit 1 for update;
        end if;
        if v_funding is not null then
          update payout_funding set line_id = d.id where id = v_funding;
          d.problem := null;
        else
          v_entry := afara_uuid();
          perform post_entry(v_entry, a.mode, null, 'payout_unexplained', p_at, array['payout_bank']::account_kind[], array[v_owner],
            array['suspense']::account_kind[], array[''], array['NGN']::asset[], array[d.amount_minor]::positive_minor[]);
        end if;
      elsif d.direction = 'debit' then
        -- The money has left the account at the vendor, so it is deducted in the ledger too, if the balance covers all of it.
        if d.problem <> 'a debit of another amount than was ordered'
          and d.amount_minor <= coalesce((select b.amount_minor::numeric from balance b
            where b.owner = v_owner and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode), 0) then
          v_entry := afara_uuid();
          perform post_entry(v_entry, a.mode, null, 'payout_unexplained', p_at, array['suspense']::account_kind[], array[''],
            array['payout_bank']::account_kind[], array[v_owner], array['NGN']::asset[], array[d.amount_minor]::positive_minor[]);
        end if;
        perform freeze_payout_account(p_account, d.problem || ': ' || d.external_id);
      end if;
      insert into payout_line (id, account_id, external_id, at, direction, amount_minor, reference, kind, payout_id, entry_id, problem,
        seen_at)
        values (d.id, p_account, d.external_id, d.at, d.direction, d.amount_minor, d.reference, d.kind, d.payout_id, v_entry, d.problem,
          p_at);
      if d.problem is not null then
        perform open_case(afara_uuid(), a.mode, 'payout_unexplained', null, null, null, null,
          format('Payout account %s has an unexplained line: %s.', a.name, d.problem),
          jsonb_strip_nulls(jsonb_build_object('subject', d.id, 'account_id', a.id, 'account', a.name, 'vendor', a.vendor, 'line',
            d.external_id,
            'direction', d.direction, 'amount_minor', d.amount_minor::text, 'reference', d.reference, 'problem', d.problem,
            'payout', 'pay_' || replace(d.payout_id::text, '-', ''))), null, p_at, p_at + interval '1 hour');
      end if;
    end loop;
    -- Naira was returned, so the bank is asked about these payouts.
    v_returned := array(
      select (l ->> 'payout_id')::uuid from unnest(v_new) as l where l ->> 'direction' = 'credit' and l ->> 'kind' <> 'fee');
    update payout x set next_look_at = p_at where x.id = any (v_returned) and x.money_back_at is null and x.state <> 'ordered';
  end if;
  update payout_account set line_cursor = p_cursor,
      lines_whole_at = case when p_is_whole then greatest(lines_whole_at, p_read_at) else lines_whole_at end
    where id = p_account;
  perform bury_what_is_back(p_account, p_at);
  return coalesce(cardinality(v_new), 0);
end $$;
