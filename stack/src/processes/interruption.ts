/**
 * Settles at the first Ctrl-C, or its like. npm passes on the signal that the terminal has sent already, so a second one
 * counts only after a moment: it means that stopping takes too long, and ends everything at once.
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
