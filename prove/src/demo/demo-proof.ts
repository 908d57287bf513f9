import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { mintTokens } from '@afara/stack/chains/evm/deploy-token.ts'
import { type ButtonName, buttonNames, type DemoState } from '@afara/stack/demo/demo-state.ts'
import { type Demo, raiseDemo } from '@afara/stack/demo/raise-demo.ts'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { findBuiltPages } from '@afara/stack/web/build-pages.ts'
import { createRandom, type Random } from '../fuzz/random.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { some, unless } from '../shortfalls.ts'
import { clickInBrowser } from './click-in-browser.ts'

/**
 * Presses the buttons of the demo in random order, through its HTTP interface and through Chromium. After each wave of sequences all money
 * must be at rest, and the independent counter must agree with the bank's own list. At the end the proof pays an order twice itself: a
 * counter that does not notice proves nothing.
 */
export const demoProof: Proof = {
  name: 'demo',
  sentence: 'Whatever order the demo’s buttons are pressed in, every order is paid once and nothing is lost.',
  sizes: {
    sequences: { full: 200, short: 4 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  run: prove,
}

const AT_ONCE = 20
const AT_REST_WITHIN_MS = 300_000
const CAUGHT_WITHIN_MS = 30_000

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const [sequences, random] = [size('sequences'), createRandom(size('seed'), 1)]
  const startedAt = performance.now()
  const demo = await raiseDemo(await findBuiltPages())
  try {
    let [green, inBrowser] = [0, 0]
    const pressed = new Map<ButtonName, number>()
    const problems: string[] = []
    for (let begun = 0; begun < sequences; begun += AT_ONCE) {
      const wave = Array.from({ length: Math.min(AT_ONCE, sequences - begun) }, () => drawSequence(random))
      for (const name of wave.flat()) pressed.set(name, (pressed.get(name) ?? 0) + 1)
      // One sequence of each wave is clicked by a browser, as a visitor would.
      const [clicked = [], ...called] = wave
      inBrowser += 1
      await Promise.all([
        clickInBrowser(demo.url, clicked),
        ...called.map(async (sequence) => play(demo.url, sequence, random)),
      ])
      const found = await judgeAtRest(demo, (left) =>
        progress.show(`${begun + wave.length} of ${sequences} sequences pressed, ${left} still moving`),
      )
      problems.push(...found)
      if (found.length === 0) green += wave.length
      progress.say(
        `${begun + wave.length} of ${sequences} sequences, ${green} green, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
      )
      if (found.length > 0) break
    }
    const { count } = await readState(demo.url)
    const caught = await payTwiceOurselves(demo)
    const presses = [...pressed.values()].reduce((sum, each) => sum + each, 0)
    return {
      figures: {
        green,
        paid_twice: count?.paidTwice ?? 'unknown',
        lost: count?.lost ?? 'unknown',
        kobo_difference: count?.koboDifference ?? 'unknown',
        presses,
        workers_killed: pressed.get('kill-worker') ?? 0,
        disks_deleted: pressed.get('delete-engine') ?? 0,
        payments: count?.paymentsIn ?? 0,
        in_browser: inBrowser,
        checks: count?.checks ?? 0,
        theft_caught: Number(caught),
        seed: size('seed'),
        seconds: ((performance.now() - startedAt) / 1000).toFixed(0),
      },
      shortfalls: [
        ...some(problems),
        ...unless(green === sequences, `only ${green} of ${sequences} sequences ended well`),
        ...unless(caught, 'an order was delivered a second time, and the counter did not notice'),
        ...unless(
          sequences < AT_ONCE || pressed.size === buttonNames.length,
          'some button was never pressed',
        ),
      ],
    }
  } finally {
    await demo.stop()
  }
}

function drawSequence(random: Random): ButtonName[] {
  return Array.from(
    { length: random.between(2, 4) },
    () => buttonNames[random.between(0, buttonNames.length - 1)] ?? 'pay',
  )
}

async function play(url: string, sequence: readonly ButtonName[], random: Random): Promise<void> {
  for (const name of sequence) {
    await sleep(random.between(0, 1_500))
    await askJson(`${url}/control/press/${name}`, {}, {})
  }
}

/** Waits until nothing moves, then compares the counter with the bank's own list. Returns what is wrong. */
async function judgeAtRest({ url, world }: Demo, onLeft: (left: number) => void): Promise<string[]> {
  const until = performance.now() + AT_REST_WITHIN_MS
  for (;;) {
    const { buttons, count, log } = await readState(url)
    const running = Object.values(buttons).reduce((sum, { running }) => sum + running, 0)
    const moving = running + (count?.onItsWay ?? 1)
    onLeft(moving)
    if (moving > 0 && performance.now() < until) {
      await sleep(300)
      continue
    }
    const bad = log.filter(({ tone }) => tone === 'bad').map(({ what }) => what)
    if (count === null) return ['the counter never answered', ...bad]
    const credits = (await world.desk.truth()).filter(({ direction }) => direction === 'credit').length
    return [
      ...bad,
      ...count.problems,
      ...unless(moving === 0, `${moving} still move after ${AT_REST_WITHIN_MS / 60_000} minutes`),
      ...unless(
        count.paymentsIn === credits,
        `the counter saw ${count.paymentsIn} payments, and the bank has ${credits}`,
      ),
      ...unless(
        Date.now() - Date.parse(count.checkedAt) < 30_000,
        `the counter has not looked since ${count.checkedAt}`,
      ),
      ...unless(
        count.paidTwice === 0 && count.lost === 0 && count.koboDifference === '0',
        'the counter reports a loss',
      ),
    ]
  }
}

/** Delivers one order a second time, behind everybody's back. */
async function payTwiceOurselves({ url, world }: Demo): Promise<boolean> {
  const [first] = readFileSync(world.notesFile, 'utf8').split('\n')
  const { wallet } = JSON.parse(first ?? '{}') as { wallet: string }
  await mintTokens(world.chainUrl, wallet, 1_000_000n)
  const until = performance.now() + CAUGHT_WITHIN_MS
  while (performance.now() < until) {
    const { count } = await readState(url)
    if ((count?.paidTwice ?? 0) > 0 && count?.koboDifference !== '0') return true
    await sleep(300)
  }
  return false
}

async function readState(url: string): Promise<DemoState> {
  return (await askJson(`${url}/control/state`, {})) as DemoState
}
