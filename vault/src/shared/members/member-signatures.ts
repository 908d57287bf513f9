import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { type SignatureRow, toAssertion } from '../decisions/read-decisions.ts'
import { assertionProblem, type RelyingParty, readPasskeyKey } from '../operators/assertion.ts'
import { coseToSpki } from '../operators/cose-key.ts'
import type { MemberBook, MemberFact } from './member-book.ts'

/** A signature of a member. Nothing of it counts before it is verified. */
export type MemberSignature = SignatureRow & Readonly<{ member_id: string }>

/** A passkey as the database has it now, with the standing of its owner in one business. */
export type SignerRow = Readonly<{
  business_id: string
  member_id: string
  credential_id: Buffer
  public_key: Buffer
  role: string
  /** Whether the member, the membership and the passkey are in use. */
  is_active: boolean
}>

export type LimitRow = MemberSignature &
  Readonly<{ business_id: string; mode: string; version: number; limit_minor: string }>

/** What an order of members has besides its own rows. */
export type OfMembers = Readonly<{
  business_id: string
  mode: string
  /** The newest limit of the business. */
  limit: LimitRow | undefined
  /** The passkeys that signed the order or the limit. */
  signers: readonly SignerRow[]
}>

export type MemberContext = Readonly<{
  book: MemberBook
  /** Where members sign. */
  party: RelyingParty
  atMs: number
}>

/** The roles whose members sign payments and withdrawals. */
export const SIGNING_ROLES: readonly string[] = ['owner', 'administrator', 'finance']

const DAY_MS = 24 * 3_600_000

/** How long a passkey must have been known before it counts. Test mode moves no money, so nobody waits a day there. */
const passkeyWaitMs = (mode: string): number => (mode === 'test' ? 0 : DAY_MS)

type Signers = Readonly<{
  /** Members whose signatures count. */
  people: ReadonlySet<string>
  problems: readonly string[]
  /** How many others will count when their passkeys are known for long enough. */
  waits: number
}>

/** Returns the different members with one of these roles who signed the text. Two signatures of one person count once. */
export function signersOf(
  signatures: readonly MemberSignature[],
  text: string,
  roles: readonly string[],
  { business_id: business, mode, signers }: Omit<OfMembers, 'limit'>,
  { book, party, atMs }: MemberContext,
): Signers {
  const people = new Set<string>()
  const waiting = new Set<string>()
  const problems: string[] = []
  for (const signature of signatures) {
    const signer = signers.find(
      ({ credential_id, member_id }) =>
        member_id === signature.member_id && credential_id.equals(signature.credential_id ?? Buffer.alloc(0)),
    )
    const problem = signatureProblem(signature, signer, text, roles, party)
    if (signer === undefined || problem !== undefined) {
      problems.push(`a signature does not count: ${problem}`)
      continue
    }
    const passkey = passkeyOf(business, signer)
    if (book.isChanged(passkey)) {
      problems.push('a signature does not count: its passkey was another one before')
      continue
    }
    const seen = book.passkeySeenAt(passkey)
    if (seen !== undefined && atMs - seen >= passkeyWaitMs(mode)) people.add(signer.member_id)
    else {
      problems.push('a signature does not count yet: its passkey is new here')
      waiting.add(signer.member_id)
    }
  }
  return { people, problems, waits: [...waiting].filter((member) => !people.has(member)).length }
}

