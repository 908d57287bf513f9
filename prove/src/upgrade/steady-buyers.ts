import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { testBank } from '@afara/server/records/banks/vendor-account.ts'
import { accountToPay, type TwoReleases } from './two-releases.ts'

type Buy = Readonly<{ id: string; naira: number; wallet: string }>

export type Buyers = Readonly<{
  bought: readonly Buy[]
  requests(): number
  /** Why requests failed. Nobody repeats a request. */
  failures: readonly string[]
  /** Buys and pays this often, until it is stopped. */
  goOn(perSecond: number): { stop(): Promise<void> }
  buy(count: number): Promise<void>
}>

/** Customers that buy and pay at once. Each pays another amount to a wallet of its own, so that any mistake shows. */
export function createBuyers({ apiUrls, bank, seed }: TwoReleases): Buyers {
  const bought: Buy[] = []
  const failures: string[] = []
  let requests = 0
  let number = 0
  const headers = { 'svc-sec-key': seed.testKey, 'content-type': 'application/json' }
  const account = accountToPay()

  const ask = async (path: string, body?: object): Promise<unknown> => {
    // Like a proxy: each request goes to the next api that takes requests.
    const urls = apiUrls()
    const url = urls[(requests += 1) % urls.length] ?? ''
    try {
      const response = await fetch(`${url}${path}`, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.ok) return JSON.parse(text)
      failures.push(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
    } catch (error) {
      failures.push(`${path} failed: ${String((error as Error).cause ?? error)}`)
    }
    return undefined
  }

  const buyOne = async (): Promise<void> => {
    number += 1
    const naira = 20_000 + number
    const payer = { account_number: String(1_000_000_000 + number), name: `ADA ${lettersOf(number)} OBI` }
    const wallet = `0x${createHash('sha256').update(`wallet ${number}`).digest('hex').slice(0, 40)}`
    const made = (await ask('/transactions/v1/onramp', {
      business_id: seed.businessId,
      link_tag: seed.linkTag,
      type: 'buy_ramp',
      amount: naira,
      vendor_name: account.name,
      vendor_number: account.accountNumber,
      vendor_bank: testBank.name,
      bank_name: 'GTBank',
      account_number: payer.account_number,
      account_name: payer.name,
      network: 'Polygon',
      wallet_address: wallet,
      reference: `upgrade-${number}`,
    })) as { transaction: { transaction_id: string } } | undefined
    if (made === undefined) return
    bought.push({ id: made.transaction.transaction_id, naira, wallet })
    const payment = {
      account: account.accountNumber,
      amount: String(naira),
      payer: { ...payer, bank: 'GTB' },
    }
    const paid = await fetch(`${bank.adminUrl}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payments: [payment] }),
    })
    if (!paid.ok) throw new Error(`the bank answered ${paid.status}: ${await paid.text()}`)
    await ask(`/transactions/v1/${made.transaction.transaction_id}`)
  }

  return {
    bought,
    requests: () => requests,
    failures,
    buy: async (count) => {
      const one = async (): Promise<void> => {
        while (count > 0) {
          count -= 1
          await buyOne()
        }
      }
      await Promise.all([one(), one(), one(), one()])
    },
    goOn: (perSecond) => {
      const closed = new AbortController()
      const begun: Promise<unknown>[] = []
      const going = (async () => {
        while (!closed.signal.aborted) {
          begun.push(buyOne(), ask('/transactions/v1?limit=20'))
          await sleep(1000 / perSecond)
        }
      })()
      return {
        stop: async () => {
          closed.abort()
          await going
          await Promise.all(begun)
        },
      }
    },
  }
}

/** A name has no digits. */
function lettersOf(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => 'BCDFGHKLMN'[Number(digit)] ?? '')
}
