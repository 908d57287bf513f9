import { createPublicKey } from 'node:crypto'
import { createMemberBook, type MemberFact } from '../src/shared/members/member-book.ts'
import {
  type LimitRow,
  limitText,
  type MemberSignature,
  passkeyOf,
  type SignerRow,
} from '../src/shared/members/member-signatures.ts'
import { BUSINESS } from './credit-rows.ts'
import { createPasskey, ORIGIN, type Passkey, RP_ID } from './passkeys.ts'

// Members of a business, their signatures, and a journal that knows them.

export const NOW_MS = Date.parse('2026-11-17T12:00:00Z')
const HOUR_MS = 3_600_000
export const party = { id: RP_ID, origin: ORIGIN }

export type Member = Readonly<{ id: string; passkey: Passkey }>
export const member = (number: number): Member => ({
  id: `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  passkey: createPasskey(),
})

/** The public key as an authenticator returns it. */
export function coseOf({ key }: Passkey): Buffer {
  const spki = { key: Buffer.from(key, 'base64url'), format: 'der', type: 'spki' } as const
  const { x = '', y = '' } = createPublicKey(spki).export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([head, bytes(x), middle, bytes(y)])
}

export const signer = ({ id, passkey }: Member, more: Partial<SignerRow> = {}): SignerRow => ({
  business_id: BUSINESS,
  member_id: id,
  credential_id: Buffer.from(passkey.id, 'base64url'),
  public_key: coseOf(passkey),
  role: 'finance',
  is_active: true,
  ...more,
})

export const signedBy = ({ id, passkey }: Member, text: string): MemberSignature => {
  const { credentialId, authenticatorData, clientData, signature } = passkey.assert(text)
  return {
    member_id: id,
    credential_id: credentialId,
    authenticator_data: authenticatorData,
    client_data: clientData,
    signature,
  }
}

export const pinned = (one: SignerRow): MemberFact => ({ kind: 'passkey', ...passkeyOf(BUSINESS, one) })

/** What was learned, and how many hours ago. */
export type Known = readonly (readonly [hoursAgo: number, fact: MemberFact])[]

export function bookOf(facts: Known) {
  const book = createMemberBook()
  for (const [hours, fact] of facts)
    book.addMembers({ at: new Date(NOW_MS - hours * HOUR_MS).toISOString(), payments: [fact] })
  return book
}

export const limitOf = (limit_minor: string, by: Member, version = 1): LimitRow => {
  const limit = { business_id: BUSINESS, mode: 'test', version, limit_minor }
  return { ...limit, ...signedBy(by, limitText(limit as LimitRow)) }
}
