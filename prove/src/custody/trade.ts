import { setTimeout as sleep } from 'node:timers/promises'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { sampleBuy } from '@afara/stack/journeys/first-buy.ts'
import { sampleSell } from '@afara/stack/journeys/first-sell.ts'
import type { ChainWitness, ToldDeposit } from '../chains/chain-witness.ts'
import type { LiveStack } from '../live-stack.ts'

type Accepted = Readonly<{ transaction: Readonly<{ transaction_id: string; deposit?: ToldDeposit }> }>
type Told = Readonly<{ timeline: Readonly<{ status: string }> }>

const COMPLETED_WITHIN_MS = 180_000

/** Requests a buy to this wallet and pays it at the bank. */
export async function buy(
  stack: LiveStack,
  { network }: ChainWitness,
  { naira, wallet }: Readonly<{ naira: number; wallet: string }>,
): Promise<string> {
  const sample = sampleBuy(factsOf(stack)) as Readonly<Record<string, unknown>>
  const id = await accept(stack, 'onramp', {
    ...sample,
    amount: naira,
    network,
    wallet_address: wallet,
    reference: `custody-buy-${network}`,
  })
  const payer = { account_number: sample.account_number, name: sample.account_name, bank: 'GTB' }
  const payment = { account: sample.vendor_number, amount: `${naira}`, payer }
  await askJson(`${stack.bank?.adminUrl}/payments`, {}, { payments: [payment] })
  return id.transaction_id
}

/** Requests a sell of tokens from a wallet on this network, and returns its deposit address. */
export async function sell(stack: LiveStack, { network, senderWallet }: ChainWitness, naira: number) {
  const { transaction_id: id, deposit } = await accept(stack, 'offramp', {
    ...sampleSell(factsOf(stack)),
    amount: naira,
    network,
    wallet_address: senderWallet,
    reference: `custody-sell-${network}`,
  })
  if (deposit === undefined) throw new Error(`the answer to a sell on ${network} has no deposit address`)
  return { id, deposit }
}

/** Waits until the transaction is completed, and returns its last status. */
export async function untilCompleted(stack: LiveStack, id: string): Promise<string> {
  const deadline = performance.now() + COMPLETED_WITHIN_MS
  for (;;) {
    const url = `${stack.apiUrl}/transactions/v1/${id}/timeline`
    const { timeline } = (await askJson(url, headersOf(stack))) as Told
    if (timeline.status === 'completed' || performance.now() > deadline) return timeline.status
    await sleep(200)
  }
}

async function accept(stack: LiveStack, way: string, body: object): Promise<Accepted['transaction']> {
  const url = `${stack.apiUrl}/transactions/v1/${way}`
  return ((await askJson(url, headersOf(stack), body)) as Accepted).transaction
}

function factsOf({ businessId, linkTag }: LiveStack) {
  return { businessId, linkTag }
}

function headersOf({ testKey }: LiveStack) {
  return { 'svc-sec-key': testKey }
}
