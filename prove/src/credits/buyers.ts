import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderedPayment } from '@afara/stack/simulators/bank-desk.ts'
import type { Random } from '../fuzz/random.ts'
import type { LiveStack } from '../live-stack.ts'
import { places } from './places.ts'

/** A buy and the payer who really pays for it. */
export type Buyer = Readonly<{
  reference: string
  account: string
  amount: number
  payer: Readonly<{ account_number: string; name: string; bank: string }>
}>

const LONGEST_MS = 120_000
// None of these hides the payer.
const harmless = [[], [], ['hook_five_times'], ['hook_out_of_order'], ['requery_late'], ['hook_wrong_amount']]
const surnames = ['ADEYEMI', 'OKAFOR', 'IBRAHIM', 'NWOSU', 'BALOGUN', 'ETIM', 'BELLO']
const givenNames = ['CHINEDU', 'AISHA', 'NGOZI', 'TUNDE', 'FATIMA', 'EMEKA', 'UDUAK']

export type Buyers = ReturnType<typeof createBuyers>

/** Creates customers of one business. They buy over HTTP and pay from their own accounts, among all other payments. */
export function createBuyers(stack: LiveStack, vendorNames: ReadonlyMap<string, string>, random: Random) {
  const buyers: Buyer[] = []
  const accepted = new Set<string>()

  const post = async (buyer: Buyer): Promise<number> => {
    const response = await fetch(`${stack.apiUrl}/transactions/v1/onramp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'svc-sec-key': stack.testKey },
      body: JSON.stringify({
        business_id: stack.businessId,
        link_tag: stack.linkTag,
        type: 'buy_ramp',
        amount: buyer.amount,
        vendor_name: vendorNames.get(buyer.account),
        vendor_number: buyer.account,
        vendor_bank: 'TEST BANK (not a bank)',
        bank_name: 'GTBank',
        account_number: buyer.payer.account_number,
        account_name: buyer.payer.name,
        network: 'Polygon',
        wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
        reference: buyer.reference,
      }),
    })
    if (
      response.status !== 200 &&
      response.status < 500 &&
      response.status !== 429 &&
      response.status !== 422
    )
      throw new Error(`a buy was refused: ${response.status} ${await response.text()}`)
    await response.body?.cancel()
    return response.status
  }

  return {
    all: (): readonly Buyer[] => buyers,
    accepted: (): number => accepted.size,
    draw: (): Buyer => {
      const number = buyers.length
      const told = places.filter(({ hasFeed }) => hasFeed)
      const buyer = {
        reference: `credits-buy-${number}`,
        account: told[number % told.length]?.number ?? '',
        // Whole naira. No other payment has such an amount, except decoys.
        amount: 120_000 + 7 * number,
        payer: {
          account_number: `0${String(500_000_000 + number)}`,
          name: `${random.pick(surnames)} ${random.pick(givenNames)} ${random.pick(['GRACE', 'DAVID', 'IFEANYI'])}`,
          bank: 'GTB',
        },
      }
      buyers.push(buyer)
      return buyer
    },
    /** Sends the buy until it is accepted. A frozen account accepts no buys until operators unfreeze it. */
    buy: async (buyer: Buyer): Promise<void> => {
      const until = performance.now() + LONGEST_MS
      for (;;) {
        const status = await post(buyer).catch((error: Error) => {
          if (error.message.startsWith('a buy')) throw error
          return 0
        })
        if (status === 200) {
          accepted.add(buyer.reference)
          return
        }
        if (performance.now() > until)
          throw new Error(`${buyer.reference} was not accepted in time: ${status}`)
        await sleep(250)
      }
    },
    payment: ({ account, amount, payer, reference }: Buyer): OrderedPayment => ({
      account,
      amount: String(amount),
      payer,
      remark: reference,
      faults: random.pick(harmless),
    }),
    /** Returns a payment of the same amount by another payer. */
    decoy: ({ account, amount }: Buyer): OrderedPayment => ({
      account,
      amount: String(amount),
      remark: 'decoy',
      faults: [],
    }),
  }
}
