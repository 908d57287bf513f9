/** Labels that a business gives a transaction. They mean nothing to us. */
export type Metadata = Readonly<Record<string, string>>

export const metadataLimits = { keys: 20, keyLength: 40, valueLength: 500 } as const

/** Returns the labels in one order; null if there are none, so that an empty object is the same as no object. */
export function sortedMetadata(metadata: Metadata | undefined): Metadata | null {
  const entries = Object.entries(metadata ?? {})
  if (entries.length === 0) return null
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}
