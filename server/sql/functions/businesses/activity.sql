-- Returns the newest things that people did in a business: the audit's lines about the business, its keys and its endpoints, changes
-- of the team, and what members signed about payments and withdrawals. It names members. An operator of Afara and the system have no name
-- here.
create or replace function business_activity(p_business uuid, p_limit integer)
returns table (
  at timestamptz, action text, by_name text, subject text, mode text, whom text, role_before text, role_after text, about text
)
language sql stable security definer set search_path = afara, pg_temp as $$
  select a.at, a.action, m.name, a.subject, a.mode, a.whom, a.role_before, a.role_after, a.about
  from (
    (select u.id, u.at, u.action, u.actor, u.subject, u.details ->> 'mode' as mode, null::text as whom, null::text as role_before,
       null::text as role_after,
       case u.action
         when 'member.requested' then u.reason
         when 'beneficiaries.added' then u.details ->> 'count'
         when 'business.tolerance_set' then u.details ->> 'after'
         when 'business.wallet_set' then u.details ->> 'after'
         when 'wallet.enrolled' then u.details ->> 'label'
         when 'wallet.approved' then u.details ->> 'label'
         when 'wallet.removed' then u.details ->> 'label'
       end as about
     from audit u
     where u.subject = any (
         select 'biz_' || replace(p_business::text, '-', '')
         union all select 'key_' || replace(k.id::text, '-', '') from api_key k where k.business_id = p_business
         union all select 'whe_' || replace(w.id::text, '-', '') from webhook_endpoint w where w.business_id = p_business)
       -- The history of the team has these, with the names of the people whom they are about.
       and u.action not like 'team.%' and u.action <> 'business.created'
     order by u.at desc, u.id desc limit p_limit)
    union all
    (select c.id, c.at, 'team.' || c.action, c.by_member::text, null, null, coalesce(x.name, c.email), c.role_before, c.role_after, null
     from team_change c left join member x on x.id = c.member_id
     where c.business_id = p_business order by c.at desc, c.id desc limit p_limit)
    union all
    (select s.order_id, s.at, 'payments.' || s.part, s.member_id::text, null, o.mode::text, null, null, null, o.reference
     from payment_order o join payment_signature s on s.order_id = o.id
     where o.business_id = p_business order by s.at desc limit p_limit)
    union all
    (select s.order_id, s.at, 'payments.' || s.outcome, s.member_id::text, null, o.mode::text, null, null, null, o.reference
     from payment_order o join payment_outcome s on s.order_id = o.id
     where o.business_id = p_business and s.outcome <> 'approved' order by s.at desc limit p_limit)
    union all
    (select s.order_id, s.at, 'withdrawals.' || s.part, s.member_id::text, null, o.mode::text, null, null, null, o.reference
     from withdrawal_order o join withdrawal_signature s on s.order_id = o.id
     where o.business_id = p_business order by s.at desc limit p_limit)
    union all
    (select s.order_id, s.at, 'withdrawals.' || s.outcome, s.member_id::text, null, o.mode::text, null, null, null, o.reference
     from withdrawal_order o join withdrawal_outcome s on s.order_id = o.id
     where o.business_id = p_business and s.outcome <> 'approved' order by s.at desc limit p_limit)
    union all
    (select l.business_id, l.at, 'payments.limit_set', l.member_id::text, null, l.mode::text, null, null, null, l.limit_minor::text
     from payment_limit l where l.business_id = p_business order by l.at desc limit p_limit)
  ) a
  left join member m on m.id::text = a.actor
  order by a.at desc, a.id desc limit p_limit
$$;
