import { existsSync, statSync, writeFileSync } from 'node:fs'
import type { Head } from './chained-file.ts'

/** A payment that no evidence explains. Its subject is frozen when two operators adopt the journal. */
export type Unexplained = Readonly<{
  scope: 'business' | 'payout_account'
  subject: string
  reason: string
}>

/** The result of a rebuild. Two operators approve exactly this journal and the freezes that follow from it. */
export type Rebuilt = Readonly<{
  vault: 'signer' | 'payer'
  /** The last record of the lost journal that was seen when the rebuild began. If a later one is seen, the journal is not lost. */
  replaces: Head | null
  unexplained: readonly Unexplained[]
}> &
  Head

/** Throws if a journal exists: it is never overwritten, however old it is. */
export function requireNoJournal(path: string): void {
  if (existsSync(path) && statSync(path).size > 0)
    throw new Error(`${path} is not empty. Move it to another place, keep it, and try again`)
}

/** Writes the data that two operators must approve to a file next to the journal. Returns the path of the file. */
export function writeRebuilt(path: string, rebuilt: Rebuilt): string {
  const file = `${path}.rebuilt.json`
  writeFileSync(file, `${JSON.stringify(rebuilt, null, 2)}\n`, { mode: 0o600 })
  return file
}
