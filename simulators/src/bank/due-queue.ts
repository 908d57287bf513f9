export type DueQueue<T> = Readonly<{
  push(at: number, item: T): void
  /** Returns the earliest item that is due. Items with equal times keep their order. */
  popDue(now: number): T | undefined
  clear(): void
}>

/** A binary heap by time. */
export function createDueQueue<T>(): DueQueue<T> {
  type Entry = Readonly<{ at: number; order: number; item: T }>
  const heap: Entry[] = []
  let pushed = 0

  const isBefore = (left: Entry, right: Entry) =>
    left.at < right.at || (left.at === right.at && left.order < right.order)

  const rise = (from: number) => {
    let child = from
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!swapIfBefore(child, parent)) return
      child = parent
    }
  }
  const sink = () => {
    for (let parent = 0; ; ) {
      const left = 2 * parent + 1
      const [one, other] = [heap[left], heap[left + 1]]
      if (one === undefined) return
      const child = other !== undefined && isBefore(other, one) ? left + 1 : left
      if (!swapIfBefore(child, parent)) return
      parent = child
    }
  }
  const swapIfBefore = (child: number, parent: number): boolean => {
    const [lower, upper] = [heap[child], heap[parent]]
    if (lower === undefined || upper === undefined || !isBefore(lower, upper)) return false
    heap[child] = upper
    heap[parent] = lower
    return true
  }

  return {
    push: (at, item) => {
      heap.push({ at, order: pushed, item })
      pushed += 1
      rise(heap.length - 1)
    },
    popDue: (now) => {
      const first = heap[0]
      if (first === undefined || first.at > now) return undefined
      const last = heap.pop()
      if (last !== undefined && heap.length > 0) {
        heap[0] = last
        sink()
      }
      return first.item
    },
    clear: () => {
      heap.length = 0
    },
  }
}
