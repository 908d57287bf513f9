/** When something was last done, as long as that is not long ago. */
export type Recently = Readonly<{
  add(key: string, atMs: number): void
  get(key: string, atMs: number): number | undefined
}>

const KEPT_MS = 10 * 60_000

export function createRecently(): Recently {
  const times = new Map<string, number>()
  return {
    add(key, atMs) {
      // The oldest stand first, because a key that comes again goes to the end.
      times.delete(key)
      times.set(key, atMs)
      for (const [old, time] of times) {
        if (time > atMs - KEPT_MS) return
        times.delete(old)
      }
    },
    get(key, atMs) {
      const time = times.get(key)
      return time !== undefined && time > atMs - KEPT_MS ? time : undefined
    },
  }
}
