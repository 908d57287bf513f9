/** A map with a maximum size. When it is full, the entry that was set longest ago is removed. */
export type BoundedMap<T> = Readonly<{
  get(key: string): T | undefined
  /** Sets the entry, and makes it the last one to be removed. */
  set(key: string, value: T): void
  delete(key: string): void
  size(): number
}>

export function createBoundedMap<T>(most: number): BoundedMap<T> {
  const entries = new Map<string, T>()
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= most) return
      const oldest = entries.keys().next()
      if (oldest.done !== true) entries.delete(oldest.value)
    },
    delete: (key) => {
      entries.delete(key)
    },
    size: () => entries.size,
  }
}
