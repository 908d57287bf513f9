/** The same work for each, so many at a time; answers in the order given. The work must not throw. */
export async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const run = async (): Promise<void> => {
    for (let place = next++; place < items.length; place = next++) {
      results[place] = await work(items[place] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run))
  return results
}
