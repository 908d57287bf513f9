import type { LiveStack } from '../live-stack.ts'

/** One customer's buy and its payment. Each has its own payer and wallet. */
export type Order = Readonly<{
  reference: string
  account: string
  amount: number
  payer: Readonly<{ account_number: string; name: string; bank: string }>
  wallet: string
  network: 'Polygon' | 'Avalanche'
}>

const surnames = ['ADEYEMI', 'OKAFOR', 'IBRAHIM', 'NWOSU', 'BALOGUN', 'ETIM', 'BELLO', 'OKONKWO', 'LAWAL']
const givenNames = ['CHINEDU', 'AISHA', 'NGOZI', 'TUNDE', 'FATIMA', 'EMEKA', 'UDUAK', 'ZAINAB']
const LEAST = 15_000
const AMOUNTS = 5_000

export function drawOrder(number: number, accounts: readonly string[]): Order {
  return {
    reference: `hour-${number}`,
    account: accounts[number % accounts.length] ?? '',
    amount: LEAST + ((number * 7) % AMOUNTS),
    payer: {
      account_number: `0${String(300_000_000 + number)}`,
      name: `${surnames[number % surnames.length]} ${givenNames[number % givenNames.length]} GRACE`,
      bank: 'GTB',
    },
    wallet: `0x${(0xa0_00_00_00_00n + BigInt(number)).toString(16).padStart(38, 'b')}0c`,
    network: number % 2 === 0 ? 'Polygon' : 'Avalanche',
  }
}

export function bodyOf(
  { businessId, linkTag }: Pick<LiveStack, 'businessId' | 'linkTag'>,
  order: Order,
  vendorName: string,
): string {
  return JSON.stringify({
    business_id: businessId,
    link_tag: linkTag,
    type: 'buy_ramp',
    amount: order.amount,
    vendor_name: vendorName,
    vendor_number: order.account,
    vendor_bank: 'TEST BANK (not a bank)',
    bank_name: 'GTBank',
    account_number: order.payer.account_number,
    account_name: order.payer.name,
    network: order.network,
    wallet_address: order.wallet,
    reference: order.reference,
  })
}
