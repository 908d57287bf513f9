-- Opens payouts for the due orders of an account: each with its right, the reference of its attempt and its money. Returns how many. Opens
-- nothing before the account was compared with the payer's journal since the database started (AF052). Each leg of a refund is judged alone
-- and takes its own part of what the buy holds.
create or replace function open_payouts(p_account uuid, p_fence bigint, p_most integer, p_at timestamptz) returns integer
language plpgsql security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a payout_account := require_payouts(p_account, p_fence);
  v_owner text := p_account::text;
  v_due uuid[];
  v_known uuid[];
  v_stale uuid[];
  v_open uuid[];
  v_keys text[];
  v_books numeric;
  v_funds numeric;
  v_short text;
  v_other uuid;
  v_sent_from uuid;
  v_again_at timestamptz;
  v_payee text;
  v_payees text[] := '{}';
  v_attempt integer;
  v_reference text;
  v_count integer := 0;
  v_transactions uuid[] := '{}';
  v_purposes text[] := '{}';
  v_legs integer[] := '{}';
  v_payouts uuid[] := '{}';
  v_entries uuid[] := '{}';
  v_rights uuid[] := '{}';
  v_new boolean[] := '{}';
  v_attempts integer[] := '{}';
  v_references text[] := '{}';
  v_helds numeric[] := '{}';
  v_amounts numeric[] := '{}';
  v_selling uuid[];
  v_data jsonb[];
  d record;
