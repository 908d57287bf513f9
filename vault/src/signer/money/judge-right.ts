import { isEntry, rightKey } from '../../shared/money/facts.ts'
import { type CreditShare } from '../../shared/money/judge-credit.ts'
import { sayTokens } from '../../shared/money/say-amount.ts'
import { refuseUnless } from '../answers.ts'
import type { LanePolicy, Policy } from '../policy.ts'
import { delivery, type Source, withdrawal } from './sources.ts'
import type { TransferFacts } from './transfer-facts.ts'

/** A right whose money has arrived, with the parts of the credits that fund it. */
export type FundedRight = Readonly<{
  /** `<business>/<mode>/<reference>/<purpose>/<leg>` */
  right: string
  rightId: string
  transactionId: string
  businessId: string
  to: string
  /** The amount that is held for the tokens. */
  heldMinor: bigint
  tokensMinor: bigint
  credits: readonly CreditShare[]
}>

const STATUSES: Readonly<Record<string, readonly string[]>> = {
  reserved: ['cleared', 'send_failed'],
  signed: ['sending'],
}

const SOURCES: ReadonlyMap<string, Source> = new Map(Object.entries({ delivery, withdrawal }))

/**
 * Traces a transfer to its money: the right, the transaction, the destination, the held amount and its source, and the ledger at each step.
 * Checks every link from both ends. Any contradiction refuses the transfer.
 */
export function judgeRight(
  facts: TransferFacts,
  { family }: Pick<LanePolicy, 'family'>,
  policy: Pick<Policy, 'isOurs'>,
): FundedRight {
  const { right, transaction, mode, network } = facts
  const source = SOURCES.get(right?.purpose ?? '')
  const destination = source?.destination(facts) ?? null
  refuseUnless(
    right !== null && transaction !== null && source !== undefined && destination !== null,
    'right_mismatch',
    'the transfer has no right, transaction or destination',
  )
  refuseUnless(
    [right, transaction, destination].every((row) => row.mode === mode) &&
      [right, destination].every((row) => row.network === network),
    'right_mismatch',
    'the rows of the transfer have different modes or networks',
  )
  refuseUnless(
    right.leg === 1 &&
      transaction.type === source.type &&
      right.business_id === transaction.business_id &&
      right.reference === transaction.reference &&
      right.address === destination.wallet_address,
    'right_mismatch',
    `the right of the transfer differs from its ${source.type}`,
  )
  const allowed = STATUSES[facts.state]?.includes(transaction.status) ?? false
  refuseUnless(
    allowed,
    'status_forbids',
    `the transfer is ${facts.state} but its transaction is ${transaction.status}`,
  )
  refuseUnless(facts.freezes.length === 0, 'frozen', facts.freezes.join('; '))
  const to = family.spell(right.address)
  const holder = family.holderOf(to)
  refuseUnless(
    holder !== undefined && !policy.isOurs(holder) && !policy.isOurs(to),
    'destination_forbidden',
    'tokens may not be sent to this address',
  )

  const { heldMinor, tokensMinor, credits } = source.fund(facts)
  refuseUnless(
    tokensMinor > 0n && BigInt(right.tokens_minor) === tokensMinor,
    'right_mismatch',
    `the right is for ${sayTokens(right.tokens_minor)}, but the held amount is worth ${sayTokens(tokensMinor)}`,
  )
  const opening = [
    `held:${right.transaction_id} / committed:${right.transaction_id} ${source.asset} ${heldMinor}`,
    `outgoing:${network} / float:${network}:${facts.lane?.number} NGNC ${tokensMinor}`,
  ]
  refuseUnless(
    isEntry(facts.opening, { mode, transactionId: right.transaction_id }, opening),
    'opening_missing',
    'the opening entry of the transfer is not in the ledger',
  )
  return {
    right: rightKey(mode, right),
    rightId: right.id,
    transactionId: right.transaction_id,
    businessId: right.business_id,
    to,
    heldMinor,
    tokensMinor,
    credits: credits(),
  }
}

/** Returns the lane of a transfer. The database must agree with our policy. */
export function findLane(facts: TransferFacts, policy: Policy): LanePolicy {
  const { lane, mode, network } = facts
  refuseUnless(
    lane !== null && lane.mode === mode && lane.network === network,
    'unknown_lane',
    'the transfer has another mode or network than its lane',
  )
  const lock = BigInt(facts.lock)
  refuseUnless(
    BigInt(lane.first_lock) <= lock && lock < BigInt(lane.next_lock),
    'wrong_lock',
    `the lane never assigned lock ${lock}`,
  )
  const found = policy.find({ mode, network, address: lane.address })
  refuseUnless(
    found !== undefined && (found.number === undefined || found.number === lane.number),
    'unknown_lane',
    'the policy has no entry for this lane',
  )
  return found
}
