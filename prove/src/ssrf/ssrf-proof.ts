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
    'Addresses that were made to turn the webhook sender against us, and a name server that changes its mind, lead to no connection by the count of the kernel.',
  sizes: {},
  switches: ['without-walls'],
  run: async ({ isOn, progress }) => {
    const urls = makeUrls()
    progress.say(
      `${urls.refused.length} bad addresses, ${urls.sent.length} good ones, ${urls.rebinding.length} names that change`,
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
  return `this needs root, unshare, ip and openssl on Linux, for a network namespace of its own: ${complained.trim().slice(-600)}`
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
    refused.length < FEWEST_URLS && `only ${refused.length} of ${FEWEST_URLS} addresses`,
    astray > 0 && `${astray} connections went where none may`,
    ...[corpus, controls, rebinding].flatMap(({ odd }) =>
      odd.slice(0, 5).map(({ url, said }) => `${url} (${said})`),
    ),
    rebinding.open === 0 && 'no name that changes was public first, so that none was tried',
    rebinding.refused === 0 && 'no name that changes had changed, so that none was tried',
    (astrayIn(carelessCorpus) === 0 || astrayIn(carelessRebinding) === 0) &&
      'nothing was counted: a sender without walls must be seen to go astray',
    questions === 0 && 'the name server was never asked',
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
