import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'

const ERROR_LEVEL = 50
const MOST = 5

/** End of the log at the start of the run. Later lines about later events belong to the run. */
export type LogStart = Readonly<{ bytes: number; atMs: number }>

export async function endOfLog(file: string): Promise<LogStart> {
  return { bytes: (await stat(file)).size, atMs: Date.now() }
}

/** Returns a description of each line that a log must not have: an error that no reply showed, or a secret. */
export async function readLog(
  file: string,
  { bytes, atMs }: LogStart,
  secrets: readonly string[],
): Promise<string[]> {
  const wrong: string[] = []
  for await (const line of createInterface({ input: createReadStream(file, { start: bytes }) })) {
    if (wrong.length >= MOST) break
    if (secrets.some((secret) => line.includes(secret))) wrong.push('the log contains a secret')
    const [, level, time] = /^\{"level":([0-9]+),"time":([0-9]+)/.exec(line) ?? []
    // A line is written shortly after its event, so lines about earlier events are skipped.
    if (Number(level ?? 0) >= ERROR_LEVEL && Number(time) >= atMs)
      wrong.push(`the log contains an error: ${line.slice(0, 500)}`)
  }
  return wrong
}
