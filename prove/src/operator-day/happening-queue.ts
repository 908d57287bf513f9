export type Happening = Readonly<{ atMs: number; act: () => Promise<void> }>

/** Events in order of time. Those of the same time keep their order. */
export function createQueue() {
  const heap: (Happening & { place: number })[] = []
  let places = 0
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [heap[a], heap[b]]
    if (one === undefined || other === undefined) return false
    return one.atMs < other.atMs || (one.atMs === other.atMs && one.place < other.place)
  }
  const swap = (a: number, b: number): void => {
    const [one, other] = [heap[a], heap[b]]
    if (one !== undefined && other !== undefined) [heap[a], heap[b]] = [other, one]
  }
  return {
    add: (happening: Happening): void => {
      heap.push({ ...happening, place: (places += 1) })
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1
        if (!isBefore(child, parent)) return
        swap(child, parent)
        child = parent
      }
    },
    peek: (): Happening | undefined => heap[0],
    take: (): void => {
      const last = heap.pop()
      if (last === undefined || heap.length === 0) return
      heap[0] = last
      for (let parent = 0; ; ) {
        const [left, right] = [parent * 2 + 1, parent * 2 + 2]
        let least = parent
        if (left < heap.length && isBefore(left, least)) least = left
        if (right < heap.length && isBefore(right, least)) least = right
        if (least === parent) return
        swap(parent, least)
        parent = least
      }
    },
  }
}
