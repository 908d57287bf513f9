import { setTimeout as sleep } from 'node:timers/promises'
import { seedAccounts } from '@afara/server/entry/admin/seed-data.ts'
import { testBank } from '@afara/server/records/banks/vendor-account.ts'

type Facts = Readonly<Record<string, string>>
type Reply = { transaction: { status: string } }

const PAID_WITHIN_MS = 60_000
const payer = { name: 'ADA OBI', account_number: '0123456789', bank_name: 'GTBank' } as const

/** A buy that the seed's business may make: it says that Ada Obi has paid into the account of Ada Foods. */
export function sampleBuy({ businessId, linkTag }: Facts): object {
  const { name, accountNumber } = ownAccount()
  return {
    business_id: businessId,
    link_tag: linkTag,
    type: 'buy_ramp',
    amount: 15_000,
    vendor_name: name,
    vendor_number: accountNumber,
    vendor_bank: testBank.name,
    bank_name: payer.bank_name,
    account_number: payer.account_number,
    account_name: payer.name,
    network: 'Polygon',
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    reference: 'my-first-buy',
  }
}

/** The payment that it speaks of, for the simulated bank. */
export function samplePayment(): object {
  const { account_number, name } = payer
  return {
    payments: [
      { account: ownAccount().accountNumber, amount: '15000', payer: { account_number, name, bank: 'GTB' } },
    ],
  }
}

/**
 * Makes the buy, pays it at the simulated bank and waits until the naira has arrived. Returns how long the naira took,
 * through the bank's notification (or its list), the worker and matching.
 */
export async function payFirstBuy(
  places: { apiUrl: string; bankUrl: string },
  facts: Facts,
): Promise<number> {
  const buy = async () => {
    const url = `${places.apiUrl}/transactions/v1/onramp`
    const reply = (await post(url, sampleBuy(facts), { 'svc-sec-key': facts['testKey'] ?? '' })) as Reply
    return reply.transaction.status
  }
  await buy()
  const began = performance.now()
  await post(`${places.bankUrl}/admin/payments`, samplePayment())
  // The same again makes no second one, and tells what became of the first.
  let status = await buy()
  while (status === 'pending_payment') {
    if (performance.now() - began > PAID_WITHIN_MS)
      throw new Error(`the first buy was paid, but is still ${status} after ${PAID_WITHIN_MS / 1000} s`)
    await sleep(20)
    status = await buy()
  }
  return performance.now() - began
}

function ownAccount() {
  const account = seedAccounts.find(({ mode, business }) => mode === 'test' && business !== undefined)
  if (account === undefined) throw new Error('the seed has no test account of its business')
  return account
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
