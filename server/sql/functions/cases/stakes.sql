-- Returns whose money a case is about and where it would go, for the words that tell operators what each decision does. Amounts of a buy
-- are naira, of a sell and a withdrawal NGNC. `fee_minor` is the fee if the transaction continues with what it holds now; `paid_out_minor`
-- is the naira of its last payout.
create or replace function case_stake(p_case uuid) returns table (
  business_id uuid, business_name text, type transaction_type, status text, amount_minor numeric, held_minor numeric, fee_minor numeric,
  network text, address text, payee_bank text, payee_number text, payee_name text, paid_out_minor numeric, left_minor numeric,
  payer_name text, payer_bank text, payer_number text, our_bank text, our_number text, line_minor numeric, line_direction text,
  line_at timestamptz, narration text, session_id text)
language sql stable security definer set search_path = afara, pg_temp as $$
  select n.id, n.name, t.type, t.status, t.amount_minor, coalesce(h.amount_minor::numeric, 0),
    coalesce((held_terms(t.id) ->> 'fee_minor')::numeric, f.fee_minor, p.fee, 0), coalesce(d.network, p.network),
    coalesce(d.wallet_address, p.wallet_address), p.bank_code, p.account_number, coalesce(name_of_payee(t.id), p.account_name),
    (select r.amount_minor::numeric from payout_right r where r.transaction_id = t.id order by r.leg desc limit 1),
    c.left_minor::numeric, coalesce(k.payer_name, b.payer_account_name), coalesce(k.payer_bank_name, k.payer_bank_code, b.payer_bank_name),
    coalesce(k.payer_account_number, k.payer_account_mask, b.payer_account_number), v.bank_name, v.account_number, l.gross_minor::numeric,
    l.direction, l.booked_at, l.narration, l.session_id
  from case_file q
  left join transaction t on t.id = q.transaction_id
  left join business n on n.id = coalesce(t.business_id, q.business_id)
  left join buy b on b.transaction_id = t.id
  left join fee_of_buy f on f.transaction_id = t.id
  left join payee_of_sell p on p.transaction_id = t.id
  left join token_destination d on d.transaction_id = t.id
  left join balance h on h.owner = t.id::text and h.kind = 'held' and h.mode = t.mode
    and h.asset = case when t.type in ('sell', 'withdrawal') then 'NGNC'::asset else 'NGN' end
  -- A short payment is about a buy and not about a credit: the last credit of the buy tells who paid.
  left join lateral (select coalesce(q.line_id, (
    select a.line_id from standing_allocation a where a.transaction_id = t.id order by a.line_id desc limit 1)) as id) o on true
  left join bank_line l on l.id = o.id
  left join bank_line_known_payer k on k.line_id = o.id
  left join credit_fund c on c.line_id = q.line_id
  left join vendor_account v on v.id = coalesce(q.vendor_account_id, l.vendor_account_id, b.vendor_account_id)
  where q.id = p_case
$$;
