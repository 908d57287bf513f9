/** A node did not answer, or its answer cannot be right. The state of the chain is unknown, and the call is retried later. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable'
}

/** Turns every error into `ChainUnavailable`, because an impossible answer counts as no answer. */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ChainUnavailable) throw error
    throw new ChainUnavailable((error as Error).message, { cause: error })
  }
}
