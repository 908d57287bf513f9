import { hash } from 'node:crypto'
import type { MemberFact } from '../../shared/members/member-book.ts'
import {
  limitOf,
  type MemberContext,
  SIGNING_ROLES,
  signersOf,
} from '../../shared/members/member-signatures.ts'
import type { Executed } from '../../shared/requests/signed-request.ts'
import { type StoredWallet, type StoredWithdrawal, walletText, withdrawalText } from './read-withdrawals.ts'

/** An order whose withdrawal may be signed if it has no problem. */
export type JudgedWithdrawal = Pick<
  StoredWithdrawal,
  'id' | 'business_id' | 'mode' | 'reference' | 'network' | 'address' | 'amount_minor'
> &
  Readonly<{ problem?: string }>

type Judgement = Readonly<{ judged: JudgedWithdrawal; learned: readonly MemberFact[] }>

const PEOPLE = 2

/**
 * How long a wallet must have been known before one signature is enough. Less than the database waits (`wallet_wait`), because a wallet is
 * known here only some seconds after it was signed there.
 */
const walletWaitMs = (mode: string): number => (mode === 'test' ? 45_000 : 24 * 3_600_000)

/**
 * Verifies a withdrawal: enough different members of the business signed exactly this amount to this wallet with their own passkeys, and
 * enrolled the wallet before. An order is verified once, by the people who are members then. What was learned is for the journal. Nothing
 * waits here: a transfer that waited would hold up every later one of its lane.
 */
export function judgeWithdrawal(order: StoredWithdrawal, context: MemberContext): Judgement {
  const { book, atMs } = context
  const { id, business_id: business, mode, reference, network, address, amount_minor } = order
  const judged = { id, business_id: business, mode, reference, network, address, amount_minor }
  const text = withdrawalText(order)
  const digest = hash('sha256', text)
  const verified = book.verifiedText(id)
  if (verified !== undefined)
    return verified === digest
      ? { judged, learned: [] }
      : refused(judged, 'its rows changed after its signatures were verified')

  const wallet = judgeWallet(order.wallet, context)
  if (wallet.problem !== undefined) return refused(judged, wallet.problem, wallet.learned)
  const row = order.wallet
  const isWallet =
    row?.business_id === business && row.mode === mode && row.network === network && row.address === address
  if (!isWallet) return refused(judged, 'it goes to another wallet than the enrolled one', wallet.learned)

  const { people, problems } = signersOf(order.signatures, text, SIGNING_ROLES, order, context)
  const limit = limitOf(order, context)
  const minor = BigInt(amount_minor)
  const alone = book.paidAlone(business, mode, atMs) + BigInt(order.paid_alone_minor)
  const needed = minor + alone <= limit.minor ? 1 : PEOPLE
  const learned = [...wallet.learned, ...limit.learned]
  if (people.size < needed)
    return refused(judged, [`${people.size} of ${needed} members signed it`, ...problems].join(', '), learned)
  const fact = {
    kind: 'order',
    order: id,
    business,
    mode,
    text: digest,
    people: needed,
    total_minor: amount_minor,
  } as const
  return { judged, learned: [...learned, fact] }
}

/**
 * Verifies that members enrolled a wallet: two of them, or one of them long enough ago. The time begins when this process first saw the
 * signature, whatever the rows say.
 */
export function judgeWallet(
  wallet: StoredWallet | undefined,
  context: MemberContext,
): Readonly<{ problem?: string; learned: readonly MemberFact[] }> {
  if (wallet === undefined) return { problem: 'its wallet is not enrolled', learned: [] }
  const { id, mode } = wallet
  const known = context.book.knownWallet(id)
  if (known?.isEnded === true) return { problem: 'its wallet was removed', learned: [] }
  if (wallet.is_ended)
    return { problem: 'its wallet was removed', learned: [{ kind: 'wallet_end', wallet: id }] }
  const text = hash('sha256', walletText(wallet))
  if (known !== undefined && known.text !== text)
    return { problem: 'its wallet changed after members signed it', learned: [] }

  const { people, problems } = signersOf(
    wallet.signatures,
    walletText(wallet),
    SIGNING_ROLES,
    wallet,
    context,
  )
  // What counted once counts after its member left.
  const count = Math.max(known?.people ?? 0, people.size)
  if (count === 0) return { problem: ['no member signed its wallet', ...problems].join(', '), learned: [] }
  const learned: readonly MemberFact[] =
    count > (known?.people ?? 0) ? [{ kind: 'wallet', wallet: id, text, people: count }] : []
  const ageMs = context.atMs - (known?.seenAtMs ?? context.atMs)
  if (count >= PEOPLE || ageMs >= walletWaitMs(mode)) return { learned }
  return { problem: 'its wallet is new here, and one member signed it', learned }
}

/**
 * Returns why members did not enrol the wallet of a withdrawal that a key asked for; undefined if they did. The same wallet may be stored
 * more than once, and one that counts is enough.
 */
export function strangerProblem(
  { business, mode, destination }: Pick<Executed, 'business' | 'mode' | 'destination'>,
  wallets: readonly StoredWallet[],
  context: MemberContext,
): Readonly<{ problem?: string; learned: readonly MemberFact[] }> {
  const judged = wallets
    .filter(
      (one) =>
        one.business_id === business &&
        one.mode === mode &&
        one.network === destination['network'] &&
        one.address === destination['wallet_address'],
    )
    .map((wallet) => judgeWallet(wallet, context))
  const learned = judged.flatMap((one) => one.learned)
  if (judged.some(({ problem }) => problem === undefined)) return { learned }
  return { problem: judged[0]?.problem ?? 'its wallet is not enrolled', learned }
}

const refused = (
  judged: JudgedWithdrawal,
  problem: string,
  learned: readonly MemberFact[] = [],
): Judgement => ({ judged: { ...judged, problem }, learned })
