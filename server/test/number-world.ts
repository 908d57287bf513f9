import { createNumberDesk } from '@afara/server/flows/collections/number-desk.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { CollectionRail, NumberAnswer } from '@afara/server/movements/collections/collection-rail.ts'
import { createMatchingWorld, type WorldAccount } from './matching-world.ts'
import { openPayLink } from './open-pay-link.ts'
import { testKeyring } from './test-keyring.ts'

export const MINUTE = 60_000

const traits: CollectionRail['traits'] = {
  wrongAmount: 'arrives',
  topUp: 'arrives',
  showsPayerAccount: true,
  returns: 'by_payout',
  settles: 'at_once',
  cost: { millionths: 0n, fixedMinor: 0n, mostMinor: 0n },
  isRepeatable: true,
  barsRamps: false,
  standing: 'none',
}

/** Creates pay links, and vendors that give account numbers as a test says. */
export async function createNumberWorld(addresses: Parameters<typeof openPayLink>[1]) {
  const world = await createMatchingWorld()
  let vendors = 0
  let numbers = 0

  return {
    ...world,
    /** Opens a pool at a vendor of its own, and a rail that answers as the test says. */
    openRail: async (answer: () => Promise<NumberAnswer> | NumberAnswer) => {
      vendors += 1
      const vendor = `vendor${'abcdefghijklmnopqrstuvwxyz'[vendors]}`
      const [id, number] = [newId(), `88${String(vendors).padStart(8, '0')}`]
      await world.owner.query(
        `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed, is_pool)
         values ($1, 'test', 'TEST Pool', $2, 'test-bank', 'TEST BANK', $3, true)`,
        [id, number, vendor],
      )
      const asked: string[] = []
      const rail: CollectionRail = {
        vendor,
        traits,
        open: async ({ reference }) => {
          asked.push(reference)
          return answer()
        },
      }
      const account: WorldAccount = {
        id,
        number,
        payer: { accountNumber: '0123456789', bankCode: '000013', name: 'ADA' },
      }
      return { rail, account, asked }
    },
    give: (validMs = 30 * MINUTE, number?: string): NumberAnswer => {
      numbers += 1
      return {
        kind: 'given',
        number: number ?? `99${String(numbers).padStart(8, '0')}`,
        bankName: 'Wema Bank',
        accountName: 'Shop / Afara',
        validUntil: new Date(world.clock.now().getTime() + validMs),
      }
    },
    deskOf: (rails: readonly CollectionRail[], waits = {}) =>
      createNumberDesk({
        customerKeys: testKeyring,
        pool: world.api,
        clock: world.clock,
        rails: { live: [], test: rails },
        onError: (error) => {
          throw error
        },
        waits,
      }),
    openLink: async (naira?: bigint) => openPayLink(world, addresses, naira),
    /** Records a payment to a number, and matches it. Returns the line. */
    payTo: async (
      pool: WorldAccount,
      paidTo: string,
      amountMinor: bigint,
      bookedAt = world.clock.now(),
    ): Promise<string> => {
      const line = { ...world.paymentOf(pool, amountMinor, pool.payer), paidTo, bookedAt }
      const [lineId = ''] = await world.record(pool, [line])
      await world.match(pool)
      return lineId
    },
    /** Returns the accounts to which a payment went back. */
    returnsOf: async (lineId: string): Promise<string[]> => {
      const { rows } = await world.owner.query<{ number: string }>(
        'select account_number as number from credit_return where line_id = $1',
        [lineId],
      )
      return rows.map(({ number }) => number)
    },
    requestsOf: async (transactionId: string) =>
      (
        await world.owner.query(
          'select state, is_shown from collection_number where transaction_id = $1 order by asked_at, id',
          [transactionId],
        )
      ).rows,
  }
}