begin
  if a.checked_start is distinct from pg_postmaster_start_time() then
    raise exception 'payout account % has not been compared with the payer''s journal since the database started', p_account
      using errcode = 'AF052';
  end if;
  v_due := array(select w.transaction_id from payout_order w
    where w.account_id = p_account and (w.due_at is null or w.due_at <= p_at) order by w.cleared_at, w.transaction_id limit p_most);
  if cardinality(v_due) = 0 then
    return 0;
  end if;
  if a.state in ('active', 'draining') and (a.read_at is null or a.read_at < p_at - interval '60 seconds') then
    perform note_payouts_short(a, 'reading', p_at);
    return 0;
  end if;

  -- From here on no other transaction moves or stops these transactions. Each statement sees what was committed before.
  perform from transaction t where t.id = any (v_due) order by t.id for no key update;
  v_known := array(select r.id from payout_right r where r.transaction_id = any (v_due));
  v_stale := array(select t.id from transaction t where t.id = any (v_due)
    and t.status <> all (statuses_to_pay_out() || '{refunding}'));
  if v_stale <> '{}' then
    delete from payout_order w where w.transaction_id = any (v_stale);
  end if;
  -- If the right exists already, this is another attempt. Nothing is opened while an earlier payout of the same debt is not dead.
  if v_known <> '{}' then
    delete from payout_order w using payout_right r, payout x
      where w.transaction_id = any (v_due) and r.id = any (v_known) and r.transaction_id = w.transaction_id and r.purpose = w.purpose
        and (w.purpose = 'payout' or refund_place(r.leg) = refund_place(w.leg))
        and x.right_id = any (v_known) and x.right_id = r.id and x.money_back_at is null;
  end if;
  select b.amount_minor::numeric into v_books from balance b
    where b.owner = v_owner and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode for no key update;
  v_books := coalesce(v_books, 0);
  -- A payout that was sent may not have been debited yet. Its amount is assumed to be still in the vendor's balance.
  v_open := array(select x.right_id from payout x where x.account_id = p_account and x.next_look_at is not null
    and x.state in ('ordered', 'sending', 'accepted', 'unknown'));
  v_funds := coalesce(a.available_minor, 0)
    - coalesce((select sum(r.amount_minor::numeric) from payout_right r where r.id = any (v_open)), 0);
  v_keys := array(select payout_right_key(t.business_id, t.mode, t.reference, w.purpose, w.leg)
    from payout_order w join transaction t on t.id = w.transaction_id and t.id = any (v_due) where w.transaction_id = any (v_due));

  for d in
    select w.*, t.reference, t.status, h.amount_minor::numeric as held, r.id as right_id,
      coalesce(payouts_held_by(w.transaction_id, s.network, w.purpose, w.business_id, w.mode, w.bank_code),
        case when v_known <> '{}' then former_debit_in_question(w.transaction_id, w.purpose, w.leg) end) as held_by,
      -- The part of the held amount that is taken: all of it for a sell, one leg for a refund.
      case w.purpose when 'payout' then w.amount_minor::numeric + s.fee_minor::numeric else w.amount_minor::numeric end as taken,
      case w.purpose when 'payout' then w.amount_minor::numeric + s.fee_minor::numeric else (
        select sum(o.amount_minor::numeric) from payout_order o where o.transaction_id = w.transaction_id
          and o.purpose = 'refund') end as wanted, w.purpose = 'refund' and transaction_has_lien(w.transaction_id) as has_lien,
      (r.id is null or (r.bank_code, r.account_number::text, r.account_name::text, r.amount_minor::numeric)
        = (w.bank_code, w.account_number::text, w.account_name::text, w.amount_minor::numeric)) as is_same,
      case when r.id is null then 0 else (select max(x.attempt) from payout x where x.right_id = any (v_known)
        and x.right_id = r.id) end as attempts
    from payout_order w join transaction t on t.id = w.transaction_id and t.id = any (v_due)
    left join sell s on s.transaction_id = w.transaction_id and s.transaction_id = any (v_due)
    left join balance h on h.owner = any (v_due::text[]) and h.owner = w.transaction_id::text and h.kind = 'held'
      and h.asset = case w.purpose when 'payout' then 'NGNC'::asset else 'NGN' end and h.mode = w.mode
    left join payout_right r on r.id = any (v_known) and r.transaction_id = w.transaction_id and r.purpose = w.purpose and r.leg = w.leg
    where w.transaction_id = any (v_due) and w.account_id = p_account
    order by w.cleared_at, w.transaction_id
  loop
    -- A payout that was sent before a restore is opened again with the attempt and the account in the payer's journal. That attempt need
    -- not be the next one, because attempts that the payer process refused are not in its journal.
    select f.attempt, f.account_id into v_attempt, v_sent_from from payout_forgotten f
      where f.right_key = any (v_keys) and f.right_key = payout_right_key(d.business_id, d.mode, d.reference, d.purpose, d.leg)
        and f.attempt > d.attempts order by f.attempt limit 1;
    v_attempt := coalesce(v_attempt, d.attempts + 1);
    v_reference := payout_reference(d.business_id, d.mode, d.reference, d.purpose, d.leg, v_attempt);
    v_payee := format('%s/%s/%s', d.bank_code, d.account_number, d.amount_minor);
    v_again_at := case when v_sent_from is not null then null
      when v_payee = any (v_payees) then p_at + same_again_after(a.vendor)
      else same_again_at(a, d.bank_code, d.account_number, d.amount_minor, p_at) end;
    if v_sent_from <> p_account then
      update payout_order set account_id = v_sent_from, due_at = null
        where transaction_id = d.transaction_id and purpose = d.purpose and leg = d.leg;
      perform wake_now('payout-account', v_sent_from, p_at);
    elsif d.purpose = 'refund' and (select f.leg <> d.leg from forgotten_refund(d.transaction_id, refund_place(d.leg)) f) then
      -- Another leg of the same credit was sent before a restore. That leg is opened first.
      delete from payout_order where transaction_id = d.transaction_id and purpose = d.purpose and leg = d.leg;
      perform schedule_wake(d.transaction_id, p_at);
    elsif (d.purpose = 'payout') <> (d.status = any (statuses_to_pay_out()))
      or (case d.purpose when 'payout' then d.held = d.wanted else d.held >= d.wanted end) is not true or not d.is_same then
      perform stop_payout_order(d.transaction_id, d.purpose,
        'The status, amount or account of this transaction differs from what was cleared.',
        jsonb_build_object('cleared_minor', d.amount_minor::text, 'held_minor', d.held::text), p_at);
    elsif d.held_by = (select balance_held_because(t) from transaction t where t.id = d.transaction_id) then
      perform stop_payout_order(d.transaction_id, d.purpose,
        'The balance of the business does not cover what was paid from it before the restore.',
        jsonb_build_object('because', d.held_by), p_at);
    elsif d.held_by is not null or d.has_lien then
      update payout_order set due_at = p_at + interval '1 minute'
        where transaction_id = d.transaction_id and purpose = d.purpose and leg = d.leg;
    elsif a.state not in ('active', 'draining') or d.amount_minor::numeric > least(v_books, v_funds) then
      if a.state in ('active', 'draining') then
        v_short := case when d.amount_minor::numeric > v_books then 'books' else 'funds' end;
      end if;
      v_other := choose_payout_account(a.mode, d.bank_code, d.amount_minor::numeric, p_account);
      update payout_order set account_id = coalesce(v_other, p_account),
          due_at = case when v_other is null then p_at + interval '10 seconds' end
        where transaction_id = d.transaction_id and purpose = d.purpose and leg = d.leg;
      if v_other is not null then
        perform wake_now('payout-account', v_other, p_at);
      end if;
    elsif v_again_at is not null then
      -- The vendor would refuse this payment for now. Another account pays it, or the order waits here without a payout.
      v_other := choose_payout_account(a.mode, d.bank_code, d.amount_minor::numeric, p_account);
      if v_other is not null and (select same_again_at(o, d.bank_code, d.account_number, d.amount_minor, p_at) is not null
          from payout_account o where o.id = v_other) then
        v_other := null;
      end if;
      update payout_order set account_id = coalesce(v_other, p_account), due_at = case when v_other is null then v_again_at end
        where transaction_id = d.transaction_id and purpose = d.purpose and leg = d.leg;
      if v_other is not null then
        perform wake_now('payout-account', v_other, p_at);
      end if;
    else
      v_count := v_count + 1;
      v_payees[v_count] := v_payee;
      v_books := v_books - d.amount_minor::numeric;
      v_funds := v_funds - d.amount_minor::numeric;
      v_transactions[v_count] := d.transaction_id;
      v_purposes[v_count] := d.purpose;
      v_legs[v_count] := d.leg;
      v_payouts[v_count] := afara_uuid();
      v_entries[v_count] := afara_uuid();
      v_rights[v_count] := coalesce(d.right_id, afara_uuid());
      v_new[v_count] := d.right_id is null;
      v_attempts[v_count] := v_attempt;
      v_references[v_count] := v_reference;
      v_helds[v_count] := d.taken;
      v_amounts[v_count] := d.amount_minor::numeric;
    end if;
  end loop;
  if a.short_of is distinct from 'payer' then
    perform note_payouts_short(a, v_short, p_at);
  end if;
  if v_count = 0 then
    return 0;
  end if;

  insert into payout_right (id, mode, transaction_id, purpose, leg, business_id, reference, bank_code, account_number, account_name,
      amount_minor, opened_at)
    select u.id, w.mode, w.transaction_id, w.purpose, w.leg, w.business_id, t.reference, w.bank_code, w.account_number, w.account_name,
      w.amount_minor, p_at
    from unnest(v_rights, v_transactions, v_purposes, v_legs, v_new) as u (id, transaction_id, purpose, leg, is_new)
    join payout_order w on w.transaction_id = any (v_transactions) and w.transaction_id = u.transaction_id and w.purpose = u.purpose
      and w.leg = u.leg
    join transaction t on t.id = any (v_transactions) and t.id = u.transaction_id
    where u.is_new;
  insert into payout (id, right_id, mode, account_id, attempt, reference, state, entry_id, ordered_at, next_look_at)
    select u.id, u.right_id, a.mode, p_account, u.attempt, u.reference, 'ordered', u.entry_id, p_at, p_at
    from unnest(v_payouts, v_rights, v_attempts, v_references, v_entries) as u (id, right_id, attempt, reference, entry_id);
  perform post_mixed_entries(a.mode, 'payout_opened', p_at, v_entries, v_transactions, array_agg(p.entry_id order by p.place, p.part),
      array_agg(p.debit_kind order by p.place, p.part), array_agg(p.debit_owner order by p.place, p.part),
      array_agg(p.credit_kind order by p.place, p.part), array_agg(p.credit_owner order by p.place, p.part),
      array_agg(p.asset order by p.place, p.part), array_agg(p.amount order by p.place, p.part)::positive_minor[])
    from unnest(v_entries, v_transactions, v_purposes, v_helds, v_amounts)
      with ordinality as u (entry_id, transaction_id, purpose, held, amount, place)
    cross join lateral (values
      (u.place, 1, u.entry_id, 'held'::account_kind, u.transaction_id::text, 'committed'::account_kind, u.transaction_id::text,
        case u.purpose when 'payout' then 'NGNC'::asset else 'NGN' end, u.held),
      (u.place, 2, u.entry_id, 'outgoing', v_owner, 'payout_bank', v_owner, 'NGN', u.amount)
    ) as p (place, part, entry_id, debit_kind, debit_owner, credit_kind, credit_owner, asset, amount);
  select array_agg(u.transaction_id), array_agg(jsonb_build_object('payout', 'pay_' || replace(u.id::text, '-', ''), 'attempt', u.attempt))
    into v_selling, v_data
    from unnest(v_transactions, v_purposes, v_payouts, v_attempts) as u (transaction_id, purpose, id, attempt) where u.purpose = 'payout';
  if v_selling is not null and move_transactions(v_selling, array_fill('payout_ordered'::text, array[cardinality(v_selling)]), v_data, null,
    p_at)
      <> cardinality(v_selling) then
    raise exception 'a transaction changed while its payout was being opened' using errcode = 'AF001';
  end if;
  delete from payout_order w using unnest(v_transactions, v_purposes, v_legs) as u (transaction_id, purpose, leg)
    where w.transaction_id = any (v_transactions) and w.transaction_id = u.transaction_id and w.purpose = u.purpose and w.leg = u.leg;
  perform close_remembered(p_account, p_at);
  return v_count;
end $$;
