import type { SettingReader } from '../../shared/settings.ts'
import {
  depositAddress,
  readAddress,
  readAssetSetting,
  requireAccount,
  requireDecimals,
  writeAddress,
} from '../../shared/stellar-address.ts'
import { askHorizon, denyUnless, readFields, readList, readText, waitUnless } from './ask-node.ts'
import { type Arrived, sellSalt, type TokenChain, type TokenFamily, type Witness } from './token-family.ts'

type StellarToken = Readonly<{ asset: string; sweeper: string; passphrase: string }>

type Fields = Readonly<Record<string, unknown>>

const KINDS: ReadonlySet<unknown> = new Set([
  'payment',
  'path_payment_strict_receive',
  'path_payment_strict_send',
])
// The lowest bits of an operation's id are its index in the transaction, starting at 1.

const PLACE_BITS = 12n
const UNITS_PER_KOBO = 100_000n
const AMOUNT = /^([0-9]+)\.([0-9]{7})$/

/** Deposits at the sweeper's account. Each sell has a number of its own. */
export const stellarToken: TokenFamily = {
  spell: (address) => address,
  tokenSettings: ['asset', 'sweeper'],
  askedSettings: ['passphrase'],
  readToken,
}

/**
 * Reads the settings of a token. A sell's number is derived only from the sell's business, mode and reference. A salt that is made from an
 * id starts with zeros, so all sells would have the same number.
 */
function readToken(reader: SettingReader, decimals: number | undefined): TokenChain {
  const { text } = reader
  readAssetSetting(reader)
  const [asset, sweeper] = [text('asset', /./), requireAccount(text('sweeper', /./), 'sweeper', reader)]
  if (decimals !== undefined) requireDecimals(decimals, reader)
  const asked = decimals === undefined ? undefined : { asset, sweeper, passphrase: text('passphrase', /./) }
  return {
    token: asset,
    spellHash: (hash) => hash,
    depositAddresses: (sell) => [depositAddress(sweeper, sellSalt(sell))],
    createWitness: asked && ((url) => createStellarWitness(url, asked)),
  }
}

/** Checks the payments in closed ledgers, which are final, and the number that identifies the sell. */
function createStellarWitness(url: string, token: StellarToken): Witness {
  return async (arrived, signal) => {
    const root = await askHorizon(url, '/', signal)
    waitUnless(root?.['network_passphrase'] === token.passphrase, 'the node belongs to another network')
    for (const one of arrived) {
      const transaction = await askHorizon(url, `/transactions/${one.txHash}`, signal)
      waitUnless(transaction !== undefined, `the node does not show ${one.txHash} yet`)
      const list = await askHorizon(url, `/transactions/${one.txHash}/operations?limit=200`, signal)
      waitUnless(list !== undefined, `the node does not show ${one.txHash} yet`)
      const operations = readList(readFields(list['_embedded'])['records']).map(readFields)
      requirePayment(transaction, operations, one, token)
    }
  }
}

function requirePayment(
  transaction: Fields,
  operations: readonly Fields[],
  { txHash, logIndex, address, minor }: Arrived,
  { asset, sweeper }: StellarToken,
): void {
  const payment = operations.find(({ id }) => placeOf(id) === BigInt(logIndex))
  const isIt =
    transaction['successful'] === true &&
    payment !== undefined &&
    payment['transaction_hash'] === txHash &&
    KINDS.has(payment['type']) &&
    payment['to'] === sweeper &&
    `${String(payment['asset_code'])}:${String(payment['asset_issuer'])}` === asset &&
    unitsOf(payment['amount']) / UNITS_PER_KOBO === minor &&
    addressesOf(payment, transaction, sweeper).every((one) => one === address)
  denyUnless(isIt, `${txHash} does not match the recorded deposit`)
}

/** Returns the addresses in the payment and in its memo. If both are missing, returns an empty address, which belongs to no sell. */
function addressesOf(payment: Fields, transaction: Fields, sweeper: string): readonly string[] {
  const key = readAddress(sweeper)?.key ?? new Uint8Array(32)
  const { to_muxed: muxed } = payment
  const { memo_type: kind, memo } = transaction
  const said = [
    ...(muxed === undefined ? [] : [readText(muxed)]),
    ...(kind === 'id' ? [writeAddress({ key, id: BigInt(readText(memo, /^[0-9]{1,20}$/)) })] : []),
  ]
  return said.length === 0 ? [''] : said
}

function placeOf(id: unknown): bigint {
  return (BigInt(readText(id, /^[0-9]{1,19}$/)) & ((1n << PLACE_BITS) - 1n)) - 1n
}

function unitsOf(amount: unknown): bigint {
  const [, whole = '', places = ''] = AMOUNT.exec(readText(amount, AMOUNT)) ?? []
  return BigInt(`${whole}${places}`)
}
