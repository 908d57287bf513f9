import { setTimeout as sleep } from 'node:timers/promises'

const TRIES = 3
const PAUSE_MS = 150

/**
 * One act after the other on a chain whose accounts count what they send: two at once would take the same number. Another process may
 * have been first all the same, so what fails is tried again.
 */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(async () => tryAgain(act))
    last = mine.catch(() => {})
    return mine
  }
}

async function tryAgain<T>(act: () => Promise<T>, left = TRIES - 1): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (left === 0) throw error
    await sleep(PAUSE_MS)
    return tryAgain(act, left - 1)
  }
}
