import { OddAnswer } from '../../vendor-json.ts'

/** The position in a Horizon operation id: 32 bits of ledger, 20 of transaction and 12 of operation. Operations are numbered from 1. */
export type OperationPlace = Readonly<{ ledger: bigint; index: number }>

export function readToid(id: bigint): OperationPlace {
  const index = Number(id & 0xfffn) - 1
  if (index < 0) throw new OddAnswer(`${id} is not an operation id`)
  return { ledger: id >> 32n, index }
}

/** Returns the cursor before all operations of a ledger. */
export function cursorBefore(ledger: bigint): string {
  return (ledger << 32n).toString()
}
