-- A session that a person confirmed for another machine is told apart from one that began with a passkey. Its holder may be somebody who
-- sent the person a code, so it must not enrol a passkey.
alter table person_session drop constraint person_session_method_check,
  add constraint person_session_method_check check (method in ('passkey', 'device'));
