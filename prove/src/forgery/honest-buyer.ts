import { setTimeout as sleep } from 'node:timers/promises'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { sampleBuy } from '@afara/stack/journeys/first-buy.ts'
import type { LiveStack } from '../live-stack.ts'

/** The account into which the honest customers pay. Nobody invents credits there. */
const ACCOUNT = '0000000003'
const EVERY_MS = 2_000
const LOOK_MS = 50

export type HonestBuyer = Readonly<{
  /** Returns the seconds of each buy that was paid since the last call, from the payment until its tokens are final. */
  take(): readonly number[]
  /** Waits for the last buys. Returns how many never completed. */
  stop(): Promise<number>
}>

/** Buys on Avalanche again and again, beside the attack. */
export function startHonestBuyer(stack: LiveStack): HonestBuyer {
  const facts = { businessId: stack.businessId, linkTag: stack.linkTag }
  const headers = { 'svc-sec-key': stack.testKey }
  const path = `${stack.apiUrl}/transactions/v1`
  const buys: Array<Promise<void>> = []
  const done: number[] = []
  let failed = 0
  const stopping = new AbortController()
  const buyOnce = async (turn: number): Promise<number | undefined> => {
    const amount = 15_000 + turn
    const { transaction } = (await askJson(`${path}/onramp`, headers, {
      ...sampleBuy(facts, 'Avalanche'),
      amount,
      reference: `honest-${turn}`,
    })) as { transaction: { transaction_id: string } }
    const paidAt = performance.now()
    await askJson(
      `${stack.bank?.adminUrl}/payments`,
      {},
      {
        payments: [
          {
            account: ACCOUNT,
            amount: `${amount}`,
            payer: { account_number: '0123456789', name: 'ADA OBI', bank: 'GTB' },
          },
        ],
      },
    )
    while (performance.now() - paidAt < 90_000) {
      const { timeline } = (await askJson(`${path}/${transaction.transaction_id}/timeline`, headers)) as {
        timeline: { status: string }
      }
      if (timeline.status === 'completed') return (performance.now() - paidAt) / 1_000
      await sleep(LOOK_MS)
    }
    return undefined
  }
  const keep = async (turn: number): Promise<void> => {
    const took = await buyOnce(turn).catch(() => undefined)
    if (took === undefined) failed += 1
    else done.push(took)
  }
  const loop = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      buys.push(keep(turn))
      await sleep(EVERY_MS)
    }
  })()
  return {
    take: () => done.splice(0),
    stop: async () => {
      stopping.abort()
      await loop
      await Promise.all(buys)
      return failed
    },
  }
}
