import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { type Decimal, formatDecimal, parseDecimal } from '../../kernel/money/decimal.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { requireActor, requireApprover } from '../operators/operator-store.ts'
import { describeSides } from './choose-quotes.ts'
import { selectLastPublished } from './decision-store.ts'
import type { OperatorRate } from './judge-pair.ts'
import { describeRange, isInRange, type Pair, parsePair } from './pair.ts'
import { isWithin, rateGuards } from './rate-guards.ts'
import type { Sides } from './rate-source.ts'
import { insertOperatorRate } from './rate-store.ts'

export const MOST_HOURS = 168

/**
 * Sets the rate of a pair in place of the sources, until it expires or is set again. Operators also use this to confirm a rate that was
 * held back. Two operators are needed, because a wrong rate gives money away.
 */
export async function setOperatorRate(
  { pool, clock }: { pool: Pool; clock: Clock },
  input: {
    pair: string
    bid: string
    ask: string
    expiresInHours: number
    actor: string
    approver: string | undefined
    reason: string
  },
): Promise<OperatorRate> {
  const pair = parsePair(input.pair)
  const sides = readSides(pair, input)
  const setAt = clock.now()
  const expiresAt = readExpiry(setAt, input.expiresInHours)
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    if (actor.startsWith('system:')) {
      throw new Refusal('actor_not_a_person', 'The system cannot set a rate. Two operators must set it.')
    }
    const approvedBy = await requireApprover(sql, { actor, approver: input.approver })
    const rate = { pair, ...sides, setAt, expiresAt }
    refuseFarOff(rate, await selectLastPublished(sql, pair, setAt))
    // The audit comes first, because it refuses an empty reason.
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'rate.set',
      subject: pair,
      reason: input.reason,
      details: {
        bid: formatDecimal(sides.bid),
        ask: formatDecimal(sides.ask),
        expiresAt: expiresAt.toISOString(),
      },
    })
    await insertOperatorRate(sql, { ...rate, id: newId(), actor, approvedBy, reason: input.reason.trim() })
    return rate
  })
}

export function readSides(pair: Pair, input: { bid: string; ask: string }): { bid: Decimal; ask: Decimal } {
  const [bid, ask] = [readSide(pair, input.bid), readSide(pair, input.ask)]
  if (bid <= ask) return { bid, ask }
  throw new Refusal('rate_invalid', 'The bid must not be above the ask.')
}

function readSide(pair: Pair, text: string): Decimal {
  const value = parseDecimal(text)
  if (value !== undefined && isInRange(pair, value)) return value
  throw new Refusal(
    'rate_invalid',
    `"${text}" is not a valid rate for ${pair}. Use a decimal in the range ${describeRange(pair)}, such as 1600.5.`,
  )
}

/**
 * Refuses a rate far from the last published one. Two operators can overlook the same missing digit: 160 for 1600 is within the range of
 * the pair.
 */
function refuseFarOff({ pair, bid, ask }: OperatorRate, last: Sides | undefined): void {
  if (last === undefined) return
  const { farBps } = rateGuards
  if (isWithin(farBps, last.bid, bid) && isWithin(farBps, last.ask, ask)) return
  throw new Refusal(
    'rate_far_off',
    `${describeSides({ bid, ask })} differs by more than ${farBps / 100n} % from the last published ${pair}, ${describeSides(last)}. ` +
      'If it is right, two operators decide it: "npx afara ops rate set".',
  )
}

function readExpiry(setAt: Date, hours: number): Date {
  if (hours > 0 && hours <= MOST_HOURS) return new Date(setAt.getTime() + Math.ceil(hours * 3_600_000))
  throw new Refusal(
    'rate_expiry_invalid',
    `A rate must be valid for more than 0 and at most ${MOST_HOURS} hours. Use a number such as 2 or 0.5.`,
  )
}
