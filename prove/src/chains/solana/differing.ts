import { address, type Instruction } from '@solana/kit'

const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111')
const SET_UNIT_LIMIT = 2
const LIMIT = 400_000

/** An instruction that does nothing but tell one transaction from another that is alike: a limit of its own. */
export function differing(number: number): Instruction {
  const data = Buffer.alloc(5)
  data.writeUInt8(SET_UNIT_LIMIT)
  data.writeUInt32LE(LIMIT + number, 1)
  return { programAddress: COMPUTE_BUDGET, data, accounts: [] }
}
