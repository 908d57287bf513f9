import { OddAnswer } from '../../vendor-json.ts'

/** Where an operation stands, as Horizon numbers it: 32 bits of the ledger, 20 of the transaction, 12 of the operation, the last from 1. */
export type OperationPlace = Readonly<{ ledger: bigint; index: number }>

export function readToid(id: bigint): OperationPlace {
  const index = Number(id & 0xfffn) - 1
  if (index < 0) throw new OddAnswer(`${id} is not an operation number`)
  return { ledger: id >> 32n, index }
}

/** What stands before all operations of a ledger. */
export function cursorBefore(ledger: bigint): string {
  return (ledger << 32n).toString()
}
