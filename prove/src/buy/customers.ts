import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../fuzz/random.ts'
import { naira, type Purchase } from './purchase.ts'

/** What one customer was told, by their own notes. */
export type Note = Readonly<{
  reference: string
  asked: number
  /** The ids that were ever answered for this reference; more than one would be two buys. */
  acknowledged: ReadonlySet<string>
  refused: string | undefined
}>

export type Customers = Readonly<{
  /** Asks until there is an answer, and now and then once more. Never throws. */
  ask(purchase: Purchase): Promise<void>
  notes(): ReadonlyMap<string, Note>
  close(): void
}>

type Answer = Readonly<{ status: number; text: string }>

const ASKED_FOR_MS = 180_000
const ANSWERED_WITHIN_MS = 10_000

/** The businesses' own servers: they know only what HTTP told them, and write it down. */
export function createCustomers(
  apiUrl: string,
  vendorNames: ReadonlyMap<string, string>,
  random: Random,
): Customers {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const notes = new Map<string, Note & { acknowledged: Set<string> }>()

  const askOnce = async (purchase: Purchase, note: { asked: number; acknowledged: Set<string> }) => {
    note.asked += 1
    const answer = await post(agent, `${apiUrl}/transactions/v1/onramp`, purchase, vendorNames).catch(
      () => undefined,
    )
    if (answer === undefined || answer.status >= 500 || answer.status === 429) return undefined
    if (answer.status !== 200) return answer
    const { transaction } = JSON.parse(answer.text) as { transaction: { transaction_id: string } }
    note.acknowledged.add(transaction.transaction_id)
    return answer
  }

  return {
    ask: async (purchase) => {
      const { reference } = purchase
      const note = {
        reference,
        asked: 0,
        acknowledged: new Set<string>(),
        refused: undefined as string | undefined,
      }
      notes.set(reference, note)
      const until = performance.now() + ASKED_FOR_MS
      // Who got no answer asks again; some are impatient and ask twice at once, or again although they know.
      let wanted = random.oneIn(6) ? 2 : 1
      if (random.oneIn(10)) await Promise.all([askOnce(purchase, note), askOnce(purchase, note)])
      while (wanted > 0 && performance.now() < until) {
        const answer = await askOnce(purchase, note)
        if (answer?.status === 200) wanted -= 1
        else if (answer !== undefined) {
          // An account that people stopped takes buys again later.
          note.refused = `${answer.status} ${answer.text}`
          await sleep(500)
        } else await sleep(random.between(50, 400))
      }
      if (note.acknowledged.size > 0) note.refused = undefined
    },
    notes: () => notes,
    close: () => agent.destroy(),
  }
}

async function post(
  agent: Agent,
  url: string,
  purchase: Purchase,
  vendorNames: ReadonlyMap<string, string>,
): Promise<Answer> {
  const body = bodyOf(purchase, vendorNames)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'svc-sec-key': purchase.shop.key,
  }
  return new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers, timeout: ANSWERED_WITHIN_MS }
    const outgoing = request(url, options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The amount is written as a number of the wire without passing through one of ours. */
function bodyOf(purchase: Purchase, vendorNames: ReadonlyMap<string, string>): string {
  const { shop, account, payer, wallet, reference, amountMinor } = purchase
  const rest = JSON.stringify({
    business_id: shop.businessId,
    link_tag: shop.linkTag,
    type: 'buy_ramp',
    vendor_name: vendorNames.get(account),
    vendor_number: account,
    vendor_bank: 'TEST BANK (not a bank)',
    bank_name: 'GTBank',
    account_number: payer.account_number,
    account_name: payer.name,
    reference,
    ...(wallet && { network: wallet.network, wallet_address: wallet.address }),
  })
  return `{"amount":${naira(amountMinor)},${rest.slice(1)}`
}
