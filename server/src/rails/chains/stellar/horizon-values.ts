import { OddAnswer, readList, readNumber, readObject, readText } from '../../vendor-json.ts'
import type { Answer, Horizon } from './horizon.ts'
import type { StellarAsset } from './stellar-settings.ts'

type Ledger = Readonly<{
  sequence: bigint
  hash: string
  closedAtSeconds: bigint
  /** The base reserve in stroops. */
  baseReserve: bigint
}>

/** An account's balance and limits for one asset. */
type Trustline = Readonly<{ units: bigint; roomUnits: bigint; isAuthorized: boolean }>

export type Account = Readonly<{
  address: string
  sequence: bigint
  /** Balance in stroops, minus the lumens that its sell offers promise. */
  lumens: bigint
  /** Number of base reserves that the account must keep. */
  reserves: bigint
  /** Undefined if the account has no trustline for the asset. */
  trustline: Trustline | undefined
  asksForMemo: boolean
  lastModifiedLedger: bigint
}>

export async function readHead(horizon: Horizon, signal: AbortSignal): Promise<Ledger> {
  const [newest] = recordsIn(await horizon.get('/ledgers?order=desc&limit=1', signal))
  return readLedger(newest)
}

export function readLedger(value: unknown): Ledger {
  const ledger = readObject(value, 'ledger')
  const closedAt = Date.parse(readText(ledger['closed_at'], 'closed_at'))
  if (Number.isNaN(closedAt)) throw new OddAnswer('closed_at is not a time')
  return {
    sequence: readDigits(readNumber(ledger['sequence'], 'sequence'), 'sequence'),
    hash: readHash(ledger['hash'], 'hash'),
    closedAtSeconds: BigInt(Math.floor(closedAt / 1000)),
    baseReserve: readDigits(
      readNumber(ledger['base_reserve_in_stroops'], 'base_reserve_in_stroops'),
      'base_reserve_in_stroops',
    ),
  }
}

/** Checks the network, because a provider may fail over to another one. */
export async function requireNetwork(
  horizon: Horizon,
  passphrase: string,
  signal: AbortSignal,
): Promise<void> {
  const found = readText((await horizon.get('/', signal))['network_passphrase'], 'network_passphrase')
  if (found !== passphrase)
    throw new OddAnswer(`the node is on the network "${found.slice(0, 80)}", not "${passphrase}"`)
}

/** Returns undefined if the account does not exist. */
export async function findAccount(
  horizon: Horizon,
  address: string,
  asset: StellarAsset,
  signal: AbortSignal,
): Promise<Account | undefined> {
  const answer = await horizon.find(`/accounts/${address}`, signal)
  return answer && readAccount(answer, address, asset)
}

export async function readOwnAccount(
  horizon: Horizon,
  address: string,
  asset: StellarAsset,
  signal: AbortSignal,
): Promise<Account> {
  const found = await findAccount(horizon, address, asset, signal)
  if (found === undefined) throw new OddAnswer(`account ${address} does not exist`)
  return found
}

function readAccount(answer: Answer, address: string, asset: StellarAsset): Account {
  const id = readText(answer['account_id'], 'account_id')
  if (id !== address) throw new OddAnswer(`${address} was requested, but the node returned ${id}`)
  const balances = readList(answer['balances'], 'balances').map((item) => readObject(item, 'balance'))
  const native = balances.find((balance) => balance['asset_type'] === 'native')
  // The code alone does not identify an asset, because any account may issue one with the same code.
  const line = balances.find(
    (balance) => balance['asset_code'] === asset.code && balance['asset_issuer'] === asset.issuer,
  )
  return {
    address,
    sequence: readDigits(readText(answer['sequence'], 'sequence'), 'sequence'),
    lumens: readAmount(native?.['balance'], 'balance') - liabilitiesIn(native, 'selling_liabilities'),
    reserves:
      ACCOUNT_RESERVES +
      countIn(answer, 'subentry_count') +
      countIn(answer, 'num_sponsoring') -
      countIn(answer, 'num_sponsored'),
    trustline: line && readTrustline(line),
    asksForMemo: isMemoAsked(answer['data']),
    lastModifiedLedger: readDigits(
      readNumber(answer['last_modified_ledger'], 'last_modified_ledger'),
      'last_modified_ledger',
    ),
  }
}

// Each account keeps two reserves, and one more for each entry that it owns: a trustline, an offer, a signer or a data entry.
const ACCOUNT_RESERVES = 2n

/** Returns the lumens that can pay a fee, in stroops. The reserve cannot be spent. */
export function spendableLumens({ lumens, reserves }: Account, baseReserve: bigint): bigint {
  const spendable = lumens - reserves * baseReserve
  return spendable > 0n ? spendable : 0n
}

function readTrustline(line: Answer): Trustline {
  const units = readAmount(line['balance'], 'balance')
  return {
    units,
    roomUnits: readAmount(line['limit'], 'limit') - units - liabilitiesIn(line, 'buying_liabilities'),
    isAuthorized: line['is_authorized'] === true,
  }
}

function liabilitiesIn(balance: Answer | undefined, what: string): bigint {
  const promised = balance?.[what]
  return promised === undefined ? 0n : readAmount(promised, what)
}

function countIn(answer: Answer, what: string): bigint {
  return readDigits(readNumber(answer[what], what), what)
}

/** Whether the account requires a memo. By SEP-29 it then has the data entry `config.memo_required` with the value `1`. */
function isMemoAsked(data: unknown): boolean {
  if (data === undefined || data === null) return false
  const asked = readObject(data, 'data')['config.memo_required']
  return typeof asked === 'string' && Buffer.from(asked, 'base64').toString() === '1'
}

export function recordsIn(answer: Answer): readonly unknown[] {
  return readList(readObject(answer['_embedded'], '_embedded')['records'], 'records')
}

export function readDigits(text: string, what: string): bigint {
  if (!/^[0-9]+$/.test(text)) throw new OddAnswer(`${what} is not a number: ${text.slice(0, 40)}`)
  return BigInt(text)
}

export function readHash(value: unknown, what: string): string {
  const text = readText(value, what).toLowerCase()
  if (/^[0-9a-f]+$/.test(text) && text.length === 64) return text
  throw new OddAnswer(`${what} is not a hash: ${text.slice(0, 80)}`)
}

/** Every asset on Stellar, lumens included, has this many decimals. */
export const STELLAR_DECIMALS = 7

const UNITS_PER_WHOLE = 10n ** BigInt(STELLAR_DECIMALS)

/** Reads an amount in Horizon's format and returns it in the smallest units. */
export function readAmount(value: unknown, what: string): bigint {
  const text = readText(value, what)
  const [, whole, places] = /^([0-9]+)\.([0-9]{7})$/.exec(text) ?? []
  if (whole === undefined || places === undefined)
    throw new OddAnswer(`${what} is not an amount: ${text.slice(0, 40)}`)
  return BigInt(whole) * UNITS_PER_WHOLE + BigInt(places)
}

export function writeAmount(units: bigint): string {
  return `${units / UNITS_PER_WHOLE}.${(units % UNITS_PER_WHOLE).toString().padStart(STELLAR_DECIMALS, '0')}`
}
