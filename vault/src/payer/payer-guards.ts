import type { SoleProcess } from '../shared/sole-process.ts'
import { PayerUnavailable } from './payer-answers.ts'

export function requireAlive({ isKilled }: Readonly<{ isKilled(): boolean }>): void {
  if (isKilled()) throw new PayerUnavailable('killed', 'the kill switch is on')
}

/** Two payers with a journal each would pay twice. Gives the number of our tenure. */
export async function requireAlone({
  alone,
}: Readonly<{ alone: Pick<SoleProcess, 'confirm'> }>): Promise<number> {
  try {
    return await alone.confirm()
  } catch (error) {
    throw new PayerUnavailable('not_alone', (error as Error).message)
  }
}

export async function fromDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new PayerUnavailable('database_unavailable', (error as Error).message)
  }
}

export function onJournal<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new PayerUnavailable('journal_unavailable', (error as Error).message)
  }
}
