import type { Sql } from '@afara/server/kernel/postgres/pool.ts'

/**
 * Stores a live wallet on Polygon with the rows of two members who signed it. Returns its id. For tests and proofs only: the signatures are
 * none, so the database lets tokens leave for the wallet and a signer does not.
 */
export async function enrolWallet(owner: Sql, business: string, address: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `with b as (select id from business where $1 in (link_tag, id::text)),
     m as (
       insert into member (id, email, name, created_at)
         select uuidv7(), gen_random_uuid() || '@enrol.test', 'Somebody', now() from generate_series(1, 2) returning id),
     p as (
       insert into passkey (id, member_id, credential_id, public_key, name, created_at)
         select uuidv7(), m.id, sha256(m.id::text::bytea), '\\x00', 'a test', now() from m returning member_id, credential_id),
     w as (
       insert into enrolled_wallet (id, business_id, mode, network, address, label, text, added_by, created_at)
         select uuidv7(), b.id, 'live', 'Polygon', $2, 'Treasury', E'Afara wallet 1\\n', (select id from m limit 1), now() from b
         returning id, business_id),
     s as (
       insert into wallet_signature (wallet_id, part, business_id, mode, member_id, credential_id, authenticator_data, client_data, signature, at)
         select w.id, (array['proposed', 'approved'])[row_number() over ()], w.business_id, 'live', p.member_id, p.credential_id,
           sha256('') || sha256(''), '\\x00', '\\x00', now() from w, p)
     select id from w`,
    [business, address],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('there is no such business')
  return id
}
