import type { Log } from './vault-server.ts'

/** Looks again and again for as long as the process runs. Logs a failure once, until another one follows or a look succeeds. */
export function keepLooking(look: () => Promise<void>, everyMs: number, whenFailed: string, log: Log): void {
  let failure: string | undefined
  const again = async (): Promise<void> => {
    try {
      await look()
      failure = undefined
    } catch (error) {
      const { message } = error as Error
      if (message !== failure) log({ level: 'error', msg: whenFailed, error: message })
      failure = message
    }
    setTimeout(() => void again(), everyMs).unref()
  }
  void again()
}
