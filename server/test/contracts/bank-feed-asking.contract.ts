import { describe, expect, test } from 'vitest'
import type { FeedAdapter, FeedUnderTest } from './bank-feed-under-test.ts'

const MINUTE_MS = 60_000

export function describeAsking({ vendor, secrets }: FeedAdapter, subject: FeedUnderTest): void {
  const { payAndHint, reread, renew } = subject

  describe('requests', () => {
    test('use the secret that the vendor knows, before and after a rotation', async () => {
      const rotate = async () => subject.world().admin('POST', `/vendors/${vendor}/rotate`)
      const hint = await payAndHint()
      renew({ secrets: [secrets.next, secrets.current] })
      expect(await reread(hint)).toMatchObject({ kind: 'found' })
      await rotate()
      expect(await reread(hint)).toMatchObject({ kind: 'found' })
      await rotate()
      expect(await reread(hint)).toEqual({ kind: 'unavailable', why: 'the vendor rejects our key' })
    })

    test('continue after the login token expires', async () => {
      const hint = await payAndHint()
      expect(await reread(hint)).toMatchObject({ kind: 'found' })
      await subject.world().wait(7200)
      expect(await reread(hint)).toMatchObject({ kind: 'found' })
    })

    test('wait as long as a vendor demands, and no longer', async () => {
      const hint = await payAndHint()
      const rule = await subject.world().fault('requery_429')
      expect(await reread(hint)).toEqual({ kind: 'unavailable', why: 'the vendor answered 429' })
      await rule.end()
      expect(await reread(hint)).toEqual({ kind: 'unavailable', why: 'the vendor asked us to wait (429)' })
      subject.clock().advance(MINUTE_MS)
      expect(await reread(hint)).toMatchObject({ kind: 'found' })
    })

    test('end at the deadline of the caller', async () => {
      const hint = await payAndHint()
      await subject.world().fault('requery_timeout')
      const answer = await subject.feed().reread(hint, AbortSignal.timeout(50))
      expect(answer).toMatchObject({ kind: 'unavailable' })
    })

    test('a vendor that cannot be reached is unavailable', async () => {
      renew({ url: 'http://127.0.0.1:1' })
      expect(await reread({ key: 'A1', detail: null })).toMatchObject({ kind: 'unavailable' })
    })
  })
}
