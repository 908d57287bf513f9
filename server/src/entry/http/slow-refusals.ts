/** How long a caller who goes on although they were refused waits for each further refusal. */
const DELAY_MS = 1_000
/** With more waiting, further refusals are sent at once, because each holds a connection. */
const MOST_WAITING = 1_000

/** Sends a refusal after a second, so that a caller who repeats at once costs us one request a second for each of their connections. */
export type SlowRefusals = Readonly<{ send(refuse: () => void): void }>

export function createSlowRefusals({ delayMs = DELAY_MS, mostWaiting = MOST_WAITING } = {}): SlowRefusals {
  let waiting = 0
  return {
    send: (refuse) => {
      if (waiting >= mostWaiting) {
        refuse()
        return
      }
      waiting += 1
      setTimeout(() => {
        waiting -= 1
        refuse()
      }, delayMs)
    },
  }
}
