import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { parseMoney } from '@afara/server/kernel/money/money.ts'
import type { DemoWorld } from './demo-world.ts'
import type { Note } from './witness/count-money.ts'

/** An order of Ada Foods with its pay page, or a cash-out of its balance. */
export type Deal = Readonly<{
  number: number
  note: Note
  transactionId: string
  /** Path of the pay page. */
  path: string
  /** Where and how to pay. Empty for a cash-out. */
  account: string
  code: string
  payer: Readonly<{ account_number: string; name: string; bank: string }>
}>

const goods = [
  ['Three crates of eggs', 20_000],
  ['Rice, 50 kg', 68_500],
  ['Palm oil, 25 litres', 42_000],
  ['Two bags of beans', 31_000],
  ['Yam, 20 tubers', 24_000],
  ['Groundnut oil, 10 litres', 18_500],
] as const
const people = ['CHIOMA NWOSU', 'EMEKA OBI', 'FOLAKE ADEYEMI', 'MUSA BELLO', 'NGOZI EZE', 'TUNDE BALOGUN']
const FIRST_ORDER = 2290
const CASH_OUT_NAIRA = 5_000

/** The shop is a customer of the api like any other: it has a key and knows nothing else about us. */
export function openShop({ stack, notesFile }: DemoWorld) {
  const { apiUrl, testKey, businessId, linkTag } = stack
  const business = { business_id: businessId, link_tag: linkTag }
  let [orders, cashOuts] = [0, 0]
  const note = (one: Note): Note => {
    appendFileSync(notesFile, `${JSON.stringify(one)}\n`)
    return one
  }
  const post = async (path: string, body: object) => postExactly(`${apiUrl}${path}`, testKey, body)

  return {
    /** Creates a pay link. Repeats the request until the api answers: the reference makes it one order. */
    order: async (): Promise<Deal> => {
      // Taken before the first await: two orders may be made at once.
      const place = orders++
      const number = FIRST_ORDER + place + 1
      const [what, naira] = goods[place % goods.length] ?? goods[0]
      const wallet = `0x${randomBytes(20).toString('hex')}`
      const { pay_link: link } = (await post('/pay-links/v1', {
        ...business,
        amount: naira,
        network: 'Polygon',
        wallet_address: wallet,
        description: `Order ${number} · ${what}`,
        reference: `order-${number}`,
      })) as { pay_link: Readonly<Record<string, string>> }
      const payer = {
        account_number: `01${String(number).padStart(8, '0')}`,
        name: people[place % people.length] ?? 'ADA OBI',
        bank: 'GTB',
      }
      return {
        number,
        note: note({
          name: `order-${number}`,
          kind: 'order',
          amountKobo: koboOf(link['amount']),
          feeKobo: koboOf(link['fee']),
          wallet,
          number: payer.account_number,
        }),
        transactionId: link['transaction_id'] ?? '',
        path: new URL(link['url'] ?? '').pathname,
        account: link['account_number'] ?? '',
        code: link['code'] ?? '',
        payer,
      }
    },
    /** Sells tokens of the balance for naira. The note is written first, because the naira may arrive before the reply. */
    cashOut: async (prepare: (beneficiary: string) => Promise<void>): Promise<Deal> => {
      const number = ++cashOuts
      const beneficiary = `02${String(number).padStart(8, '0')}`
      const promised = note({
        name: `cash-out-${number}`,
        kind: 'cash_out',
        amountKobo: String(CASH_OUT_NAIRA * 100),
        feeKobo: '0',
        wallet: null,
        number: beneficiary,
      })
      await prepare(beneficiary)
      const { transaction } = (await post('/transactions/v1/offramp', {
        ...business,
        type: 'sell_ramp',
        amount: CASH_OUT_NAIRA,
        bank_name: 'GTBank',
        account_number: beneficiary,
        reference: promised.name,
      })) as { transaction: Readonly<{ transaction_id: string; fee: string }> }
      if (koboOf(transaction.fee) !== promised.feeKobo)
        throw new Error(`the cash-out costs ${transaction.fee}, and the demo promised that it is free`)
      return {
        number,
        note: promised,
        transactionId: transaction.transaction_id,
        path: '',
        account: '',
        code: '',
        payer: { account_number: '', name: '', bank: '' },
      }
    },
  }
}

function koboOf(naira: string | undefined): string {
  return String(parseMoney(naira ?? '', 'NGN').minor)
}

const TRY_FOR_MS = 60_000

/** Sends a request that has a reference until it is answered, and returns the reply with numbers as the text that was sent. */
async function postExactly(url: string, key: string, body: object): Promise<unknown> {
  const until = performance.now() + TRY_FOR_MS
  for (;;) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'svc-sec-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined)
    const text = await reply?.text()
    if (reply?.ok === true) return readExactly(text ?? '')
    const isFinal = reply !== undefined && reply.status < 500 && reply.status !== 429
    if (isFinal || performance.now() > until)
      throw new Error(`${url} answered ${reply?.status ?? 'nothing'}: ${text ?? ''}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function readExactly(text: string): unknown {
  const keepText = (_key: string, value: unknown, context?: Readonly<{ source?: string }>): unknown =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value
  return JSON.parse(text, keepText)
}
