-- Checks that a mail that waits has a wake-up, and that a wake-up of a mail has a mail that waits. Waiting mails are few.
create or replace function check_mail(since_xid bigint) returns setof finding language sql stable as $$
  select row(x.id::text, 'mail without a wake-up')::finding
  from mail x
  where x.sent_at is null and x.given_up_at is null and not exists (select from wake w where w.subject_id = x.id and w.type = 'mail')
  union all
  select row(w.subject_id::text, 'wake-up of a mail that does not wait')::finding
  from wake w
  where w.type = 'mail'
    and not exists (select from mail x where x.id = w.subject_id and x.sent_at is null and x.given_up_at is null)
$$;
