import { describe, expect, test } from 'vitest'
import { expectOnlyTruth } from './bank-feed-truth.ts'
import { ada, type FeedAdapter, type FeedUnderTest, hintsOf, linesOf } from './bank-feed-under-test.ts'
import type { Sent } from './bank-feed-world.ts'

export function describeNotifications(adapter: FeedAdapter, subject: FeedUnderTest): void {
  const { vendor, secrets } = adapter
  const { payAndHint, read, reread, renew } = subject
  const kindsOf = (sent: readonly Sent[]) => sent.map((one) => read(one).kind)
  const firstSent = (): Sent => {
    const [first] = subject.world().sent
    if (first === undefined) throw new Error('nothing was sent')
    return first
  }

  describe('notifications', () => {
    test('a notification without a signature, or with a foreign one, is forged', async () => {
      await payAndHint()
      const { headers, body } = firstSent()
      const name = Object.keys(headers).find((header) => header.endsWith('signature')) ?? ''
      const given = String(headers[name])
      const { [name]: _, ...unsigned } = headers
      const other = given.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
      const signed = [other, '', 'null', given.slice(2), `${given}00`, [given]].map((value) => ({
        ...headers,
        [name]: value,
      }))
      const kinds = [unsigned, ...signed].map((forged) => subject.feed().readHook(forged, body).kind)
      expect(kinds).toEqual(Array(7).fill('forged'))
    })

    test('a changed notification leads only to correct lines', async () => {
      await payAndHint({ payer: ada })
      const { headers, body } = firstSent()
      const text = body.toString().replaceAll('15000', '95000').replaceAll('6789', '1111')
      expect(text).not.toBe(body.toString())
      const reading = subject.feed().readHook(headers, Buffer.from(text))
      expect(reading.kind).toBe(adapter.signsBodies ? 'forged' : 'hints')
      const lines = linesOf(await Promise.all(hintsOf([reading]).map(reread)))
      expectOnlyTruth(lines, await subject.world().truth())
    })

    test('a notification about an unknown transaction leads to nothing', async () => {
      expect(await reread({ key: 'NEVER-WAS-1', detail: null })).toEqual({ kind: 'not_found' })
    })

    test('notifications before and after a rotation are genuine, and one with a third secret is not', async () => {
      await payAndHint({ faults: ['hook_old_key'] })
      renew({ secrets: [secrets.current] })
      expect(kindsOf(subject.world().sent)).toEqual(['forged'])
      renew({ secrets: [secrets.next, secrets.current] })
      await payAndHint()
      await subject.world().admin('POST', `/vendors/${vendor}/rotate`)
      await payAndHint()
      expect(kindsOf(subject.world().sent)).toEqual(['forged', 'hints', 'hints'])
    })

    test('malformed bytes never throw', async () => {
      await payAndHint()
      const { headers } = firstSent()
      const bodies = ['', '{', 'null', '[]', '"x"', '{"event":1}', '\u0000'].map((text) => Buffer.from(text))
      const kinds = bodies.map((body) => subject.feed().readHook(headers, body).kind)
      expect(kinds).toEqual(Array(7).fill(adapter.signsBodies ? 'forged' : 'unreadable'))
      expect(subject.feed().readHook({}, Buffer.from([0xff, 0xfe])).kind).toBe('forged')
    })

    test('the vendor interprets our answer correctly', async () => {
      const world = subject.world()
      await payAndHint()
      await world.pay({ faults: ['hook_bad_signature'] })
      await world.notifications()
      for (const outcome of ['known', 'unreadable', 'busy'] as const) {
        world.answerWith((sent) => subject.feed().hookReply(outcome, read(sent), sent.body))
        await world.pay({})
        await world.notifications()
      }
      const { hooks } = JSON.parse(await world.admin('GET', '/hooks')) as { hooks: { state: string }[] }
      // Never `rejected`: the vendor would return the money.
      expect(hooks.map(({ state }) => state)).toEqual([
        'delivered',
        'waiting',
        'delivered',
        'waiting',
        'waiting',
      ])
    })
  })
}
