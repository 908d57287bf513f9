import { isAskedAbout } from '../../shared/live-rules.ts'
import type { CreditShare } from '../../shared/money/judge-credit.ts'
import { Refused, refuseUnless, type SignRequest } from '../answers.ts'
import type { Journal } from '../journal/journal.ts'
import { type FundedRight, findLane, judgeRight } from '../money/judge-right.ts'
import type { TransferFacts } from '../money/transfer-facts.ts'
import type { LanePolicy, Policy } from '../policy.ts'
import type { AskBanks, BankWord } from './ask-banks.ts'

/** What banks said about the credits of a batch, by `keyOf`. */
export type BankWords = Pick<ReadonlyMap<string, BankWord>, 'get'>

type Asking = Readonly<{ policy: Policy; journal: Journal; askBanks: AskBanks; atMs: number }>

/**
 * Asks the banks about the credits behind the payments of a batch that are above the limits of their lanes. It may ask about more than
 * judging will need, because a payment of the batch that is refused leaves room for the next.
 */
export async function askAboutCredits(
  { policy, journal, askBanks, atMs }: Asking,
  requests: readonly SignRequest[],
  facts: ReadonlyMap<string, TransferFacts>,
): Promise<BankWords> {
  const spent = new Map<LanePolicy, bigint>()
  const asked = new Map<string, Promise<BankWord>>()
  for (const { kind, transferId } of requests) {
    const one = facts.get(transferId)
    if (kind === 'cancel' || one === undefined) continue
    const found = fundedBy(one, policy)
    if (found === undefined) continue
    const { lane, right } = found
    const { mode, network, address } = lane
    if (journal.ofLock({ mode, network, address, lock: one.lock }).length > 0) continue
    const hour = spent.get(lane) ?? journal.spent(lane, atMs).hour
    spent.set(lane, hour + right.tokensMinor)
    if (!isAskedAbout(lane.askAbove, hour, right.tokensMinor)) continue
    for (const credit of creditsToAsk(one, right)) {
      const key = keyOf(one.mode, credit)
      if (!asked.has(key)) asked.set(key, askBanks(one.mode, credit))
    }
  }
  return new Map(await Promise.all([...asked].map(async ([key, word]) => [key, await word] as const)))
}

/** Requires that the bank itself confirms the credits behind a payment, if the payment is above a limit of its lane. */
export function requireConfirmed(
  facts: TransferFacts,
  right: FundedRight,
  {
    lane,
    journal,
    words,
    atMs,
  }: Readonly<{ lane: LanePolicy; journal: Journal; words: BankWords; atMs: number }>,
): void {
  if (!isAskedAbout(lane.askAbove, journal.spent(lane, atMs).hour, right.tokensMinor)) return
  for (const credit of creditsToAsk(facts, right)) {
    const word = words.get(keyOf(facts.mode, credit)) ?? { says: 'nothing', why: 'no bank was asked' }
    if (word.says === 'yes') continue
    refuseUnless(word.says === 'no', 'bank_unavailable', `the bank must confirm the credit: ${word.why}`)
    throw new Refused('credit_unconfirmed', `the bank does not confirm the credit: ${word.why}`)
  }
}

/** Only buys rest on credits. A credit that operators allocated rests on their signatures: a bank without an API cannot be asked. */
function creditsToAsk(
  { right, allocations }: TransferFacts,
  { credits }: FundedRight,
): readonly CreditShare[] {
  if (right?.purpose !== 'delivery') return []
  return credits.filter((_, place) => allocations[place]?.is_by_people !== true)
}

function fundedBy(
  facts: TransferFacts,
  policy: Policy,
): Readonly<{ lane: LanePolicy; right: FundedRight }> | undefined {
  try {
    const lane = findLane(facts, policy)
    return { lane, right: judgeRight(facts, lane, policy) }
  } catch (error) {
    // Judging refuses it for the same reason.
    if (error instanceof Refused) return undefined
    throw error
  }
}

function keyOf(mode: string, { account, names, gross_minor }: CreditShare): string {
  return [mode, account, gross_minor, ...names].join('|')
}
