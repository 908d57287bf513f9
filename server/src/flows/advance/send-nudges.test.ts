import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import type { Nudge } from '../../records/transactions/wake-store.ts'
import { gatherNudges, type SendNudge } from './send-nudges.ts'

const nudgeOf = (): Nudge => ({ subjectId: newId(), type: 'buy', number: 1, dueAt: new Date() })
const GAP_MS = 50

const record = (): { calls: Nudge[][]; send: SendNudge } => {
  const calls: Nudge[][] = []
  return { calls, send: async (...nudges) => void calls.push(nudges) }
}

test('the first nudge is sent at once, and those that follow soon share a call', async () => {
  const { calls, send } = record()
  const gather = gatherNudges(send, GAP_MS)
  const [first, second, third] = [nudgeOf(), nudgeOf(), nudgeOf()]
  await gather(first)
  expect(calls).toEqual([[first]])
  await gather(second)
  await gather(third)
  expect(calls).toHaveLength(1)
  await expect.poll(() => calls).toEqual([[first], [second, third]])
})

test('after a pause, a nudge is sent at once again', async () => {
  const { calls, send } = record()
  const gather = gatherNudges(send, GAP_MS)
  await gather(nudgeOf())
  await sleep(4 * GAP_MS)
  await gather(nudgeOf())
  expect(calls).toHaveLength(2)
})
