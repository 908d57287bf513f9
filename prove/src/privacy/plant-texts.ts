import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { LiveStack } from '../live-stack.ts'
import type { KnownPerson } from './known-people.ts'
import type { Found } from './search-bytes.ts'
import type { Search } from './search-places.ts'

/** Puts one text in clear into each kind of place, and searches again as before. */
export async function plantAndSearch(
  stack: LiveStack,
  owner: Pool,
  [someone]: readonly KnownPerson[],
  search: Search,
  backup: string,
): Promise<ReadonlyArray<Readonly<{ where: string; isFound: boolean }>>> {
  if (someone === undefined) throw new Error('there are no people')
  const { directory } = stack.beside
  const places = [
    { where: 'log', file: join(directory, 'worker.log'), text: someone.account },
    { where: 'journal', file: join(directory, 'payer', 'journal.ndjson'), text: someone.payee },
    { where: 'backup', file: backup, text: someone.name },
  ]
  for (const { file, text } of places) appendFileSync(file, `\n${text}\n`)
  await plantInEngine(stack.engineAdminUrl, someone.name)
  await owner.query('create table planted as select $1::text as text', [someone.identity])
  const outside = search.outside()
  const stored = await search.database(owner)
  const isIn = (found: readonly Found[], part: string) => found.some(({ where }) => where.includes(part))
  return [
    ...places.map(({ where, file }) => ({ where, isFound: isIn(outside.found, file) })),
    { where: 'disk of Restate', isFound: isIn(outside.found, join(directory, 'restate', 'data')) },
    { where: 'table', isFound: isIn(stored.found, 'planted') },
    { where: 'disk of the database', isFound: isIn(stored.found, join(directory, 'postgres', 'data')) },
  ]
}

/** Has Restate store a text for an object that does not exist, as it stores the arguments and results of calls. */
async function plantInEngine(adminUrl: string, text: string): Promise<void> {
  const response = await fetch(`${adminUrl}/services/buy/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ object_key: 'planted', new_state: { text: [...Buffer.from(text)] } }),
  })
  if (!response.ok) throw new Error(`Restate answered ${response.status}: ${await response.text()}`)
  // It answers before the text is in its log.
  await sleep(2_000)
}
