import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Outcome, Proof } from '../proof.ts'
import type { Round, StreetReport } from './errand.ts'
import { makeUrls } from './make-urls.ts'

const FEWEST_URLS = 300

export const ssrfProof: Proof = {
  name: 'ssrf',
  sentence:
    'URLs that target our own network, and a name server that changes its answers, never make the webhook sender open a connection there.',
  sizes: {},
  switches: ['without-walls'],
  run: async ({ isOn, progress }) => {
    const urls = makeUrls()
    progress.say(
      `${urls.refused.length} forbidden URLs, ${urls.sent.length} allowed ones, ${urls.rebinding.length} names whose address changes`,
    )
    const report = await walkTheStreet(isOn('without-walls'))
    return typeof report === 'string'
      ? { figures: { failed: 'namespace' }, shortfalls: [report] }
      : judge(report)
  },
}

/** Returns the report, or the reason why there is none. */
async function walkTheStreet(withoutWalls: boolean): Promise<StreetReport | string> {
  const street = fileURLToPath(new URL('main-ssrf-street.ts', import.meta.url))
  const told = withoutWalls ? ['--without-walls'] : []
  const child = spawn('unshare', ['--net', '--mount', process.execPath, street, ...told], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const failed = new Promise<number>((resolve) => {
    child.once('error', () => resolve(127)).once('exit', (code) => resolve(code ?? 1))
  })
  const [said, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), failed])
  if (code === 0) return JSON.parse(said.trim().split('\n').at(-1) ?? '') as StreetReport
  return `this proof needs Linux with root, unshare, ip and openssl, to create its own network namespace: ${complained.trim().slice(-600)}`
}

function judge({
  corpus,
  controls,
  rebinding,
  carelessCorpus,
  carelessRebinding,
  questions,
}: StreetReport): Outcome {
  const astray = [corpus, controls, rebinding].reduce((sum, round) => sum + astrayIn(round), 0)
  const { refused, sent } = makeUrls()
  const shortfalls = [
    refused.length < FEWEST_URLS && `only ${refused.length} of ${FEWEST_URLS} forbidden URLs were tried`,
    astray > 0 && `${astray} connections were opened to forbidden addresses`,
    ...[corpus, controls, rebinding].flatMap(({ odd }) =>
      odd.slice(0, 5).map(({ url, said }) => `${url} (${said})`),
    ),
    rebinding.open === 0 && 'no changing name had a public address first, so rebinding was not tested',
    rebinding.refused === 0 && 'no changing name had changed, so rebinding was not tested',
    (astrayIn(carelessCorpus) === 0 || astrayIn(carelessRebinding) === 0) &&
      'the count does not work: it does not show the connections of a sender without protection',
    questions === 0 && 'the name server was never queried',
  ].filter((shortfall) => shortfall !== false)
  return {
    figures: {
      urls: refused.length + sent.length,
      sent: sent.length - countOf(controls),
      refused: refused.length - countOf(corpus),
      rebinding: rebinding.errands,
      rebinding_refused: rebinding.refused,
      astray_without_walls: astrayIn(carelessCorpus) + astrayIn(carelessRebinding),
      connections: astray,
    },
    shortfalls,
  }
}

/** Counts the URLs with at least one unwanted outcome. Each URL is sent to in several ways. */
function countOf({ odd }: Round): number {
  return new Set(odd.map(({ url }) => url)).size
}

/** Returns the started connections that did not reach a public address of the proof. */
function astrayIn({ begun, open }: Round): number {
  return begun - open
}
