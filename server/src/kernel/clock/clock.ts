/** Rules never read the time themselves: they are handed this, so that a test or a simulation can move it. */
export type Clock = Readonly<{ now(): Date }>

export const systemClock: Clock = { now: () => new Date() }

/** Gives up waiting for `work` after `ms`. The work itself goes on; only nobody waits for it any more. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
