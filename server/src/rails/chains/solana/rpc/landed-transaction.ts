import { OddAnswer, readList, readNumber, readObject, readText } from '../../../vendor-json.ts'
import type { RpcCall } from '../../json-rpc.ts'
import { readCount, readError } from './rpc-values.ts'

/** The change of one token account of the requested mint. */
export type BalanceChange = Readonly<{
  address: string
  /** Index of the account in the transaction. */
  place: number
  /** The owner before the transaction, or after it if the account was opened. Undefined if the node does not return it. */
  owner: string | undefined
  units: bigint
}>

/** A transaction in a block, successful or failed. */
export type LandedTransaction = Readonly<{
  signature: string
  slot: bigint
  error: string | undefined
  feePayer: string
  /** The decrease of the fee payer's balance, in lamports. Negative if it received more than it paid. */
  cost: bigint
  /** Accounts that had no lamports before the transaction and some after it. */
  opened: ReadonlySet<string>
  changes: readonly BalanceChange[]
}>

export function transactionCall(signature: string): RpcCall {
  const options = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 }
  return ['getTransaction', signature, options]
}

/**
 * Returns undefined if the node has no such transaction at finality. Reads the balances of token accounts before and after the transaction,
 * and not its instructions, because one program can move tokens by calling another.
 */
export function readTransaction(
  answer: unknown,
  { signature, mint }: Readonly<{ signature: string; mint: string }>,
): LandedTransaction | undefined {
  if (answer === null) return undefined
  const landed = readObject(answer, 'transaction')
  const inner = readObject(landed['transaction'], 'transaction.transaction')
  const meta = readObject(landed['meta'], 'transaction.meta')
  const [shown] = readList(inner['signatures'], 'signatures')
  if (shown !== signature)
    throw new OddAnswer(`${signature} was requested, but the node returned another transaction`)
  const keys = readKeys(inner, meta)
  const before = readList(meta['preBalances'], 'preBalances').map((value) => readCount(value, 'preBalances'))
  const after = readList(meta['postBalances'], 'postBalances').map((value) =>
    readCount(value, 'postBalances'),
  )
  const [feePayer] = keys
  if (feePayer === undefined || before.length !== keys.length || after.length !== keys.length)
    throw new OddAnswer(
      `the node returned ${before.length} balances for the ${keys.length} accounts of ${signature}`,
    )
  return {
    signature,
    slot: readCount(landed['slot'], 'transaction.slot'),
    error: readError(meta['err']),
    feePayer,
    cost: (before[0] ?? 0n) - (after[0] ?? 0n),
    opened: new Set(keys.filter((_, place) => before[place] === 0n && (after[place] ?? 0n) > 0n)),
    changes: readChanges(
      meta,
      keys.map((address, place) => ({ address, isClosed: after[place] === 0n })),
      mint,
    ),
  }
}

/** Returns the static accounts, then those from lookup tables: first the writable ones, then the read-only ones. */
function readKeys(
  inner: Readonly<Record<string, unknown>>,
  meta: Readonly<Record<string, unknown>>,
): string[] {
  const listed = readList(readObject(inner['message'], 'message')['accountKeys'], 'accountKeys')
  const loaded = meta['loadedAddresses'] ?? { writable: [], readonly: [] }
  const { writable, readonly } = readObject(loaded, 'loadedAddresses')
  return [...listed, ...readList(writable, 'writable'), ...readList(readonly, 'readonly')].map((key) =>
    readText(key, 'account key'),
  )
}

type TokenBalance = Readonly<{ place: number; owner: string | undefined; units: bigint }>

function readChanges(
  meta: Readonly<Record<string, unknown>>,
  keys: ReadonlyArray<Readonly<{ address: string; isClosed: boolean }>>,
  mint: string,
): readonly BalanceChange[] {
  const before = readTokenBalances(meta['preTokenBalances'], mint)
  const after = readTokenBalances(meta['postTokenBalances'], mint)
  const places = [...new Set([...before.keys(), ...after.keys()])].toSorted((one, other) => one - other)
  return places.flatMap((place) => {
    const [was, is] = [before.get(place), after.get(place)]
    const key = keys[place]
    if (key === undefined)
      throw new OddAnswer(`a token balance is for account ${place}, which the transaction does not have`)
    // An account that is closed or not yet open has no tokens. The node omits it, or lists a closed account with its old balance.
    const units = (key.isClosed ? 0n : (is?.units ?? 0n)) - (was?.units ?? 0n)
    return units === 0n ? [] : [{ address: key.address, place, owner: was?.owner ?? is?.owner, units }]
  })
}

function readTokenBalances(value: unknown, mint: string): ReadonlyMap<number, TokenBalance> {
  const balances = readList(value, 'token balances').map((item) => readObject(item, 'token balance'))
  return new Map(
    balances
      .filter((balance) => readText(balance['mint'], 'token balance.mint') === mint)
      .map((balance) => {
        const place = readPlace(balance['accountIndex'])
        const owner = balance['owner'] === undefined ? undefined : readText(balance['owner'], 'owner')
        return [place, { place, owner, units: readUnits(balance['uiTokenAmount']) }]
      }),
  )
}

function readUnits(value: unknown): bigint {
  const text = readText(readObject(value, 'uiTokenAmount')['amount'], 'uiTokenAmount.amount')
  if (/^[0-9]{1,20}$/.test(text)) return BigInt(text)
  throw new OddAnswer(`uiTokenAmount.amount is not an amount: ${text.slice(0, 40)}`)
}

function readPlace(value: unknown): number {
  const text = readNumber(value, 'accountIndex')
  if (/^[0-9]{1,3}$/.test(text)) return Number(text)
  throw new OddAnswer(`accountIndex is not valid: ${text.slice(0, 20)}`)
}
