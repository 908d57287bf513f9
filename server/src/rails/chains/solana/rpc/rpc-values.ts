import { mapJson, OddAnswer, readList, readNumber, readObject, readText } from '../../../vendor-json.ts'

export type Account = Readonly<{ lamports: bigint; owner: string; isExecutable: boolean; data: Uint8Array }>

/** The status of a transaction in a block: whether it is final, and its error as text. */
export type SignatureStatus = Readonly<{ slot: bigint; isFinal: boolean; error: string | undefined }>

export type ListedSignature = SignatureStatus & Readonly<{ signature: string }>

export function readCount(value: unknown, what: string): bigint {
  const text = readNumber(value, what)
  if (/^[0-9]{1,20}$/.test(text)) return BigInt(text)
  throw new OddAnswer(`${what} is not a whole number: ${text.slice(0, 40)}`)
}

/** Reads a value and the slot at which the node read it. */
export function readContext(value: unknown, what: string): Readonly<{ slot: bigint; value: unknown }> {
  const answer = readObject(value, what)
  return {
    slot: readCount(readObject(answer['context'], `${what}.context`)['slot'], `${what}.slot`),
    value: answer['value'],
  }
}

/** Returns undefined if the account does not exist or has no lamports, because the network removes empty accounts. */
export function readAccount(value: unknown): Account | undefined {
  if (value === null) return undefined
  const account = readObject(value, 'account')
  const lamports = readCount(account['lamports'], 'account.lamports')
  if (lamports === 0n) return undefined
  const [data, encoding] = readList(account['data'], 'account.data')
  if (encoding !== 'base64') throw new OddAnswer('account.data is not base64')
  return {
    lamports,
    owner: readText(account['owner'], 'account.owner'),
    isExecutable: account['executable'] === true,
    data: Buffer.from(readText(data, 'account.data'), 'base64'),
  }
}

/** Returns undefined if the node does not know the transaction. */
export function readStatus(value: unknown): SignatureStatus | undefined {
  if (value === null) return undefined
  const status = readObject(value, 'status')
  return {
    slot: readCount(status['slot'], 'status.slot'),
    isFinal: status['confirmationStatus'] === 'finalized',
    error: readError(status['err']),
  }
}

export function readListed(value: unknown): ListedSignature {
  const status = readStatus(value)
  if (status === undefined) throw new OddAnswer('a listed signature is not an object')
  return { ...status, signature: readText(readObject(value, 'listed')['signature'], 'listed.signature') }
}

export function readError(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  const plain = mapJson(value, (scalar) =>
    typeof scalar === 'object' && scalar !== null ? scalar.digits : scalar,
  )
  return (typeof plain === 'string' ? plain : JSON.stringify(plain)).slice(0, 200)
}
