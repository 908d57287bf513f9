import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Places = Readonly<{ directory: string; apiPort: number; otcPort: number }>

/** Lets `npx afara` work beside the stack without a login: where the api is, and the key of the seed's business. */
export function writeCliSettings(
  { directory, apiPort, otcPort }: Places,
  facts: Readonly<Record<string, string>>,
): void {
  const settings = {
    url: `http://127.0.0.1:${apiPort}`,
    otcUrl: `http://127.0.0.1:${otcPort}`,
    key: facts['testKey'],
    businessId: facts['businessId'],
    linkTag: facts['linkTag'],
  }
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'cli.json'), `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
}
