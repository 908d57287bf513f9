import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { employOperators, type Operators } from '@afara/stack/operators/employ-operators.ts'
import { closeTopUps } from '../buy/close-top-ups.ts'
import { gatherBuyEvidence } from '../buy/gather-buy-evidence.ts'
import { paidMinor, paymentsOf } from '../buy/payments-of.ts'
import { GTBANK } from '../buy/places.ts'
import type { Purchase, Shop } from '../buy/purchase.ts'
import type { Stage } from '../buy/stage.ts'
import { patiently } from '../credits/patiently.ts'

const WITHIN_MS = 180_000

/** Draws a customer who pays too little and gets a refund. */
export function drawShort(shop: Shop, number: number): Purchase {
  const reference = `short-${number}`
  return {
    reference,
    shop,
    account: shop.ownAccount,
    amountMinor: 2_500_000n + BigInt(number),
    payer: { account_number: `0${400_000_000 + number}`, name: 'NGOZI ADEYEMI', bank: 'GTB' },
    wallet: { network: 'Polygon', address: `0x${hash('sha256', reference).slice(0, 40)}` },
    conduct: 'underpays',
    faults: [],
  }
}

export async function payShort({ desk }: Stage, purchase: Purchase): Promise<void> {
  await desk.putHolder(GTBANK, purchase.payer.account_number, purchase.payer.name)
  await desk.pay(paymentsOf(purchase))
}

/**
 * Employs operators who refund the short payment. They also return the tokens of renamed requests that the API accepted before all journals
 * were compared: the shop was already paid for these tokens before the restore.
 */
export function employHonest(stage: Stage, purchase: Purchase, renamed: ReadonlySet<string>): Operators {
  return employOperators(stage.owner, async () => {
    await closeTopUps(stage.owner, [purchase])
    const { decide, calls } = await gatherBuyEvidence(stage, [purchase])
    return {
      decide: async (file) =>
        file.kind === 'cannot_deliver' && renamed.has(file.reference ?? '')
          ? { action: 'reject' }
          : decide(file),
      ...(calls && { calls }),
    }
  })
}

/** Returns the amount that the payer received back, by the bank's truth. */
export async function readBack({ desk }: Stage, { payer }: Purchase): Promise<bigint> {
  return (await desk.payoutTruth())
    .filter(({ number }) => number === payer.account_number)
    .flatMap(({ arrivedMinor }) => arrivedMinor)
    .reduce((sum, minor) => sum + minor, 0n)
}

/** Waits until the bank has paid the refund and it is recorded. Returns false if that takes too long. */
export async function untilRefunded(stage: Stage, purchase: Purchase): Promise<boolean> {
  const until = performance.now() + WITHIN_MS
  while (performance.now() < until) {
    const { rows } = await patiently(async () =>
      stage.owner.query(
        `select from transaction where business_id = $1 and reference = $2 and status = 'refunded'`,
        [purchase.shop.uuid, purchase.reference],
      ),
    )
    if (rows.length > 0 && (await readBack(stage, purchase)) >= paidMinor(purchase)) return true
    await sleep(300)
  }
  return false
}
