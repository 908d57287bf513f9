import { fromHex } from '../../../shared/bytes.ts'
import { encodeRlp, numberBytes } from './rlp.ts'

type EvmSweeper = Readonly<{ chainId: bigint; factory: string; token: string }>

type EvmSweep = Readonly<{
  nonce: bigint
  salts: readonly string[]
  fees: Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; gas: bigint }>
}>

// sweep(bytes32[],address)
const SELECTOR = '177a3f17'
const WORD_HEX = 64

/** The whole transaction, from the policy and the order: nobody brings bytes for it, so none can say anything else. */
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

/** A list is told by where it begins: after the two words of the arguments. */
function encodeCall(salts: readonly string[], token: string): string {
  return [
    SELECTOR,
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
  if (bytes === undefined) throw new Error('that is no text of bytes')
  return bytes
}
