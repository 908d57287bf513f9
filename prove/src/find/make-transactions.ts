import { mintTokens } from '@afara/stack/chains/evm/deploy-token.ts'
import { simulatedNetworks } from '@afara/stack/chains/simulated-networks.ts'
import { openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { simulatedAccounts } from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { bodyOf, drawOrder } from '../hour/order.ts'
import type { LiveStack } from '../live-stack.ts'

/** A transaction that was accepted, and what its customer does next. */
export type Begun = Readonly<{ id: string; finish: () => Promise<void> }>

const { polygon } = simulatedNetworks
const AT_ONCE = 8
const SOLD = 1_500

type Reply = Readonly<{
  transaction: Readonly<{ transaction_id: string; deposit?: Readonly<{ address: string }> }>
  pay_link: Readonly<{
    id: string
    url: string
    transaction_id: string
    account_number: string
    amount: number
  }>
}>

/**
 * Has transactions of every kind accepted and paid by nobody yet: of ten, four buys that name their payer, two pay links with a number of
 * their own, two sells from a wallet, one sell from the balance and one withdrawal.
 */
export async function beginTransactions(stack: LiveStack, count: number): Promise<readonly Begun[]> {
  const { bank } = stack
  if (bank === undefined) throw new Error('the stack was started without a bank')
  const desk = openBankDesk(bank.adminUrl)
  const accounts = simulatedAccounts().filter(({ is_pool: isPool }) => isPool !== true)
  const nameOf = new Map(accounts.map(({ number, name }) => [number, name]))
  const business = { business_id: stack.businessId, link_tag: stack.linkTag }

  // The tokens of all sells come from one wallet of the test chain, one after the other.
  let lastMint: Promise<void> = Promise.resolve()
  const mint = async (url: string, to: string): Promise<void> => {
    lastMint = lastMint.then(async () => mintTokens(url, to, BigInt(SOLD) * 10n ** BigInt(polygon.decimals)))
    return lastMint
  }

  const buy = async (number: number): Promise<Begun> => {
    const order = drawOrder(
      number,
      accounts.map((one) => one.number),
    )
    const body = JSON.parse(bodyOf(stack, order, nameOf.get(order.account) ?? '')) as object
    const { transaction } = await post(stack, '/transactions/v1/onramp', body)
    const { account, amount, payer, reference } = order
    const payment = { account, amount: String(amount), payer, remark: reference, faults: [] }
    return { id: transaction.transaction_id, finish: async () => void (await desk.pay([payment])) }
  }
  const payLink = async (number: number): Promise<Begun> => {
    const { wallet, payer } = drawOrder(100_000 + number, ['0'])
    const { pay_link: made } = await post(stack, '/pay-links/v1', {
      ...business,
      amount: 20_000 + number,
      network: polygon.name,
      wallet_address: wallet,
      reference: `find-link-${number}`,
    })
    // Opening the page makes the vendor give a number.
    await fetch(`${stack.apiUrl}${new URL(made.url).pathname}`)
    const { pay_link: link } = await ask(stack, `/pay-links/v1/${made.id}`)
    // A number of its own asks for whole naira.
    const [amount = ''] = String(link.amount).split('.')
    const payment = { account: link.account_number, amount, payer, faults: [] }
    return { id: link.transaction_id, finish: async () => void (await desk.pay([payment])) }
  }
  const sell = async (number: number, isOfWallet: boolean): Promise<Begun> => {
    const { transaction } = await post(stack, '/transactions/v1/offramp', {
      ...business,
      type: 'sell_ramp',
      amount: SOLD,
      bank_name: 'GTBank',
      account_number: `02${String(number).padStart(8, '0')}`,
      reference: `find-sell-${number}`,
      ...(isOfWallet && {
        network: polygon.name,
        wallet_address: drawOrder(200_000 + number, ['0']).wallet,
      }),
    })
    const chain = stack.chains?.all.find(({ network }) => network === polygon.name)
    const to = transaction.deposit?.address
    const finish = async () => {
      if (to !== undefined && chain !== undefined) await mint(chain.url, to)
    }
    return { id: transaction.transaction_id, finish }
  }
  const withdrawal = async (number: number): Promise<Begun> => {
    const { transaction } = await post(stack, '/transactions/v1/withdrawals', {
      type: 'withdrawal',
      ...business,
      amount: SOLD,
      network: polygon.name,
      wallet_address: drawOrder(300_000 + number, ['0']).wallet,
      reference: `find-withdrawal-${number}`,
    })
    return { id: transaction.transaction_id, finish: async () => {} }
  }
  const begin = async (number: number): Promise<Begun> => {
    const kind = number % 10
    if (kind < 4) return buy(number)
    if (kind < 6) return payLink(number)
    return kind < 9 ? sell(number, kind < 8) : withdrawal(number)
  }
  return inTurns(count, begin)
}

/** Does `count` tasks, a few at once, and returns their results in order. */
export async function inTurns<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const turn = async () => {
    for (let number = next++; number < count; number = next++) results[number] = await work(number)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, turn))
  return results
}

async function post(stack: LiveStack, path: string, body: object): Promise<Reply> {
  return ask(stack, path, body)
}

async function ask({ apiUrl, testKey }: LiveStack, path: string, body?: object): Promise<Reply> {
  const response = await fetch(`${apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'svc-sec-key': testKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as Reply
}
