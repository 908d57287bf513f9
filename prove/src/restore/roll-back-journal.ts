import { copyFileSync, linkSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '../buy/stage.ts'
import { patiently } from '../credits/patiently.ts'

export type Vault = 'signer' | 'payer'

const NOTICED_WITHIN_MS = 90_000

const journalOf = ({ stack }: Stage, vault: Vault): string =>
  join(stack.beside.directory, vault, 'journal.ndjson')

/** Copies both journals, as a backup of the machine would. */
export function copyJournals(stage: Stage): void {
  for (const vault of ['signer', 'payer'] as const)
    copyFileSync(journalOf(stage, vault), `${journalOf(stage, vault)}.copy`)
}

/**
 * Replaces a journal with its old copy and restarts its process. `tempt` then sends the process a request. Returns whether operators were
 * told that the journal is an old copy. Afterwards the newest journal is in place again.
 */
export async function rollBackJournal(
  stage: Stage,
  vault: Vault,
  tempt: () => Promise<void>,
): Promise<boolean> {
  const path = journalOf(stage, vault)
  const restart = vault === 'payer' ? stage.stack.crashPayer : stage.stack.crashSigner
  // The process keeps writing to the newest journal until it is killed.
  linkSync(path, `${path}.newest`)
  copyFileSync(`${path}.copy`, `${path}.old`)
  renameSync(`${path}.old`, path)
  await restart()
  await tempt()
  const noticed = await untilNoticed(stage, vault)
  renameSync(`${path}.newest`, path)
  await restart()
  return noticed
}

async function untilNoticed({ owner }: Stage, vault: Vault): Promise<boolean> {
  const until = performance.now() + NOTICED_WITHIN_MS
  while (performance.now() < until) {
    const { rows } = await patiently(async () =>
      owner.query(
        `select from case_file where state <> 'resolved' and kind = $1::case_kind and facts::text like '%journal_behind%'`,
        [vault === 'payer' ? 'restored' : 'cannot_deliver'],
      ),
    )
    if (rows.length > 0) return true
    await sleep(200)
  }
  return false
}
