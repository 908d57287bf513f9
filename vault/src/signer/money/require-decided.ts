import type { Decisions, Found } from '../../shared/decisions/decisions.ts'
import { refuseUnless } from '../answers.ts'
import type { FundedRight } from './judge-right.ts'
import { isTolerated } from './sources.ts'
import type { TransferFacts } from './transfer-facts.ts'

/** Names the decisions that the batch may rest on. Most transfers rest on none, and nothing is read for them. */
export function decisionsAbout(
  facts: readonly TransferFacts[],
  isRetry: (one: TransferFacts) => boolean,
): Readonly<{ transactionIds: readonly string[]; lineIds: readonly string[] }> {
  const decided = facts.filter(
    (one) => one.transaction?.is_short === true || (one.transaction?.releases ?? 0) > 0 || isRetry(one),
  )
  const byPeople = facts.flatMap(({ allocations }) => allocations.filter(({ is_by_people }) => is_by_people))
  return {
    transactionIds: decided.flatMap(({ right }) => right?.transaction_id ?? []),
    lineIds: byPeople.flatMap(({ line }) => line?.id ?? []),
  }
}

/** Names the cases in which operators decided that tokens go back to a wallet. */
export function returnCases(facts: readonly TransferFacts[]): readonly string[] {
  return [...new Set(facts.flatMap(({ withdrawal }) => caseOf(withdrawal) ?? []))]
}

function caseOf(withdrawal: TransferFacts['withdrawal']): string | undefined {
  return withdrawal === null || withdrawal.asked_by === 'business' ? undefined : withdrawal.asked_by
}

/** Requires that operators signed the wallet to which tokens go back. */
export function requireReturnDecided({ withdrawal, mode }: TransferFacts, decisions: Decisions): void {
  const caseId = caseOf(withdrawal)
  if (caseId === undefined) return
  const found = decisions.find({
    mode,
    actions: ['return_to_wallet'],
    says: {
      case: caseId,
      'decision.network': withdrawal?.network,
      'decision.address': withdrawal?.wallet_address,
    },
  })
  refuse(found, 1, 'operators did not sign that tokens go back to this wallet')
}

type DecidedRight = Pick<FundedRight, 'transactionId' | 'heldMinor'>

/**
 * Requires the decisions that a transfer rests on: signed ones of operators for allocations and for the release of a hold, and for a smaller
 * amount one of its business about exactly this amount, or a signed one.
 */
export function requireDecided(facts: TransferFacts, right: DecidedRight, decisions: Decisions): void {
  requireAllocations(facts, right, decisions)
  requireNamedWallet(facts)
  const { transaction, mode } = facts
  const about = { transaction: right.transactionId }
  const asked = BigInt(transaction?.amount_minor ?? 0)
  const isAccepted = transaction?.accepted_minor.includes(String(right.heldMinor)) ?? false
  const isRounded = (facts.buy?.paid ?? null) !== null && isTolerated(right.heldMinor, asked)
  if (right.heldMinor < asked && !isAccepted && !isRounded) {
    const found = decisions.find({
      mode,
      actions: ['accept_short', 'accept_late'],
      says: about,
      mayStand: { amountMinor: right.heldMinor, businessId: transaction?.business_id ?? null },
    })
    refuse(found, 1, 'neither its business nor operators decided that it continues with less than its amount')
  }
  const releases = transaction?.releases ?? 0
  if (releases === 0) return
  const release = { mode, actions: ['release'] }
  refuse(
    decisions.find({
      ...release,
      says: {
        ...about,
        'decision.amount_minor': String(right.heldMinor),
        'decision.network': facts.network,
        'decision.address': facts.right?.address,
      },
    }),
    1,
    'operators did not sign its release with this amount and wallet',
  )
  refuse(decisions.find({ ...release, says: about }), releases, 'operators did not sign each of its releases')
}

/** A key of the business may name another wallet, as it may make a buy for it. With a member's choice, one passkey would be enough. */
function requireNamedWallet({ buy, right, network }: TransferFacts): void {
  const named = buy?.named ?? null
  refuseUnless(
    named === null || (named.is_by_key && named.network === network && named.address === right?.address),
    'decision_unsigned',
    'no key of its business named this wallet',
  )
}

/** Requires a signed decision for each allocation that matching did not make. One decision allocates once. */
function requireAllocations(
  { allocations, mode }: TransferFacts,
  right: DecidedRight,
  decisions: Decisions,
): void {
  const used = new Set<string>()
  for (const { is_by_people, line, amount_minor } of allocations) {
    if (!is_by_people) continue
    const found = decisions.find({
      mode,
      actions: ['allocate'],
      says: {
        credit: line?.id,
        'decision.transaction_id': right.transactionId,
        'decision.amount_minor': amount_minor,
      },
    })
    const cases = found.cases.filter((one) => !used.has(one))
    refuse({ ...found, cases }, 1, 'operators did not sign its allocation')
    used.add(cases[0] ?? '')
  }
}

function refuse({ cases, why, isUnknown }: Found, needed: number, message: string): void {
  refuseUnless(
    cases.length >= needed,
    isUnknown ? 'operators_unavailable' : 'decision_unsigned',
    `${message}: ${why}`,
  )
}
