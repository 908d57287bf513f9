import { seedAccounts } from '@afara/server/entry/admin/seed-data.ts'
import type { EvmNetworkName } from '@afara/server/kernel/networks.ts'
import { testBank } from '@afara/server/records/banks/vendor-account.ts'
import { askJson } from '../http/ask-json.ts'
import { untilCompleted } from './until-completed.ts'

type Facts = Readonly<Record<string, string>>
type Bought = { transaction: { transaction_id: string } }

export type FirstBuy = Readonly<{
  /** Time from the payment until the naira is credited. */
  paidMs: number
  /** Time from the payment until the tokens are final. */
  completedMs: number
  /** Transaction hash of the transfer. */
  hash: string
}>

const payer = { name: 'ADA OBI', account_number: '0123456789', bank_name: 'GTBank' } as const

/** A buy of the seed's business: Ada Obi pays into the account of Ada Foods. */
export function sampleBuy({ businessId, linkTag }: Facts, network: EvmNetworkName = 'Polygon'): object {
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
    network,
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    reference: 'my-first-buy',
  }
}

/** The payment for this buy at the simulated bank. */
export function samplePayment(): object {
  const { account_number, name } = payer
  return {
    payments: [
      { account: ownAccount().accountNumber, amount: '15000', payer: { account_number, name, bank: 'GTB' } },
    ],
  }
}

/**
 * Creates the buy, pays it at the simulated bank and waits until its tokens are final. This passes through the bank's notification or
 * list, matching, checks, a lane, the signer and a chain.
 */
export async function settleFirstBuy(
  places: { apiUrl: string; bankUrl: string },
  facts: Facts,
  network?: EvmNetworkName,
): Promise<FirstBuy> {
  const headers = { 'svc-sec-key': facts['testKey'] ?? '' }
  const path = `${places.apiUrl}/transactions/v1`
  const wanted = sampleBuy(facts, network)
  const { transaction: bought } = (await askJson(`${path}/onramp`, headers, wanted)) as Bought
  const began = performance.now()
  await askJson(`${places.bankUrl}/admin/payments`, {}, samplePayment())
  let paidMs: number | undefined
  const { evidence } = await untilCompleted(`${path}/${bought.transaction_id}`, headers, 'hash', (status) => {
    if (status !== 'pending_payment') paidMs ??= performance.now() - began
  })
  const completedMs = performance.now() - began
  return { paidMs: paidMs ?? completedMs, completedMs, hash: evidence }
}

function ownAccount() {
  const account = seedAccounts.find(({ mode, business }) => mode === 'test' && business !== undefined)
  if (account === undefined) throw new Error('the seed created no test vendor account for its business')
  return account
}
