import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSlowRefusals } from './slow-refusals.ts'

test('a refusal is sent after the delay, and when many wait, further ones are sent at once', async () => {
  const refusals = createSlowRefusals({ delayMs: 60, mostWaiting: 2 })
  const sent: string[] = []
  for (const name of ['first', 'second', 'third']) refusals.send(() => sent.push(name))
  expect(sent).toEqual(['third'])
  await sleep(120)
  expect(sent).toEqual(['third', 'first', 'second'])
  refusals.send(() => sent.push('fourth'))
  expect(sent).not.toContain('fourth')
})
