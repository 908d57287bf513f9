import { OddAnswer } from '../odd-answer.ts'

/** For a part that may be odd without spoiling the whole. */
export function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof OddAnswer) return undefined
    throw error
  }
}
