import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProofPostgres } from '../proof-postgres.ts'
import { type Attack, ask } from './row-attacks.ts'
import { askToPay, cancelBytes } from './transfer-bytes.ts'
import { startVault, type Vault } from './vault-process.ts'
import { type Opened, setVaultStage, type VaultStage } from './vault-stage.ts'

const attack = (name: string, said: string, wanted: string): Attack => ({
  name,
  caught: said === wanted,
  said,
})

/** Gives two locks to other transfers in the database, a paid one and a cancelled one, before and after a restart. */
export async function trySecondMeaning(
  stage: VaultStage,
  vault: Vault,
  restart: () => Promise<Vault>,
): Promise<{ attacks: Attack[]; vault: Vault }> {
  const [paid, givenUp, thief] = await stage.open(3)
  if (paid === undefined || givenUp === undefined || thief === undefined)
    throw new Error('no transfer was opened')
  const attacks = [
    attack('a payment', await ask(vault, askToPay(paid)), 'signed'),
    attack(
      'a cancel',
      await ask(vault, {
        transfer_id: givenUp.transferId,
        kind: 'cancel',
        unsigned: cancelBytes(givenUp.lock),
      }),
      'signed',
    ),
    attack('a payment with a cancelled lock', await ask(vault, askToPay(givenUp)), 'lock_cancelled'),
  ]
  const swap = async (opened: Opened, lock: number): Promise<void> => {
    await stage.superuser.query('update transfer set lock = $2 where id = $1', [opened.transferId, lock])
  }
  const reach = async (by: number): Promise<void> => {
    await stage.superuser.query('update lane set next_lock = next_lock + $1', [by])
  }
  await reach(10_000_000)
  await swap(paid, 5_000_000)
  await swap(thief, paid.lock)
  const stolen = askToPay(thief, { lock: paid.lock })
  attacks.push(attack('a second payment with one lock', await ask(vault, stolen), 'lock_used'))
  attacks.push(
    attack(
      'a second lock for one payment',
      await ask(vault, askToPay(paid, { lock: 5_000_000 })),
      'right_used',
    ),
  )
  const again = await restart()
  attacks.push(
    attack('a second payment with one lock, after a restart', await ask(again, stolen), 'lock_used'),
  )
  attacks.push(
    attack(
      'a second lock for one payment, after a restart',
      await ask(again, askToPay(paid, { lock: 5_000_000 })),
      'right_used',
    ),
  )
  await swap(thief, thief.lock)
  await swap(paid, paid.lock)
  await reach(-10_000_000)
  return { attacks, vault: again }
}

/** Kills the signer in the middle of a line, and starts a second signer next to it. */
export async function tryJournalFile(
  vault: Vault,
  restart: () => Promise<Vault>,
  startSecond: () => Promise<Vault>,
  opened: Opened,
): Promise<{ attacks: Attack[]; vault: Vault }> {
  await vault.child.kill()
  appendFileSync(vault.journalFile, '{"n":999999,"at":"2026-11-1')
  const again = await restart()
  const attacks = [
    attack('an incomplete last line of the journal', await ask(again, askToPay(opened)), 'signed'),
  ]
  const second = await startSecond().then(
    async (other) => {
      await other.child.kill()
      return 'started'
    },
    () => 'refused',
  )
  attacks.push(attack('a second signer with the same journal', second, 'refused'))
  writeFileSync(again.killFile, '')
  attacks.push(attack('the kill switch', await ask(again, askToPay(opened)), 'killed'))
  rmSync(again.killFile)
  attacks.push(
    attack('a payment after the kill switch was removed', await ask(again, askToPay(opened)), 'signed'),
  )
  return { attacks, vault: again }
}

/**
 * Simulates a database that was restored to a time before all transfers. The same payments are read from the bank again and matched with
 * other buys. The lane continues after the locks that the journal knows.
 */
export async function tryRestored(
  postgres: ProofPostgres,
  directory: string,
  names: readonly string[],
  nextLock: number,
): Promise<Attack[]> {
  const database = await postgres.createDatabase()
  const stage = await setVaultStage(database.url, nextLock)
  const vault = await startVault(directory, database.url('afara_signer'))
  try {
    const [used, fresh] = await stage.open(
      2,
      (place) => (place === 0 ? (names[0] ?? '') : 'a-payment-never-seen'),
      nextLock,
    )
    if (used === undefined || fresh === undefined) throw new Error('no transfer was opened')
    return [
      attack(
        'a bank credit whose delivery was signed before the restore',
        await ask(vault, askToPay(used)),
        'credit_used',
      ),
      attack('a bank credit that is new after the restore', await ask(vault, askToPay(fresh)), 'signed'),
    ]
  } finally {
    await vault.child.kill()
    await stage.close()
  }
}

/** Tests each cap alone, with its own journal. */
export async function tryCaps(
  directory: string,
  databaseUrl: string,
  [first, second]: readonly Opened[],
): Promise<Attack[]> {
  if (first === undefined || second === undefined) throw new Error('no transfer was opened')
  const one = String(first.tokensMinor)
  const attacks: Attack[] = []
  for (const [name, code] of [
    ['per_hour_minor', 'over_hour_cap'],
    ['per_day_minor', 'over_day_cap'],
  ] as const) {
    const vault = await startVault(join(directory, name), databaseUrl, { [name]: one })
    attacks.push(attack(`${name}, first payment`, await ask(vault, askToPay(first)), 'signed'))
    attacks.push(attack(name, await ask(vault, askToPay(second)), code))
    await vault.child.kill()
    const again = await startVault(join(directory, name), databaseUrl, { [name]: one })
    attacks.push(attack(`${name} after a restart`, await ask(again, askToPay(second)), code))
    await again.child.kill()
  }
  const less = String(first.tokensMinor - 1n)
  for (const [name, code] of [
    ['per_transfer_minor', 'over_transfer_cap'],
    ['first_seen_minor', 'over_first_day_cap'],
  ] as const) {
    const vault = await startVault(join(directory, name), databaseUrl, { [name]: less })
    attacks.push(attack(name, await ask(vault, askToPay(first)), code))
    await vault.child.kill()
  }
  return attacks
}
