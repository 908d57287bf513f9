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

/** Listens until `count` lines match, then presses Ctrl-C. */
async function listenFor(
  count: number,
  matching: RegExp,
  line: readonly string[] = [],
  onLine: (text: string) => void = () => {},
) {
  const interruption = new AbortController()
  let seen = 0
  return machine.run(['listen', '--forward-to', receiver.url, ...line], {
    signal: AbortSignal.any([interruption.signal, AbortSignal.timeout(120_000)]),
    onLine: (text) => {
      onLine(text)
      if (matching.test(text)) seen += 1
      if (seen === count) interruption.abort()
    },
  })
}

test('the first run starts at the end of the feed and forwards new events byte for byte', async () => {
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

test('missed events are forwarded first', async () => {
  api.begin('paid_exactly')
  receiver.posts.splice(0)
  const { out } = await listenFor(5, /→ 200/)
  expect(out).toContain('5 missed events are forwarded first.')
  expect(receiver.posts.map(({ body }) => body)).toEqual(api.events.slice(7).map(({ text }) => text))
})

test('only the selected types are forwarded, and the position advances for all', async () => {
  receiver.posts.splice(0)
  await listenFor(2, /buy\.completed/, ['--since', '0', '--events', 'sell.*,buy.completed'])
  expect(receiver.posts.length).toBe(2)
  // The last event was skipped.
  const { out } = await listenFor(1, /Listening/)
  expect(out).toContain('Listening after event 12')
})

test('the command waits for a receiver that is not running', async () => {
  const interruption = new AbortController()
  const closed = await startReceiver(secret)
  closed.stop()
  const { err } = await machine.run(['listen', '--forward-to', closed.url, '--since', '0'], {
    signal: AbortSignal.any([interruption.signal, AbortSignal.timeout(120_000)]),
    onLine: (line) => {
      if (line.includes('The receiver is not running')) interruption.abort()
    },
  })
  expect(err).toContain('The receiver is not running yet. Waiting for it.')
  // Nothing was forwarded, so the position did not advance.
  expect((await listenFor(1, /Listening/)).out).toContain('Listening after event 12')
})

test('r sends the last event again with the same id', async () => {
  receiver.posts.splice(0)
  let isPressed = false
  await listenFor(2, /→ 200/, ['--since', '11'], (text) => {
    if (isPressed || !text.includes('→ 200')) return
    isPressed = true
    // The command remembers an event right after it has told of it.
    setImmediate(() => machine.keys.at(-1)?.('r'))
  })
  expect(receiver.posts[1]).toEqual(receiver.posts[0])
})

test('a feed that was restarted is read from its beginning', async () => {
  api.forget()
  api.begin('short_payment')
  const { err, out } = await listenFor(2, /→ 200/)
  expect(err).toContain('The feed was restarted since you last listened')
  expect(out).toContain('Listening after event 0')
})

test('events are printed unchanged, one per line', async () => {
  const { out } = await machine.run(['events', '--json'])
  expect(out.split('\n')).toEqual(api.events.map(({ text }) => text))
})

test('types are selected by name or by prefix', () => {
  const isWanted = createEventFilter('buy.*, sell.completed')
  expect(['buy.expired', 'sell.completed', 'sell.expired', 'withdrawal.completed'].map(isWanted)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(createEventFilter(undefined)('anything')).toBe(true)
})
