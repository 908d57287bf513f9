import type { OddLog, TokenLog } from '../../../movements/deposits/deposit-chain.ts'
import { readList, readObject, readOptionalText, readText } from '../../vendor-json.ts'
import type { Answer } from './horizon.ts'
import { readAmount, readDigits, readHash } from './horizon-values.ts'
import type { StellarAsset } from './stellar-settings.ts'
import { readToid } from './toid.ts'

export type ReadPayment = Readonly<{ log: Omit<TokenLog, 'blockHash'> } | { odd: OddLog; block: bigint }>

type Account = Readonly<{ address: string; addressOf: (id: bigint) => string; asset: StellarAsset }>

const MAX_MEMO_ID = 2n ** 64n - 1n
const PATH_PAYMENTS = new Set(['path_payment_strict_receive', 'path_payment_strict_send'])

/**
 * Reads what one operation added to the shared deposit account or took from it. The id in the address (M…) or the memo names the sell. A
 * payment without an id, or with two ids that differ, is odd and belongs to no sell. Returns undefined if the operation moved none of our
 * asset: its transaction failed, or the asset has another issuer, even if its code is the same.
 */
export function readPayment(record: Answer, account: Account): ReadPayment | undefined {
  if (record['transaction_successful'] !== true) return undefined
  const type = readText(record['type'], 'type')
  const place = readPlace(record)
  const odd = (problem: string, units: bigint): ReadPayment => ({
    block: place.block,
    odd: {
      txHash: place.txHash,
      logIndex: place.logIndex,
      problem,
      raw: withoutXdr(record),
      arrived: { block: place.block, units },
    },
  })
  if (type === 'invoke_host_function') {
    const units = movedByContract(record, account)
    return units === undefined ? undefined : odd('a contract sent the tokens, so there is no memo', units)
  }
  if (type === 'clawback') return readClawback(record, place, account)
  if (type !== 'payment' && !PATH_PAYMENTS.has(type)) return undefined
  const { asset, address } = account
  const isIn = readText(record['to'], 'to') === address && isOf(record, '', asset)
  const isOut =
    readText(record['from'], 'from') === address &&
    isOf(record, PATH_PAYMENTS.has(type) ? 'source_' : '', asset)
  if (!isIn && !isOut) return undefined
  const arrived = isIn ? readAmount(record['amount'], 'amount') : 0n
  const left = isOut ? readAmount(record[PATH_PAYMENTS.has(type) ? 'source_amount' : 'amount'], 'amount') : 0n
  if (isIn && isOut) return odd('the deposit account sent the tokens to itself', arrived - left)
  const token = `${asset.code}:${asset.issuer}`
  if (isOut) {
    const sender = readOptionalText(record['from_muxed'], 'from_muxed')
    if (sender === undefined || PATH_PAYMENTS.has(type))
      return odd('the deposit account sent the tokens, but not for a sell', -left)
    return { log: { ...place, token, sender, address: readText(record['to'], 'to'), units: left } }
  }
  const id = readId(record)
  if (typeof id === 'string') return odd(id, arrived)
  const sender = readOptionalText(record['from_muxed'], 'from_muxed') ?? readText(record['from'], 'from')
  return { log: { ...place, token, sender, address: account.addressOf(id), units: arrived } }
}

/**
 * Reads a clawback by the issuer. A clawback may name only the account. If it also has an id, the tokens of the sell with this id were
 * taken.
 */
function readClawback(
  record: Answer,
  place: ReturnType<typeof readPlace>,
  { address, asset }: Account,
): ReadPayment | undefined {
  if (readText(record['from'], 'from') !== address || !isOf(record, '', asset)) return undefined
  const sender = readOptionalText(record['from_muxed'], 'from_muxed')
  return {
    log: {
      ...place,
      token: `${asset.code}:${asset.issuer}`,
      sender: sender ?? address,
      address: readText(record['source_account'], 'source_account'),
      units: readAmount(record['amount'], 'amount'),
      ...(sender === undefined && { fromShared: true as const }),
    },
  }
}

function readPlace(record: Answer) {
  const { ledger, index } = readToid(readDigits(readText(record['id'], 'id'), 'id'))
  return { txHash: readHash(record['transaction_hash'], 'transaction_hash'), logIndex: index, block: ledger }
}

/** Returns the id of a payment's sell, or the reason why there is none. */
function readId(record: Answer): bigint | string {
  const transaction = readObject(record['transaction'], 'transaction')
  const kind = readText(transaction['memo_type'], 'memo_type')
  const memo = kind === 'id' ? readNumberOfSell(transaction['memo'], 'memo') : undefined
  const inAddress =
    readOptionalText(record['to_muxed'], 'to_muxed') === undefined
      ? undefined
      : readNumberOfSell(record['to_muxed_id'], 'to_muxed_id')
  if (memo !== undefined && inAddress !== undefined && memo !== inAddress)
    return `the address of the payment has memo ${inAddress}, but its transaction has memo ${memo}`
  const id = inAddress ?? memo
  if (id !== undefined) return id
  return kind === 'none' ? 'the payment has no memo' : `the memo of the payment is a ${kind}, not a number`
}

function readNumberOfSell(value: unknown, what: string): bigint {
  const id = readDigits(readText(value, what), what)
  if (id > MAX_MEMO_ID) throw new RangeError(`${what} is too large: ${id}`)
  return id
}

function isOf(record: Answer, prefix: '' | 'source_', { code, issuer }: StellarAsset): boolean {
  return record[`${prefix}asset_code`] === code && record[`${prefix}asset_issuer`] === issuer
}

function movedByContract(record: Answer, { address, asset }: Account): bigint | undefined {
  const changes = readList(record['asset_balance_changes'] ?? [], 'asset_balance_changes')
    .map((item) => readObject(item, 'asset_balance_change'))
    .filter((change) => isOf(change, '', asset) && (change['to'] === address || change['from'] === address))
  const moved = changes.reduce((sum, change) => {
    const units = readAmount(change['amount'], 'amount')
    return sum + (change['to'] === address ? units : 0n) - (change['from'] === address ? units : 0n)
  }, 0n)
  // An amount of zero is ignored, because anybody can make a contract send it.
  return moved === 0n ? undefined : moved
}

/** Returns the record for operators, without the XDR, which is long and repeats the same data. */
function withoutXdr({ _links, transaction, ...record }: Answer): unknown {
  const { memo, memo_type } = (transaction ?? {}) as Answer
  return { ...record, memo, memo_type }
}
