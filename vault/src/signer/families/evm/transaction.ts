import { keccak_256 } from '@noble/hashes/sha3.js'
import { fromHex, toHex } from '../../../shared/bytes.ts'
import type { Signature } from '../../keys/verified-key.ts'
import { Malformed } from '../byte-reader.ts'
import type { Signable } from '../family.ts'
import { decodeRlp, encodeRlp, numberBytes, type RlpItem } from './rlp.ts'

/** All fields of an unsigned EIP-1559 transaction. */
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

type TransferCall = Readonly<{ /** `0x…` in lower case. */ to: string; units: bigint }>

type EvmSweeper = Readonly<{ chainId: bigint; factory: string; token: string }>

type EvmSweep = Readonly<{
  nonce: bigint
  salts: readonly string[]
  fees: Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; gas: bigint }>
}>

const TYPE = 0x02
// transfer(address,uint256)
const TRANSFER_SELECTOR = 'a9059cbb'
const TRANSFER_SIZE = 4 + 32 + 32
// sweep(bytes32[],address)
const SWEEP_SELECTOR = '177a3f17'
const WORD_HEX = 64

/** Throws Malformed unless the bytes are exactly the nine fields of an unsigned EIP-1559 transaction without an access list. */
export function decodeTransaction(unsigned: Uint8Array): EvmTransaction {
  if (unsigned[0] !== TYPE) throw new Malformed('the bytes are not an EIP-1559 transaction')
  const fields = decodeRlp(unsigned.subarray(1))
  if (fields instanceof Uint8Array || fields.length !== 9)
    throw new Malformed('the transaction does not have nine fields')
  const [chainId, nonce, priority, maxFee, gas, to, value, data, accessList] = fields
  if (accessList instanceof Uint8Array || accessList?.length !== 0)
    throw new Malformed('the transaction has an access list')
  return {
    chainId: number(chainId, 'the chain id', 8),
    nonce: number(nonce, 'the nonce', 8),
    maxPriorityFeePerGas: number(priority, 'the priority fee', 32),
    maxFeePerGas: number(maxFee, 'the maximum fee', 32),
    gas: number(gas, 'the gas limit', 8),
    to: address(to),
    value: number(value, 'the value', 32),
    data: text(data, 'the data'),
  }
}

function number(item: RlpItem | undefined, name: string, most: number): bigint {
  const bytes = text(item, name)
  if (bytes.length > most) throw new Malformed(`${name} is too large`)
  if (bytes[0] === 0) throw new Malformed(`${name} begins with a zero byte`)
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

/** Reads exactly one call of an ERC-20's `transfer`. Refuses extra bytes, because one contract may ignore them and another may use them. */
export function decodeTransferCall(data: Uint8Array): TransferCall {
  const hex = Buffer.from(data).toString('hex')
  if (!hex.startsWith(TRANSFER_SELECTOR))
    throw new Malformed('the transaction does not call transfer(address,uint256)')
  if (data.length !== TRANSFER_SIZE) throw new Malformed('the call does not have exactly two arguments')
  if (!hex.startsWith('0'.repeat(24), 8)) throw new Malformed('the receiver is longer than an address')
  return { to: `0x${hex.slice(32, 72)}`, units: BigInt(`0x${hex.slice(72)}`) }
}

/** Builds the whole transaction from the policy and the order. The caller sends no bytes, so the caller cannot add anything else. */
export function encodeSweep(
  { chainId, factory, token }: EvmSweeper,
  { nonce, salts, fees }: EvmSweep,
): Uint8Array {
  const fields = encodeRlp([
    numberBytes(chainId),
    numberBytes(nonce),
    numberBytes(fees.maxPriorityFeePerGas),
    numberBytes(fees.maxFeePerGas),
    numberBytes(fees.gas),
    bytesOf(factory.slice(2)),
    numberBytes(0n),
    bytesOf(encodeCall(salts, token)),
    [],
  ])
  return new Uint8Array(Buffer.concat([Buffer.from([0x02]), fields]))
}

/** The list argument is encoded as its offset, which is after the two words of the arguments. */
function encodeCall(salts: readonly string[], token: string): string {
  return [
    SWEEP_SELECTOR,
    word(64n),
    token.slice(2).padStart(WORD_HEX, '0'),
    word(BigInt(salts.length)),
    ...salts.map((salt) => salt.slice(2)),
  ].join('')
}

function word(value: bigint): string {
  return value.toString(16).padStart(WORD_HEX, '0')
}

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(`0x${hex}`)
  if (bytes === undefined) throw new Error('this is not a hex string')
  return bytes
}

/** Returns unsigned bytes with the key that must sign their hash. */
export function signable(unsigned: Uint8Array, key: string): Signable {
  const digest = hashTransaction(unsigned)
  return {
    digest,
    payload: digest,
    keys: [key],
    assemble: ([signature]) => {
      if (signature === undefined || signature instanceof Uint8Array)
        throw new Malformed('the signature is not a secp256k1 signature')
      const raw = assembleTransaction(unsigned, signature)
      return { raw, hash: toHex(hashTransaction(raw)) }
    },
  }
}

/** Returns the bytes for a node, made of unsigned bytes that were decoded before and the signature over their hash. */
export function assembleTransaction(unsigned: Uint8Array, { r, s, recovery }: Signature): Uint8Array {
  const fields = decodeRlp(unsigned.subarray(1))
  if (fields instanceof Uint8Array) throw new Malformed('the transaction does not have nine fields')
  const signed = encodeRlp([...fields, numberBytes(BigInt(recovery)), numberBytes(r), numberBytes(s)])
  return new Uint8Array(Buffer.concat([unsigned.subarray(0, 1), signed]))
}

/** Returns the hash to sign; for signed bytes, the transaction hash on the network. */
export function hashTransaction(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes)
}
