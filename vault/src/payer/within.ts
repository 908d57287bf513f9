/** Work that is told when its time is up. Its clock ends with it: AbortSignal.timeout would fire for nobody, and each time cost an error. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
