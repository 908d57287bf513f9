import { refuseUnless } from '../answers.ts'
import type { LanePolicy, Policy } from '../policy/policy.ts'
import type { TransferFacts } from './facts.ts'

/** The lane that a transfer stands in, if our own policy knows it as the same. */
export function findLane(facts: TransferFacts, policy: Policy): LanePolicy {
  const { lane, mode, network } = facts
  refuseUnless(
    lane !== null && lane.mode === mode && lane.network === network,
    'unknown_lane',
    'the transfer is not of its lane',
  )
  const lock = BigInt(facts.lock)
  refuseUnless(
    BigInt(lane.first_lock) <= lock && lock < BigInt(lane.next_lock),
    'wrong_lock',
    `the lane never gave lock ${lock} away`,
  )
  const found = policy.find({ mode, network, address: lane.address })
  refuseUnless(
    found !== undefined && (found.number === undefined || found.number === lane.number),
    'unknown_lane',
    'no line of the policy is about this lane',
  )
  return found
}
