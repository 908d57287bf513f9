import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGroupCommits, Overloaded } from './group-commits.ts'

const limits = { slots: 2, most: 10, queue: 50, isUndone: () => true }

test('requests that wait together are committed together, and each gets its own answer', async () => {
  const sizes: number[] = []
  const groups = createGroupCommits<number, number>({
    ...limits,
    commit: async (requests) => {
      await sleep(5)
      return requests.map((request) => request * 2)
    },
    onGroup: (size) => sizes.push(size),
  })
  const answers = await Promise.all(Array.from({ length: 25 }, async (_, index) => groups.submit(index)))
  expect(answers).toEqual(Array.from({ length: 25 }, (_, index) => index * 2))
  expect(sizes.toSorted((a, b) => a - b)).toEqual([5, 10, 10])
})

test('a bad request fails alone', async () => {
  const groups = createGroupCommits<number, number>({
    ...limits,
    commit: async (requests) => {
      if (requests.includes(3)) throw new Error('three')
      return requests
    },
  })
  const results = await Promise.allSettled([1, 2, 3, 4].map(async (request) => groups.submit(request)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('a group that may have been committed is never retried', async () => {
  let calls = 0
  const groups = createGroupCommits<number, number>({
    ...limits,
    isUndone: () => false,
    commit: async () => {
      calls += 1
      throw new Error('gone')
    },
  })
  const results = await Promise.allSettled([groups.submit(1), groups.submit(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toBe(1)
})

test('the number of concurrent groups is limited, and requests to a full queue are rejected', async () => {
  let running = 0
  let most = 0
  const groups = createGroupCommits<number, number>({
    ...limits,
    commit: async (requests) => {
      running += 1
      most = Math.max(most, running)
      await sleep(5)
      running -= 1
      return requests
    },
  })
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, async (_, index) => groups.submit(index)),
  )
  expect(most).toBe(2)
  const turnedAway = results.filter(
    (result) => result.status === 'rejected' && result.reason instanceof Overloaded,
  )
  expect(turnedAway).toHaveLength(10)
})

test('requests that come one after the other are gathered for some time, or until enough of them wait', async () => {
  const sizes: number[] = []
  const submit = async (count: number, gatherMs: number): Promise<void> => {
    const groups = createGroupCommits<number, number>({
      ...limits,
      gather: { ms: gatherMs, enough: 4 },
      commit: async (requests) => requests,
      onGroup: (size) => sizes.push(size),
    })
    const answers: Array<Promise<number>> = []
    for (let index = 0; index < count; index += 1) {
      answers.push(groups.submit(index))
      await sleep(2)
    }
    await Promise.all(answers)
  }
  await submit(3, 100)
  // If the fourth did not end the wait, this would take an hour.
  await submit(4, 3_600_000)
  expect(sizes).toEqual([3, 4])
})

test('drained waits for everything that was submitted', async () => {
  let done = 0
  const groups = createGroupCommits<number, number>({
    ...limits,
    commit: async (requests) => {
      await sleep(10)
      done += requests.length
      return requests
    },
  })
  for (let index = 0; index < 30; index += 1) void groups.submit(index)
  await groups.drained()
  expect(done).toBe(30)
})
