import { PayerUnavailable } from './payer-answers.ts'

export function requireAlive({ isKilled }: Readonly<{ isKilled(): boolean }>): void {
  if (isKilled()) throw new PayerUnavailable('killed', 'the kill switch is on')
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
