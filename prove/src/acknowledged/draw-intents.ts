import { randomInt } from 'node:crypto'
import type { Intent, Vendor } from './intent.ts'
import type { Party } from './party.ts'

const banks = [
  { name: 'GTBank', code: '000013' },
  { name: 'Zenith Bank', code: '000015' },
  { name: 'Access Bank', code: '000014' },
] as const

// Example addresses of EIP-55.
const wallets = [
  { network: 'Polygon', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
  { network: 'Polygon', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
  { network: 'Avalanche', address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' },
  { network: 'Avalanche', address: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb' },
] as const

const LEAST_BUY_MINOR = 15_000_00n
const LEAST_SELL_MINOR = 100_00n

/** Draws mostly buys and some sells from a balance, with all ways of naming a request and of retrying it. */
export function drawIntents(count: number, parties: readonly Party[], vendors: readonly Vendor[]): Intent[] {
  return Array.from({ length: count }, (_, number) => drawIntent(number, parties, vendors))
}

function drawIntent(number: number, parties: readonly Party[], vendors: readonly Vendor[]): Intent {
  const kind = isOneIn(5) ? 'sell' : 'buy'
  const isWrong = isOneIn(100)
  const names = drawNames(number, kind)
  const isNamed = names.reference !== null || names.idempotencyKey !== null
  return {
    number,
    kind,
    party: oneOf(parties),
    // A wrong intent is below the minimum of a buy or a sell.
    amountMinor: isWrong ? BigInt(1 + (number % 9_000)) : leastOf(kind) + BigInt(number),
    ...names,
    bank: oneOf(banks),
    accountNumber: String(randomInt(10 ** 10)).padStart(10, '0'),
    accountName: isOneIn(2) ? `PAYER ${number}` : null,
    // Every sell is from the balance, which moves tokens at once and is the harder case. A sell from a wallet would only wait for tokens.
    wallet: kind === 'buy' && !isOneIn(4) ? oneOf(wallets) : null,
    vendor: kind === 'buy' ? oneOf(vendors) : null,
    isPatient: isNamed && !isOneIn(20),
    habit: isNamed && !isWrong ? drawHabit() : 'once',
    isWrong,
  }
}

function leastOf(kind: Intent['kind']): bigint {
  return kind === 'buy' ? LEAST_BUY_MINOR : LEAST_SELL_MINOR
}

function drawNames(number: number, kind: Intent['kind']): Pick<Intent, 'reference' | 'idempotencyKey'> {
  const reference = `order-${number}`
  const idempotencyKey = `attempt-${number}-${randomInt(1_000_000)}`
  const draw = randomInt(10)
  if (draw < 5) return { reference, idempotencyKey: null }
  if (draw < 8) return { reference, idempotencyKey }
  // An identical unnamed sell is refused for a while, so every sell has a reference or a key.
  if (draw < 9 || kind === 'sell') return { reference: null, idempotencyKey }
  return { reference: null, idempotencyKey: null }
}

function drawHabit(): Intent['habit'] {
  const draw = randomInt(100)
  if (draw < 4) return 'twice_at_once'
  if (draw < 8) return 'again_after'
  if (draw < 10) return 'changed_after'
  return 'once'
}

function isOneIn(count: number): boolean {
  return randomInt(count) === 0
}

function oneOf<T>(values: readonly T[]): T {
  const value = values[randomInt(values.length)]
  if (value === undefined) throw new Error('the list to choose from is empty')
  return value
}
