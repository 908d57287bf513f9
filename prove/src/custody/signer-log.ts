import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The signer's log entries about its module. */
export type SignerLog = Readonly<{
  /** Number of sessions that were lost and reopened. */
  reopened(): number
  /** Waits until the signer has failed to sign more than this many times. */
  untilUnable(times: number): Promise<boolean>
  unable(): number
}>

export function createSignerLog(file: string): SignerLog {
  const count = (words: string): number => readFileSync(file, 'utf8').split(words).length - 1
  const unable = (): number => count('"code":"key_unavailable"')
  return {
    reopened: () => count('"msg":"the PKCS #11 module was opened again"'),
    unable,
    untilUnable: async (times) => {
      const deadline = performance.now() + 60_000
      while (performance.now() < deadline) {
        if (unable() > times) return true
        await sleep(100)
      }
      return false
    },
  }
}
