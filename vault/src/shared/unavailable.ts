import type { SoleProcess } from './sole-process.ts'

/** The request cannot be answered now and may be repeated. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly code:
    | 'killed'
    | 'not_alone'
    | 'database_unavailable'
    | 'journal_unavailable'
    | 'journal_behind'
    | 'key_unavailable'
    | 'bank_unavailable'
    | 'unknown_account'
    | 'operators_unavailable'

  constructor(code: Unavailable['code'], message: string) {
    super(message)
    this.code = code
  }
}

export function requireAlive({ isKilled }: Readonly<{ isKilled(): boolean }>): void {
  if (isKilled()) throw new Unavailable('killed', 'the kill switch is on')
}

/**
 * Requires that no other process works, because two processes with separate journals would sign or pay twice. Returns the number of our
 * tenure.
 */
export async function requireAlone({
  alone,
}: Readonly<{ alone: Pick<SoleProcess, 'confirm'> }>): Promise<number> {
  try {
    return await alone.confirm()
  } catch (error) {
    throw new Unavailable('not_alone', (error as Error).message)
  }
}

export async function fromDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Unavailable('database_unavailable', (error as Error).message)
  }
}

export function onJournal<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Unavailable('journal_unavailable', (error as Error).message)
  }
}
