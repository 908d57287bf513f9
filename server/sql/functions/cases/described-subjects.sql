-- Describes what a search found, a line each, in the order of the arguments: its mode (null: both), whose it is, what kind of thing, how it
-- stands, who the other party is, its reference, its amount and its time. It runs as the owner for the same reason as find_subjects.
create or replace function describe_subjects(p_kinds text[], p_ids uuid[]) returns table (
  place integer, kind text, id uuid, mode mode, business text, type text, status text, party text, reference text, amount_minor numeric,
  at timestamptz)
language plpgsql stable security definer set search_path = afara, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
begin
  if session_user = 'afara_people' and not sees_house() then
    return;
  end if;
  return query
    select f.place::integer, f.kind, f.id, d.mode, d.business, d.type, d.status, d.party, d.reference, d.amount_minor, d.at
    from unnest(p_kinds, p_ids) with ordinality as f (kind, id, place)
    cross join lateral (
      select t.mode, b.name, t.type::text, t.status, coalesce(y.payer_account_name, s.account_name, w.wallet_address), t.reference::text,
        t.amount_minor::numeric, t.created_at
      from transaction t join business b on b.id = t.business_id left join buy y on y.transaction_id = t.id
      left join sell s on s.transaction_id = t.id left join withdrawal w on w.transaction_id = t.id
      where f.kind = 'transaction' and t.id = f.id
      union all
      select l.mode, b.name, l.direction::text, case when c.line_id is null then 'used' else 'in_suspense' end, p.payer_name,
        coalesce(l.session_id, v.account_number::text), l.gross_minor::numeric, l.booked_at
      from bank_line l join vendor_account v on v.id = l.vendor_account_id left join business b on b.id = v.business_id
      left join credit_fund c on c.line_id = l.id left join bank_line_known_payer p on p.line_id = l.id
      where f.kind = 'credit' and l.id = f.id
      union all
      select c.mode, b.name, c.kind::text, c.state, c.summary, null, null, c.opened_at
      from case_file c left join business b on b.id = c.business_id where f.kind = 'case' and c.id = f.id
      union all
      select null, b.name, 'business', coalesce((select m.status::text from business_mode m where m.business_id = b.id and m.mode = 'live'),
        'test'), b.name, b.link_tag, null, b.created_at
      from business b where f.kind = 'business' and b.id = f.id
      union all
      select k.mode, b.name, 'key', case when k.revoked_at is null then 'active' else 'revoked' end, k.label, b.link_tag, null, k.created_at
      from api_key k join business b on b.id = k.business_id where f.kind = 'key' and k.id = f.id
      union all
      select null, null, 'operator', o.status::text, o.name, o.email, null, o.created_at
      from operator o where f.kind = 'operator' and o.id = f.id
      union all
      select v.mode, b.name, 'account', v.state::text, v.bank_name, v.account_number::text, null, null::timestamptz
      from vendor_account v left join business b on b.id = v.business_id where f.kind = 'vendor_account' and v.id = f.id
      union all
      select e.mode, b.name, 'webhook', e.state, e.url, b.link_tag, null, e.created_at
      from webhook_endpoint e join business b on b.id = e.business_id where f.kind = 'webhook_endpoint' and e.id = f.id
      union all
      select l.mode, null, 'lane', l.state, l.address, l.mode || ':' || l.network || ':' || l.number, null, null::timestamptz
      from lane l where f.kind = 'lane' and l.id = f.id
    ) as d (mode, business, type, status, party, reference, amount_minor, at)
    order by f.place;
end $$;
