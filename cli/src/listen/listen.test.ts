import { afterAll, expect, test } from 'vitest'
import { startReceiver } from '../../test/receivers.ts'
import { startStandInApi } from '../../test/stand-in-api.ts'
import { createTestMachine } from '../../test/test-world.ts'
import { createEventFilter } from './event-filter.ts'

const api = await startStandInApi()
const machine = createTestMachine({ AFARA_KEY: 'svc_test_stand_in', AFARA_URL: api.url })
const secret = (await machine.run(['listen', '--print-secret'])).out
const receiver = await startReceiver(secret)
afterAll(() => {
  api.stop()
  receiver.stop()
})

/** Listens until so many lines have come that match, then presses Ctrl-C. */
async function listenFor(
  count: number,
  matching: RegExp,
  line: readonly string[] = [],
  onLine: (text: string) => void = () => {},
) {
  const interruption = new AbortController()
  let seen = 0
  return machine.run(['listen', '--forward-to', receiver.url, ...line], {
    signal: AbortSignal.any([interruption.signal, AbortSignal.timeout(20_000)]),
    onLine: (text) => {
      onLine(text)
      if (matching.test(text)) seen += 1
      if (seen === count) interruption.abort()
    },
  })
}

test('the first time it begins now, and passes on what comes, byte for byte', async () => {
  api.begin('paid_exactly')
  const { out } = await listenFor(2, /#\d+/, [], (text) => {
    if (text.startsWith('Signing secret')) api.begin('short_payment')
  })
  expect(out).toContain('Listening after event 5, forwarding to')
  expect(out).toContain(`Signing secret: ${secret} (it does not change)`)
  expect(out).toMatch(
    /#6 {6}buy\.pending_payment {9}₦15,000\.10 {2}ref-2 {2}txn_[0-9a-f]{32} {2}→ 200 in \d+ ms/,
  )
  expect(receiver.posts.map(({ body }) => body)).toEqual(api.events.slice(5).map(({ text }) => text))
  expect(receiver.posts[0]?.body).toContain('"amount":15000.10,')
})

test('what came while nobody listened comes first', async () => {
  api.begin('paid_exactly')
  receiver.posts.splice(0)
  const { out } = await listenFor(5, /→ 200/)
  expect(out).toContain('5 missed events are forwarded first.')
  expect(receiver.posts.map(({ body }) => body)).toEqual(api.events.slice(7).map(({ text }) => text))
})

test('only what was asked for is passed on, and its place is kept all the same', async () => {
  receiver.posts.splice(0)
  await listenFor(2, /buy\.completed/, ['--since', '0', '--events', 'sell.*,buy.completed'])
  expect(receiver.posts.length).toBe(2)
  // Until the last one is passed by.
  const { out } = await listenFor(1, /Listening/)
  expect(out).toContain('Listening after event 12')
})

test('a receiver that is not up is waited for', async () => {
  const interruption = new AbortController()
  const closed = await startReceiver(secret)
  closed.stop()
  const { err } = await machine.run(['listen', '--forward-to', closed.url, '--since', '0'], {
    signal: AbortSignal.any([interruption.signal, AbortSignal.timeout(20_000)]),
    onLine: (line) => {
      if (line.includes('The receiver is not running')) interruption.abort()
    },
  })
  expect(err).toContain('The receiver is not running yet. Waiting for it.')
  // Nothing was passed on, so nothing is passed by.
  expect((await listenFor(1, /Listening/)).out).toContain('Listening after event 12')
})

test('r sends the last one again, under the same id', async () => {
  receiver.posts.splice(0)
  const listening = listenFor(2, /→ 200/, ['--since', '11'])
  await expect.poll(() => receiver.posts.length).toBe(1)
  await new Promise((done) => setTimeout(done, 100))
  machine.keys.at(-1)?.('r')
  await listening
  expect(receiver.posts[1]).toEqual(receiver.posts[0])
})

test('a feed that has begun anew is read from its beginning', async () => {
  api.forget()
  api.begin('short_payment')
  const { err, out } = await listenFor(2, /→ 200/)
  expect(err).toContain('The feed was restarted since you last listened')
  expect(out).toContain('Listening after event 0')
})

test('events are printed as they are, one on a line', async () => {
  const { out } = await machine.run(['events', '--json'])
  expect(out.split('\n')).toEqual(api.events.map(({ text }) => text))
})

test('types are chosen by name or by their beginning', () => {
  const isWanted = createEventFilter('buy.*, sell.completed')
  expect(['buy.expired', 'sell.completed', 'sell.expired', 'withdrawal.completed'].map(isWanted)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(createEventFilter(undefined)('anything')).toBe(true)
})
