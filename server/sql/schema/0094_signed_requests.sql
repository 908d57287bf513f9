-- A key of the scope `payouts` may have a public key. The requests of its business that take money out of the balance are then signed
-- (RFC 9421). They are kept as they were signed, so that the signer and the payer verify them again. Nothing here is changed or deleted.

-- The public key of an API key. It is set with the key and stays for ever. From then on, its business signs every such request in this
-- mode.
create table signing_key (
  key_id uuid primary key references api_key (id),
  business_id uuid not null,
  mode mode not null,
  -- Ed25519, 32 bytes.
  public_key bytea not null check (octet_length(public_key) = 32),
  created_at timestamptz not null
);
create index signing_key_of_business on signing_key (business_id, mode);
create index signing_key_created on signing_key (created_at);

create table signed_request (
  -- What the request made: a sell, a withdrawal or a batch, or the batch that it confirms.
  subject_id uuid not null,
  purpose text not null check (purpose in ('sell', 'withdrawal', 'batch', 'confirmation')),
  business_id uuid not null,
  mode mode not null,
  key_id uuid not null references signing_key (key_id),
  -- The bytes that were signed: method, path, digest of the body, idempotency key, time and public key.
  base text not null check (length(base) <= 2000),
  signature bytea not null check (octet_length(signature) = 64),
  body bytea not null check (octet_length(body) <= 4194304),
  at timestamptz not null,
  primary key (subject_id, purpose)
);
