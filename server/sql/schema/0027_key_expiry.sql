-- A key may be issued until a time. Nobody can extend a key: a rotation issues a successor with an expiry of its own.

alter table api_key
  -- The expiry that was named when the key was issued; null: none. It never changes. `expires_at` is the time at which the key stops
  -- working: this one, or earlier if a rotation ended the key.
  add column issued_until timestamptz,
  -- The newest key that a rotation issued in place of this one.
  add column replaced_by uuid references api_key (id) check (replaced_by <> id),
  -- A null expires_at is no expiry, so the comparison alone would let it pass.
  add constraint api_key_ends_as_issued check (issued_until is null or coalesce(expires_at <= issued_until, false));
