/** A chain could not be asked, or what it answered cannot be right. Nothing is known, and it is asked again later. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable'
}

/** What a node says that cannot be is no answer at all. */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ChainUnavailable) throw error
    throw new ChainUnavailable((error as Error).message, { cause: error })
  }
}