function signatureProblem(
  signature: MemberSignature,
  signer: SignerRow | undefined,
  text: string,
  roles: readonly string[],
  party: RelyingParty,
): string | undefined {
  const [assertion] = toAssertion(signature)
  if (signer === undefined || assertion === undefined) return 'its passkey is not of a member of the business'
  if (!signer.is_active) return 'the member left, or the passkey was revoked'
  if (!roles.includes(signer.role)) return `the role ${signer.role} does not allow it`
  try {
    const key = readPasskeyKey(coseToSpki(signer.public_key))
    return assertionProblem(assertion, key, { signed: text, party })
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns how a passkey is known here. */
export function passkeyOf(business: string, { member_id, credential_id, public_key }: SignerRow) {
  return {
    business,
    member: member_id,
    credential: credential_id.toString('base64url'),
    key: hash('sha256', public_key),
  }
}

/**
 * Returns what one member may pay alone. A limit counts if an owner signed it, and never if a newer one was verified before: otherwise an old
 * row could bring a higher limit back. Without one that counts it is nothing.
 */
export function limitOf(
  { limit, business_id: business, mode, signers }: OfMembers,
  context: MemberContext,
): Readonly<{ minor: bigint; learned: readonly MemberFact[] }> {
  const known = context.book.limitOf(business, mode)
  if (limit === undefined || limit.version < (known?.version ?? 0)) return { minor: 0n, learned: [] }
  if (limit.version === known?.version) {
    const isSame = BigInt(limit.limit_minor) === known.limitMinor
    return { minor: isSame ? known.limitMinor : 0n, learned: [] }
  }
  const about = { business_id: business, mode, signers }
  const { people } = signersOf([limit], limitText(limit), ['owner'], about, context)
  if (people.size === 0) return { minor: 0n, learned: [] }
  const { version, limit_minor } = limit
  return {
    minor: BigInt(limit_minor),
    learned: [{ kind: 'limit', business, mode, version, limit_minor }],
  }
}

export function limitText({ business_id, mode, version, limit_minor }: LimitRow): string {
  const line = (name: string, value: string | number): string => `${name}: ${JSON.stringify(value)}`
  return [
    'Afara payment limit 1',
    line('mode', mode),
    line('business', business_id),
    line('version', version),
    line('limit_minor', limit_minor),
  ].join('\n')
}

const LIMITS = `
select distinct on (l.business_id, l.mode) l.business_id, l.mode, l.version, l.limit_minor::text as limit_minor, l.member_id,
  l.credential_id, l.authenticator_data, l.client_data, l.signature
from payment_limit l where l.business_id = any ($1) order by l.business_id, l.mode, l.version desc`

const SIGNERS = `
select h.business_id, p.member_id, p.credential_id, p.public_key, h.role,
  p.revoked_at is null and h.ended_at is null and m.status = 'active' as is_active
from passkey p join membership h on h.member_id = p.member_id join member m on m.id = p.member_id`

/** Reads the newest limit of each business and mode. */
export async function readLimits(pool: Pool, businesses: readonly string[]): Promise<readonly LimitRow[]> {
  const { rows } = await pool.query<LimitRow>({
    name: 'payment-limits',
    text: LIMITS,
    values: [[...new Set(businesses)]],
  })
  return rows
}

/** Reads the passkeys that made these signatures, one row for each business of their owner. */
export async function readSigners(
  pool: Pool,
  signatures: readonly MemberSignature[],
): Promise<readonly SignerRow[]> {
  const { rows } = await pool.query<SignerRow>({
    name: 'member-signers',
    text: `${SIGNERS} where p.credential_id = any ($1)`,
    values: [signatures.map(({ credential_id }) => credential_id)],
  })
  return rows
}

/** Reads the passkeys of people who may sign, as far as a passkey or a membership was added since a time. */
export async function readNewSigners(pool: Pool, since: Date): Promise<readonly SignerRow[]> {
  const { rows } = await pool.query<SignerRow>({
    name: 'new-signers',
    text: `${SIGNERS} where greatest(p.created_at, h.created_at) > $1 and h.role = any ($2)`,
    values: [since, SIGNING_ROLES],
  })
  return rows.filter(({ is_active }) => is_active)
}

/** Returns the passkeys that the journal does not know yet. */
export function newPasskeys(book: MemberBook, signers: readonly SignerRow[]): readonly MemberFact[] {
  return signers
    .filter(({ is_active, role }) => is_active && SIGNING_ROLES.includes(role))
    .map((signer) => passkeyOf(signer.business_id, signer))
    .filter((passkey) => book.passkeySeenAt(passkey) === undefined)
    .map((passkey) => ({ kind: 'passkey', ...passkey }))
}
