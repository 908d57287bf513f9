import type { MonnifyStatus } from './monnify-status.ts'

const MOST = 20_000

/** Answers that cannot change while the list shows the same status: polls need not ask for them again. */
export type RememberedStatus = Readonly<{
  get(reference: string, listedStatus: string): MonnifyStatus | undefined
  put(reference: string, found: MonnifyStatus): void
}>

/** In this process only, the oldest forgotten first. What is read from here was asked for once, and read then. */
export function createRememberedStatus(): RememberedStatus {
  const known = new Map<string, MonnifyStatus & { kind: 'found' }>()
  return {
    get: (reference, listedStatus) => {
      const found = known.get(reference)
      return found?.status === listedStatus ? found : undefined
    },
    put: (reference, found) => {
      if (found.kind !== 'found' || found.lines.length === 0) return
      known.delete(reference)
      known.set(reference, found)
      for (const oldest of known.keys()) {
        if (known.size <= MOST) break
        known.delete(oldest)
      }
    },
  }
}
