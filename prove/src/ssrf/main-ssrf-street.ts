import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCertificates } from '@afara/stack/http/make-certificates.ts'
import { countActiveOpens } from './count-active-opens.ts'
import type { Errand, Returned, Round, StreetReport } from './errand.ts'
import { makeUrls } from './make-urls.ts'
import { startNameServer } from './name-server.ts'
import { startPublicListeners } from './public-listeners.ts'
import { startSenderProcess } from './sender-process.ts'

const AT_ONCE = 16
const REBINDING_TURNS = 4

// In this network namespace every address leads to this machine, so every connection is seen.
for (const words of [
  'link set lo up',
  'address add 9.9.9.9/32 dev lo',
  'route add local 0.0.0.0/0 dev lo',
  '-6 route add local ::/0 dev lo',
])
  execFileSync('ip', words.split(' '), { stdio: 'pipe' })
const directory = mkdtempSync(join(tmpdir(), 'afara-ssrf-'))
const place = (name: string) => join(directory, name)
writeFileSync(place('resolv.conf'), 'nameserver 127.0.0.1\n')
execFileSync('mount', ['--bind', place('resolv.conf'), '/etc/resolv.conf'], { stdio: 'pipe' })
const certificates = makeCertificates({ street: '*.trap.ng' })
writeFileSync(place('authority.pem'), certificates.authority)

const names = await startNameServer(53)
const listeners = await startPublicListeners([443, 8443], certificates.of('street'))
const sender = startSenderProcess(place('authority.pem'))

/** Runs errands, and counts the connections that the kernel and the listeners see meanwhile. */
async function round(
  errands: ReadonlyArray<Omit<Errand, 'id'>>,
  isOdd: (returned: Returned) => boolean,
): Promise<Round> {
  const before = { begun: countActiveOpens(), open: listeners.counted().open }
  const returned: Returned[] = []
  const odd: Array<Round['odd'][number]> = []
  let next = 0
  const runner = async () => {
    for (let errand = errands[next]; errand !== undefined; errand = errands[next]) {
      next += 1
      const one = await sender.run(errand)
      returned.push(one)
      if (isOdd(one))
        odd.push({
          url: errand.url,
          said: `${errand.mode}, ${errand.by}: ${one.outcome} ${one.status ?? ''}`,
        })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runner))
  await sleep(200)
  return {
    errands: errands.length,
    sent: returned.filter(({ outcome }) => outcome === 'answered').length,
    refused: returned.filter(({ outcome }) => outcome === 'refused_address').length,
    begun: countActiveOpens() - before.begun,
    open: listeners.counted().open - before.open,
    odd,
  }
}

const urls = makeUrls()
const isCareless = process.argv.includes('--without-walls')
const ways = (
  isCareless
    ? [['live', 'careless']]
    : [
        ['live', 'walled'],
        ['test', 'walled'],
        ['live', 'local'],
      ]
) as ReadonlyArray<[Errand['mode'], Errand['by']]>
const inAllWays = (list: readonly string[]) =>
  list.flatMap((url) => ways.map(([mode, by]) => ({ url, mode, by })))
const carelessly = (list: readonly string[]) =>
  list.map((url) => ({ url, mode: 'live', by: 'careless' }) as const)
const inTurns = Array.from({ length: REBINDING_TURNS }, () => urls.rebinding).flat()

const report: StreetReport = {
  corpus: await round(inAllWays(urls.refused), ({ outcome }) => outcome !== 'refused_address'),
  controls: await round(inAllWays(urls.sent), ({ outcome }) => outcome !== 'answered'),
  rebinding: await round(inAllWays(inTurns), ({ outcome }) => outcome === 'too_slow'),
  carelessCorpus: await round(carelessly(urls.refused), () => false),
  // Adds a label to each name, so that it was never looked up before and its first answer is public again.
  carelessRebinding: await round(
    carelessly(urls.rebinding.map((url) => url.replace('.trap', '.x.trap'))),
    () => false,
  ),
  questions: names.questions(),
}
sender.end()
listeners.close()
names.close()
rmSync(directory, { recursive: true, force: true })
console.log(JSON.stringify(report))
process.exit(0)
