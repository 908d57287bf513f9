-- Operators take a bank that receives our payouts out of service: '<mode>:<code of the bank>'.
alter table freeze_order drop constraint freeze_order_scope_check, drop constraint freeze_order_check,
  add constraint freeze_order_scope_check check (scope in ('all', 'business', 'network', 'bank')),
  add constraint freeze_order_check check (case scope when 'all' then subject = '' when 'business' then subject ~ '^[0-9a-f-]{36}$'
    when 'bank' then subject ~ '^(live|test):[0-9a-z][0-9a-z-]*$' else subject ~ '^(live|test):[A-Z][A-Za-z]*$' end);

-- It is told the bank too (queue.sql).
drop function if exists payouts_held_by(uuid, text, text, uuid, mode);
