import { randomInt } from 'node:crypto'
import { askToPay, meaningOf } from './transfer-bytes.ts'
import type { Asked } from './vault-process.ts'
import type { Opened } from './vault-stage.ts'

export type ByteChange = Readonly<{
  asked: Asked
  /** Whether only the fees differ, so that it is the same payment at another price. */
  isSameMeaning: boolean
}>

// Length of the call. The call ends one byte before the end of the bytes, because the empty access list follows it.
const CALL = 68

/** Changes one byte of honest bytes, anywhere or in the call itself. Sometimes adds or removes a byte instead. */
export function changeByte(opened: Opened, part: 'any' | 'call'): ByteChange {
  const honest = askToPay(opened)
  const bytes = [...Buffer.from(honest.unsigned.slice(2), 'hex')]
  const first = part === 'call' ? bytes.length - 1 - CALL : 0
  const place = randomInt(first, bytes.length)
  const kind = randomInt(20)
  if (kind === 0) bytes.splice(place, 1)
  else if (kind === 1) bytes.splice(place, 0, randomInt(256))
  else bytes[place] = (bytes[place] ?? 0) ^ randomInt(1, 256)
  const unsigned = `0x${Buffer.from(bytes).toString('hex')}`
  return { asked: { ...honest, unsigned }, isSameMeaning: meaningOf(unsigned) === meaningOf(honest.unsigned) }
}
