import { hash } from 'node:crypto'
import { toAssertion } from '../../shared/decisions/read-decisions.ts'
import { assertionProblem, type RelyingParty, readPasskeyKey } from '../../shared/operators/assertion.ts'
import { coseToSpki } from '../../shared/operators/cose-key.ts'
import type { PaymentBook, PaymentFact } from './payment-book.ts'
import {
  limitText,
  type MemberSignature,
  orderText,
  SIGNING_ROLES,
  type SignerRow,
  type StoredOrder,
  totalOf,
} from './read-orders.ts'

/** An order whose items may be paid if it has no problem. `waits`: it may be paid later, without anybody doing anything. */
export type JudgedOrder = Pick<StoredOrder, 'id' | 'business_id' | 'mode' | 'items'> &
  Readonly<{ problem?: string; waits?: string }>

type Judgement = Readonly<{ judged: JudgedOrder; learned: readonly PaymentFact[] }>

type Context = Readonly<{
  book: PaymentBook
  /** Where members sign. Undefined: the operators file is not valid. */
  party: RelyingParty
  atMs: number
}>

const PEOPLE = 2
const MINUTE_MS = 60_000

/** How long a passkey or an account must have been known before it counts. Test mode moves no money, so nobody waits a day there. */
const passkeyWaitMs = (mode: string): number => (mode === 'test' ? 0 : 24 * 60 * MINUTE_MS)
const beneficiaryWaitMs = (mode: string): number => (mode === 'test' ? MINUTE_MS : 24 * 60 * MINUTE_MS)

/**
 * Verifies an order: enough different members of the business signed exactly these payments with their own passkeys. An order is verified
 * once, by the people who are members then. What was learned is for the journal.
 */
export function judgePaymentOrder(order: StoredOrder, context: Context): Judgement {
  const { book, atMs } = context
  const { id, business_id: business, mode, items } = order
  const judged = { id, business_id: business, mode, items }
  const text = orderText(order)
  const digest = hash('sha256', text)
  const verified = book.verifiedText(id)
  if (verified !== undefined)
    return verified === digest
      ? { judged, learned: [] }
      : refused(judged, 'its rows changed after its signatures were verified')
  if (items.some(({ number }, place) => number !== place + 1) || items.length === 0)
    return refused(judged, 'a payment is missing')

  const { people, problems, waits } = signersOf(order.signatures, text, SIGNING_ROLES, order, context)
  const limit = limitOf(order, context)
  const total = totalOf(items)
  const isSmall = total + book.paidAlone(business, mode, atMs) <= limit.minor
  const isSettled = items.every((item) => {
    const seen = book.beneficiarySeenAt({ ...item, business, mode })
    return seen !== undefined && atMs - seen >= beneficiaryWaitMs(mode)
  })
  const needed = isSmall && isSettled ? 1 : PEOPLE
  if (people.size < needed) {
    const why = [`${people.size} of ${needed} members signed it`, ...problems].join(', ')
    // It may become enough by itself: a passkey or an account is new here, or the limit is used up for today.
    const mayCome = people.size > 0 && total <= limit.minor
    if (people.size + waits < needed && !mayCome) return { ...refused(judged, why), learned: limit.learned }
    return { judged: { ...judged, waits: why }, learned: limit.learned }
  }
  const fact = {
    kind: 'order',
    order: id,
    business,
    mode,
    text: digest,
    people: needed,
    total_minor: String(total),
  } as const
  return { judged, learned: [...limit.learned, fact] }
}

const refused = (judged: JudgedOrder, problem: string): Judgement => ({
  judged: { ...judged, problem },
  learned: [],
})

type Signers = Readonly<{
  /** Members whose signatures count. */
  people: ReadonlySet<string>
  problems: readonly string[]
  /** How many others will count when their passkeys are known for long enough. */
  waits: number
}>

/** Returns the different members with one of these roles who signed the text. Two signatures of one person count once. */
function signersOf(
  signatures: readonly MemberSignature[],
  text: string,
  roles: readonly string[],
  { business_id: business, mode, signers }: Pick<StoredOrder, 'business_id' | 'mode' | 'signers'>,
  { book, party, atMs }: Context,
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
function limitOf(
  { limit, business_id: business, mode, signers }: StoredOrder,
  context: Context,
): Readonly<{ minor: bigint; learned: readonly PaymentFact[] }> {
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
