import { existsSync, statSync, writeFileSync } from 'node:fs'
import type { Head } from './chained-file.ts'

/** Something that no evidence explains: it is frozen when two people take the journal over. */
export type Unexplained = Readonly<{
  scope: 'business' | 'payout_account'
  subject: string
  reason: string
}>

/** What two people approve: exactly this journal, with what will be frozen. */
export type Rebuilt = Readonly<{
  vault: 'signer' | 'payer'
  /** How far the lost journal was seen to be when the rebuild began. If it was seen further since, it is not lost. */
  replaces: Head | null
  unexplained: readonly Unexplained[]
}> &
  Head

/** A journal is never overwritten, however old it is. */
export function requireNoJournal(path: string): void {
  if (existsSync(path) && statSync(path).size > 0)
    throw new Error(`${path} is not empty. Move it away first, and keep it`)
}

/** Puts down, beside the journal, what two people are asked to approve. Returns where. */
export function writeRebuilt(path: string, rebuilt: Rebuilt): string {
  const file = `${path}.rebuilt.json`
  writeFileSync(file, `${JSON.stringify(rebuilt, null, 2)}\n`, { mode: 0o600 })
  return file
}
