import type { Hex } from 'viem'
import { OddAnswer, readList, readObject, readText } from '../../vendor-json.ts'
import { createRpc, type JsonRpc } from '../json-rpc.ts'

// Every provider accepts this many calls in one request.
const CALLS_PER_REQUEST = 50
const DEFAULT_RPC_DEADLINE_MS = 5_000

export function createEvmRpc({
  url,
  deadlineMs = DEFAULT_RPC_DEADLINE_MS,
}: Readonly<{ url: string; deadlineMs?: number | undefined }>): JsonRpc {
  return createRpc({ url, deadlineMs, together: { inOneRequest: CALLS_PER_REQUEST } })
}

type BlockHead = Readonly<{ number: bigint; hash: Hex; baseFeePerGas: bigint; madeAt: Date }>

export type Log = Readonly<{ address: string; topics: readonly Hex[]; data: Hex }>

export type Receipt = Readonly<{
  hash: Hex
  blockNumber: bigint
  blockHash: Hex
  from: string
  succeeded: boolean
  gasUnits: bigint
  logs: readonly Log[]
}>

// All addresses and hashes are read in small letters, because they are compared.

export function readQuantity(value: unknown, what: string): bigint {
  const text = readText(value, what)
  if (/^0x[0-9a-f]{1,64}$/i.test(text)) return BigInt(text)
  throw new OddAnswer(`${what} is not a hexadecimal number: ${text.slice(0, 40)}`)
}

export function readData(value: unknown, what: string): Hex {
  const text = readText(value, what).toLowerCase()
  if (/^0x(?:[0-9a-f][0-9a-f])*$/.test(text)) return text as Hex
  throw new OddAnswer(`${what} is not hexadecimal data: ${text.slice(0, 40)}`)
}

export function readHash(value: unknown, what: string): Hex {
  return ofBytes(readData(value, what), 32, what)
}

export function readAddress(value: unknown, what: string): string {
  return ofBytes(readData(value, what), 20, what)
}

export function readBlockHead(value: unknown, what: string): BlockHead {
  const block = readObject(value, what)
  return {
    number: readQuantity(block['number'], `${what}.number`),
    hash: readHash(block['hash'], `${what}.hash`),
    baseFeePerGas: readQuantity(block['baseFeePerGas'], `${what}.baseFeePerGas`),
    madeAt: new Date(Number(readQuantity(block['timestamp'], `${what}.timestamp`)) * 1_000),
  }
}

/** Returns undefined if the node has no receipt. */
export function readReceipt(value: unknown): Receipt | undefined {
  if (value === null) return undefined
  const receipt = readObject(value, 'receipt')
  const status = readQuantity(receipt['status'], 'receipt.status')
  if (status > 1n) throw new OddAnswer(`receipt.status is ${status}, not 0 or 1`)
  return {
    hash: readHash(receipt['transactionHash'], 'receipt.transactionHash'),
    blockNumber: readQuantity(receipt['blockNumber'], 'receipt.blockNumber'),
    blockHash: readHash(receipt['blockHash'], 'receipt.blockHash'),
    from: readAddress(receipt['from'], 'receipt.from'),
    succeeded: status === 1n,
    gasUnits:
      readQuantity(receipt['gasUsed'], 'receipt.gasUsed') *
      readQuantity(receipt['effectiveGasPrice'], 'receipt.effectiveGasPrice'),
    logs: readList(receipt['logs'], 'receipt.logs').map(readLog),
  }
}

function readLog(value: unknown): Log {
  const log = readObject(value, 'log')
  return {
    address: readAddress(log['address'], 'log.address'),
    topics: readList(log['topics'], 'log.topics').map((topic) => readHash(topic, 'log.topics')),
    data: readData(log['data'], 'log.data'),
  }
}

function ofBytes(data: Hex, bytes: number, what: string): Hex {
  if (data.length === 2 + 2 * bytes) return data
  throw new OddAnswer(`${what} does not have ${bytes} bytes: ${data.slice(0, 80)}`)
}
