export type ListedOrder = Readonly<{ vendorId: string; reference: string }>

export type LearnedReferences = Readonly<{
  /** Asks the vendor's list of orders for those that are not known yet, no further back than it must. */
  learn(
    vendorIds: readonly string[],
    readPage: (number: number) => Promise<readonly ListedOrder[]>,
  ): Promise<void>
  get(vendorId: string): string | undefined
}>

const MOST_KEPT = 50_000
// What is not among the latest orders was not ordered here, or the line itself says whose it is.
const MOST_PAGES = 5

/** Which reference of ours a vendor has under a number of its own. */
export function createLearnedReferences(): LearnedReferences {
  const known = new Map<string, string>()
  return {
    learn: async (vendorIds, readPage) => {
      if (known.size > MOST_KEPT) known.clear()
      const isMissing = (): boolean => vendorIds.some((vendorId) => !known.has(vendorId))
      for (let number = 0; number < MOST_PAGES && isMissing(); number += 1) {
        const orders = await readPage(number)
        for (const { vendorId, reference } of orders) known.set(vendorId, reference)
        if (orders.length === 0) return
      }
    },
    get: (vendorId) => known.get(vendorId),
  }
}
