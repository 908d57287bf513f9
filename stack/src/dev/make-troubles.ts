import { randomInt } from 'node:crypto'
import { openBankDesk } from '../simulators/bank-desk.ts'

type Places = Readonly<{ apiUrl: string; bankUrl: string }>
/** The business in test mode to which the troubles happen. */
export type TroubledBusiness = Readonly<{ key: string; businessId: string; linkTag: string }>
type Payer = Readonly<{ account_number: string; account_name: string }>
type Run = Readonly<{ transaction_id: string }>

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
/** The signer sends no more at once. After four of them what is left in a lane lasts less than two hours at that pace. */
const LARGEST_SENT = 100_000_000
const DRAINING_BUYS = 4

/** Makes troubles of a usual day through the sandbox and the faults of the simulated bank: nothing is written into the database. */
export function createTroubles({ apiUrl, bankUrl }: Places, business: TroubledBusiness) {
  const desk = openBankDesk(`${bankUrl}/admin`)
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${apiUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'svc-sec-key': business.key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read = (await reply.json()) as T
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(read)}`)
    return read
  }
  const play = async (name: string, given: object = {}): Promise<string> =>
    (await ask<{ run: Run }>(`/sandbox/v1/scenarios/${name}`, given)).run.transaction_id

  return {
    ask,
    /** Plays a scenario of the sandbox. Returns its first transaction. */
    play,
    /** Moves the clock of the business, so that what waits for a time becomes a case now. */
    waitHours: async (hours: number): Promise<void> => {
      await ask('/sandbox/v1/clock', { advance_seconds: hours * 3_600 })
    },
    /** Sells tokens. The bank asks for a one-time password that nobody enters, so nobody knows whether it pays. */
    stickPayout: async (amount: number, number = drawNumber()): Promise<string> => {
      await desk.setFault({ fault: 'otp_demanded', number, times: 1 })
      const { transaction } = await ask<{ transaction: Run }>('/transactions/v1/offramp', {
        business_id: business.businessId,
        link_tag: business.linkTag,
        type: 'sell_ramp',
        amount,
        bank_name: 'GTBank',
        account_number: number,
        network: 'Polygon',
        wallet_address: WALLET,
        reference: `stuck-${number}`,
      })
      await ask('/sandbox/v1/deposits', { transaction_id: transaction.transaction_id })
      return transaction.transaction_id
    },
    /**
     * Somebody pays, and no buy is of that amount: the only one that names them is of six times as much. Once the clock is a day ahead, people
     * are asked.
     */
    leaveUnclaimed: async (amount: number, payer: Payer): Promise<void> => {
      const given = { bank_name: 'GTBank', ...payer }
      const { run } = await ask<{ run: { payment: { vendor_number: string } } }>(
        '/sandbox/v1/scenarios/payment_without_claim',
        { ...given, amount },
      )
      const { VendorList: vendors } = await ask<{ VendorList: ReadonlyArray<Record<string, string>> }>(
        '/transactions/v1/vendors',
      )
      const vendor = vendors.find(({ vendorNumber }) => vendorNumber === run.payment.vendor_number)
      await ask('/transactions/v1/onramp', {
        business_id: business.businessId,
        link_tag: business.linkTag,
        type: 'buy_ramp',
        amount: amount * 6,
        vendor_name: vendor?.['vendorName'],
        vendor_bank: vendor?.['vendorBank'],
        vendor_number: vendor?.['vendorNumber'],
        ...given,
        reference: `unclaimed-${payer.account_number}`,
      })
    },
    /** Buys so much on a network that its lane runs short. */
    drain: async (network: string): Promise<readonly string[]> =>
      Promise.all(
        Array.from({ length: DRAINING_BUYS }, async () =>
          play('paid_exactly', { amount: LARGEST_SENT, network }),
        ),
      ),
  }
}

/** An account number that no other trouble has: the holder of an account has one name. */
export function drawNumber(): string {
  return String(randomInt(1_000_000_000, 9_999_999_999))
}
