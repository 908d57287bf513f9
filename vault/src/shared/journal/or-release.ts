/** What was held is given back when it cannot be used after all. */
export async function orRelease<T>(release: () => Promise<void>, work: () => T): Promise<T> {
  try {
    return work()
  } catch (error) {
    await release()
    throw error
  }
}
