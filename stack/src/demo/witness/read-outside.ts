import type { Seen, SeenArrival, SeenLine, SeenTransfer } from './count-money.ts'

/** Addresses of the bank and the chain. The reader has no address of our database, api or vault. */
export type Outside = Readonly<{
  bankAdminUrl: string
  chainUrl: string
  token: string
  /** Our wallets that send tokens, in small letters. */
  wallets: readonly string[]
  /** Units of the token in one kobo. */
  unit: string
}>

type BankLine = Readonly<{
  id: string
  direction: 'credit' | 'debit'
  of: string | null
  settled_kobo: string
  booked_at: string
  payer: Readonly<{ account_number: string }>
}>
type BankPayout = Readonly<{
  number: string
  arrivals: ReadonlyArray<Readonly<{ kobo: string; taken_back_at: string | null }>>
}>
type TransferLog = Readonly<{ topics: readonly [string, string, string]; data: string }>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const BALANCE_OF = '0x70a08231'

/** Reads what really happened: the lines that the bank booked, the naira that arrived, and the final transfers on the chain. */
export async function readSeen({ bankAdminUrl, chainUrl, token, unit, wallets }: Outside): Promise<Seen> {
  const [lines, payouts, logs] = await Promise.all([
    readRows<BankLine>(`${bankAdminUrl}/truth`),
    readRows<BankPayout>(`${bankAdminUrl}/truth/payouts`),
    askNode<TransferLog[]>(chainUrl, 'eth_getLogs', {
      address: token,
      topics: [TRANSFER],
      fromBlock: '0x0',
      toBlock: 'finalized',
    }),
  ])
  return {
    lines: lines.map(toLine),
    arrivals: payouts.flatMap(toArrivals),
    transfers: logs.map((log) => toTransfer(log, BigInt(unit))).filter(({ to }) => !wallets.includes(to)),
  }
}

function toLine({ id, direction, of, settled_kobo, booked_at, payer }: BankLine): SeenLine {
  return {
    id,
    direction,
    of,
    kobo: BigInt(settled_kobo),
    bookedAt: Date.parse(booked_at),
    payerNumber: payer.account_number,
  }
}

function toArrivals({ number, arrivals }: BankPayout): SeenArrival[] {
  return arrivals.flatMap(({ kobo, taken_back_at }) =>
    taken_back_at === null ? [{ number, kobo: BigInt(kobo) }] : [],
  )
}

/** Every transfer counts, also one that we did not send; tokens that were created for our own wallets are not for a customer. */
function toTransfer({ topics, data }: TransferLog, unit: bigint): SeenTransfer {
  return { to: `0x${topics[2].slice(26)}`.toLowerCase(), kobo: BigInt(data) / unit }
}

/** Reads what is there now: kobo at our collection and payout accounts, and tokens in our wallets. */
export async function readHoldings({ bankAdminUrl, chainUrl, token, wallets, unit }: Outside) {
  type Accounts = Readonly<{ accounts: ReadonlyArray<Readonly<Record<string, string>>> }>
  const read = async (path: string) => (await (await ask(`${bankAdminUrl}${path}`)).json()) as Accounts
  const [collections, payouts] = [await read('/accounts'), await read('/payout-accounts')]
  const sum = ({ accounts }: Accounts) =>
    accounts.reduce((total, account) => total + BigInt(account['balance'] ?? '0'), 0n)
  let units = 0n
  for (const wallet of wallets) {
    const data = `${BALANCE_OF}${wallet.slice(2).padStart(64, '0')}`
    units += BigInt(await askNode<string>(chainUrl, 'eth_call', { to: token, data }, 'finalized'))
  }
  return { bank: sum(collections), payouts: sum(payouts), tokens: units / BigInt(unit) }
}

async function readRows<T>(url: string): Promise<T[]> {
  const text = await (await ask(url)).text()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

async function askNode<T>(url: string, method: string, ...params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await ask(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await reply.json()) as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(error.message)
  return result
}

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  return reply
}
