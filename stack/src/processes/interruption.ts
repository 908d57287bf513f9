/**
 * Resolves at the first Ctrl-C or similar signal. npm forwards a signal that the terminal has already sent, so another signal counts only
 * if it comes more than a second later. It then means that stopping takes too long, and ends the process at once.
 */
export async function waitForInterruption(): Promise<NodeJS.Signals> {
  const first = Promise.withResolvers<NodeJS.Signals>()
  let interruptedAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interruptedAt ??= performance.now()
      if (performance.now() - interruptedAt > 1_000) process.exit(130)
      first.resolve(signal)
    })
  }
  return first.promise
}
