import { NoAnswer } from './ask-bank.ts'
import { BankUnavailable } from './bank-rail.ts'

/** For questions that move nothing: no answer is the bank's absence. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NoAnswer) throw new BankUnavailable(`${error.why}: ${error.message}`)
    throw error
  }
}
