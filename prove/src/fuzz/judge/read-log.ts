import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'

const ERROR_LEVEL = 50
const MOST = 5

/** Where the log ends now: what is written from here on is the run's. */
export async function endOfLog(file: string): Promise<number> {
  return (await stat(file)).size
}

/** What a log should not say: an error that no answer showed, or somebody's secret. In words. */
export async function readLog(file: string, from: number, secrets: readonly string[]): Promise<string[]> {
  const wrong: string[] = []
  for await (const line of createInterface({ input: createReadStream(file, { start: from }) })) {
    if (wrong.length >= MOST) break
    if (secrets.some((secret) => line.includes(secret))) wrong.push('the log has a secret in it')
    const level = Number(/^\{"level":([0-9]+)/.exec(line)?.[1] ?? 0)
    if (level >= ERROR_LEVEL) wrong.push(`the log says ${line.slice(0, 500)}`)
  }
  return wrong
}
