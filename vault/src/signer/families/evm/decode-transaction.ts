import { Malformed } from '../byte-reader.ts'
import { decodeRlp, type RlpItem } from './rlp.ts'

/** What an unsigned EIP-1559 transaction says, all of it. */
export type EvmTransaction = Readonly<{
  chainId: bigint
  nonce: bigint
  maxPriorityFeePerGas: bigint
  maxFeePerGas: bigint
  gas: bigint
  /** Twenty bytes as `0x…` in lower case. */
  to: string
  value: bigint
  data: Uint8Array
}>

const TYPE = 0x02

/** Throws Malformed for everything that is not exactly the nine fields of an unsigned EIP-1559 transaction without an access list. */
export function decodeTransaction(unsigned: Uint8Array): EvmTransaction {
  if (unsigned[0] !== TYPE) throw new Malformed('it is not an EIP-1559 transaction')
  const fields = decodeRlp(unsigned.subarray(1))
  if (fields instanceof Uint8Array || fields.length !== 9) throw new Malformed('it does not have nine fields')
  const [chainId, nonce, priority, maxFee, gas, to, value, data, accessList] = fields
  if (accessList instanceof Uint8Array || accessList?.length !== 0)
    throw new Malformed('it has an access list')
  return {
    chainId: number(chainId, 'the chain id', 8),
    nonce: number(nonce, 'the nonce', 8),
    maxPriorityFeePerGas: number(priority, 'the priority fee', 32),
    maxFeePerGas: number(maxFee, 'the highest fee', 32),
    gas: number(gas, 'the gas', 8),
    to: address(to),
    value: number(value, 'the value', 32),
    data: text(data, 'the data'),
  }
}

function number(item: RlpItem | undefined, name: string, most: number): bigint {
  const bytes = text(item, name)
  if (bytes.length > most) throw new Malformed(`${name} is too large`)
  if (bytes[0] === 0) throw new Malformed(`${name} begins with a zero`)
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

function address(item: RlpItem | undefined): string {
  const bytes = text(item, 'the receiver')
  if (bytes.length !== 20) throw new Malformed('the receiver is not twenty bytes')
  return `0x${Buffer.from(bytes).toString('hex')}`
}

function text(item: RlpItem | undefined, name: string): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new Malformed(`${name} is a list`)
  return item
}
