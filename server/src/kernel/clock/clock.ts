/** Source of the current time. Rules use it instead of the system time, so that a test or a simulation can change the time. */
export type Clock = Readonly<{ now(): Date }>

export const systemClock: Clock = { now: () => new Date() }

/** Rejects if `work` takes longer than `ms`. The work itself is not stopped. */
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
