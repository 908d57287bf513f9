import { NoAnswer } from '../../shared/banks/ask-bank.ts'
import { BankUnavailable, type Sent } from './bank-rail.ts'

/** For the one request that moves money: without an answer, the outcome is unknown. */
export async function orUnknown(work: () => Promise<Sent>): Promise<Sent> {
  try {
    return await work()
  } catch (error) {
    const { why, status } = error instanceof NoAnswer ? error : { why: 'http' as const, status: null }
    return { outcome: 'unknown', why, code: status === null ? null : String(status) }
  }
}

/** For requests that move no money: without an answer, the bank is unavailable. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NoAnswer) throw new BankUnavailable(`${error.why}: ${error.message}`)
    throw error
  }
}
