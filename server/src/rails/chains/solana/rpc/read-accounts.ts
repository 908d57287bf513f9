import { OddAnswer, readList } from '../../../vendor-json.ts'
import type { JsonRpc, RpcCall } from '../../json-rpc.ts'
import { encodeBase58 } from '../addresses/base58.ts'
import { type Account, readAccount, readContext } from './rpc-values.ts'

type Commitment = 'confirmed' | 'finalized'

type ReadAccounts = Readonly<{
  accounts: ReadonlyArray<Account | undefined>
  /** The slots at which the accounts were read. They are equal unless the accounts needed several requests. */
  oldest: bigint
  newest: bigint
}>

const ACCOUNTS_PER_CALL = 100

export async function readAccounts(
  rpc: JsonRpc,
  addresses: readonly string[],
  commitment: Commitment,
  signal: AbortSignal,
): Promise<ReadAccounts> {
  const calls: RpcCall[] = []
  for (let first = 0; first < addresses.length; first += ACCOUNTS_PER_CALL) {
    const part = addresses.slice(first, first + ACCOUNTS_PER_CALL)
    calls.push(['getMultipleAccounts', part, { commitment, encoding: 'base64' }])
  }
  const read = (await rpc.ask(calls, signal)).map((answer) => readContext(answer, 'accounts'))
  const accounts = read.flatMap(({ value }) => readList(value, 'accounts').map(readAccount))
  if (accounts.length !== addresses.length)
    throw new OddAnswer(`the node returned ${accounts.length} accounts for ${addresses.length} addresses`)
  const slots = read.map(({ slot }) => slot).toSorted((one, other) => (one < other ? -1 : 1))
  return { accounts, oldest: slots[0] ?? 0n, newest: slots.at(-1) ?? 0n }
}

export type TokenAccount = Readonly<{
  mint: string
  owner: string
  units: bigint
  isFrozen: boolean
  /** The account accepts only transfers with a memo (an extension of Token-2022). */
  wantsMemo: boolean
}>

/** Minimum balance of a token account, in lamports. */
export const TOKEN_ACCOUNT_RENT = 2_039_280n

// mint 32, owner 32, amount 8, delegate 36, state 1, is native 12, delegated amount 8, close authority 36.
export const TOKEN_ACCOUNT_LENGTH = 165
const STATE_AT = 108
const STATE_FROZEN = 2
// In longer accounts, the byte after the base layout is the kind of account. The extensions follow it.
const KIND_TOKEN_ACCOUNT = 2
const MEMO_EXTENSION = 8

/** Returns undefined if it is not a token account of this program. */
export function readTokenAccount(
  account: Account | undefined,
  tokenProgram: string,
): TokenAccount | undefined {
  if (account === undefined || account.owner !== tokenProgram) return undefined
  const data = Buffer.from(account.data)
  const isTokenAccount =
    data.length === TOKEN_ACCOUNT_LENGTH ||
    (data.length > TOKEN_ACCOUNT_LENGTH && data[TOKEN_ACCOUNT_LENGTH] === KIND_TOKEN_ACCOUNT)
  if (!isTokenAccount || data[STATE_AT] === 0) return undefined
  const memo = readExtensions(data).find(({ type }) => type === MEMO_EXTENSION)
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    units: data.readBigUInt64LE(64),
    isFrozen: data[STATE_AT] === STATE_FROZEN,
    wantsMemo: memo?.value[0] === 1,
  }
}

export type Extension = Readonly<{ type: number; value: Uint8Array }>

/** Reads the Token-2022 extensions after an account or a mint: type, length and value. Type 0 marks the unused rest. */
export function readExtensions(data: Buffer): readonly Extension[] {
  const extensions: Extension[] = []
  for (let at = TOKEN_ACCOUNT_LENGTH + 1; at + 4 <= data.length; ) {
    const [type, length] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
    if (type === 0) break
    if (at + 4 + length > data.length) throw new Error('an extension is longer than its account')
    extensions.push({ type, value: data.subarray(at + 4, at + 4 + length) })
    at += 4 + length
  }
  return extensions
}
