const FIRST_MS = 250
const MOST_MS = 8_000

/**
 * Returns the pause before the next attempt: random, up to a bound that doubles (full jitter), so that callers that failed together do not
 * return together. A pause that the service requests is waited in full, with a little jitter on top.
 */
export function backOffMs(attempt: number, retryAfterMs: number | undefined, random = Math.random): number {
  const bound = Math.min(MOST_MS, FIRST_MS * 2 ** (attempt - 1))
  return retryAfterMs === undefined ? random() * bound : retryAfterMs + random() * FIRST_MS
}

/** Waits this long. Rejects if the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(reasonOf(signal))
      return
    }
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal === undefined ? new Error('ended') : reasonOf(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('The caller cancelled the request.')
}
