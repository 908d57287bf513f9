-- Gives a new key its public key, in the commit that stores the key. Only a key that may pay out has one: for others it would say nothing.
-- Raises AF650 for another key, or for bytes that are no Ed25519 key. There is no function that changes or removes it.
create or replace function add_signing_key(p_key uuid, p_public_key bytea) returns void
language plpgsql set search_path = afara, pg_temp as $$
begin
  if p_public_key is null then
    return;
  end if;
  insert into signing_key (key_id, business_id, mode, public_key, created_at)
    select k.id, k.business_id, k.mode, p_public_key, afara_now() from api_key k
    where k.id = p_key and 'payouts' = any (k.scopes) and octet_length(p_public_key) = 32;
  if not found then
    raise exception 'only a key with the scope payouts has a public key' using errcode = 'AF650';
  end if;
end $$;

-- Returns whether requests of the business that take money out of its balance must be signed.
create or replace function must_sign(p_business uuid, p_mode mode) returns boolean
language sql stable set search_path = afara, pg_temp as $$
  select exists (select from signing_key s where s.business_id = p_business and s.mode = p_mode)
$$;

-- Keeps a signed request with what it made, in the same commit. The key must be one of the business: a foreign one violates no secret, but
-- the vault would refuse what it made. p_signed: {key_id, base, signature, body}; null for a request that is not signed.
create or replace function keep_signed_request(
  p_subject uuid, p_purpose text, p_business uuid, p_mode mode, p_signed json, p_at timestamptz
) returns void language plpgsql set search_path = afara, pg_temp as $$
begin
  if p_signed is null or json_typeof(p_signed) = 'null' then
    return;
  end if;
  insert into signed_request (subject_id, purpose, business_id, mode, key_id, base, signature, body, at)
    select p_subject, p_purpose, p_business, p_mode, s.key_id, p_signed ->> 'base', decode(p_signed ->> 'signature', 'base64'),
      decode(p_signed ->> 'body', 'base64'), p_at
    from signing_key s where s.key_id = (p_signed ->> 'key_id')::uuid and s.business_id = p_business and s.mode = p_mode;
  if not found then
    raise exception 'the business has no such signing key' using errcode = 'AF651';
  end if;
end $$;
