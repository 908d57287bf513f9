import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { OnSpawn } from './child-process.ts'
import { isAlive, killProcessTree, type ProcessIdentity, readProcess } from './process-table.ts'

/** Records each part as soon as it exists, so that the next runner can end it if this one is killed. */
export function recordPartsIn(directory: string): OnSpawn {
  mkdirSync(directory, { recursive: true })
  return (processId) => {
    const entry = readProcess(processId)
    if (entry !== undefined) appendFileSync(partsFile(directory), `${JSON.stringify(entry)}\n`)
  }
}

/** Ends the parts that a killed runner left behind, and returns their number. */
export async function reapOrphans(directory: string): Promise<number> {
  const orphans = readParts(directory).filter(isAlive)
  await Promise.all(orphans.map(async (orphan) => killProcessTree(orphan.processId)))
  rmSync(partsFile(directory), { force: true })
  return orphans.length
}

function readParts(directory: string): ProcessIdentity[] {
  if (!existsSync(partsFile(directory))) return []
  // The last line may be incomplete after a kill.
  const lines = readFileSync(partsFile(directory), 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as ProcessIdentity)
}

function partsFile(directory: string): string {
  return join(directory, 'parts.jsonl')
}
