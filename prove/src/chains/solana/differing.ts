import { address, type Instruction } from '@solana/kit'

const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111')
const SET_UNIT_LIMIT = 2
const LIMIT = 400_000

/** Returns an instruction that only makes otherwise equal transactions different: it sets a unique compute limit. */
export function differing(number: number): Instruction {
  const data = Buffer.alloc(5)
  data.writeUInt8(SET_UNIT_LIMIT)
  data.writeUInt32LE(LIMIT + number, 1)
  return { programAddress: COMPUTE_BUDGET, data, accounts: [] }
}
