import { describe, expect, test } from 'vitest'
import { placeOfLock, usedLocks } from './lane-locks.ts'

const channels = [
  { address: 'A', base: 100n },
  { address: 'B', base: 7n },
  { address: 'C', base: 5_000n },
]

describe('the locks of a lane with three channels', () => {
  test('use the channels in turn, each with its own next sequence number', () => {
    expect(Array.from({ length: 7 }, (_, lock) => placeOfLock(channels, BigInt(lock)))).toEqual([
      { channel: 'A', sequence: 101n },
      { channel: 'B', sequence: 8n },
      { channel: 'C', sequence: 5_001n },
      { channel: 'A', sequence: 102n },
      { channel: 'B', sequence: 9n },
      { channel: 'C', sequence: 5_002n },
      { channel: 'A', sequence: 103n },
    ])
  })

  test.each([
    ['no lock is used', [100n, 7n, 5_000n], { lockLatest: 0n, lockAhead: 0n }],
    ['the first lock is used', [101n, 7n, 5_000n], { lockLatest: 1n, lockAhead: 1n }],
    ['only the third lock is used', [100n, 7n, 5_001n], { lockLatest: 0n, lockAhead: 3n }],
    ['a whole round is used', [101n, 8n, 5_001n], { lockLatest: 3n, lockAhead: 3n }],
    ['one channel is behind the others', [103n, 8n, 5_003n], { lockLatest: 4n, lockAhead: 9n }],
  ] as const)('%s: the first free lock and the last used lock are returned', (_, sequences, told) => {
    expect(usedLocks(channels, sequences, 0n)).toMatchObject(told)
  })

  test('are given out only up to the round that the slowest channel has reached', () => {
    expect(usedLocks(channels, [100n, 7n, 5_000n], 0n).room).toBe(3)
    expect(usedLocks(channels, [100n, 8n, 5_001n], 3n).room).toBe(0)
    expect(usedLocks(channels, [101n, 8n, 5_001n], 3n).room).toBe(3)
    expect(usedLocks(channels, [101n, 7n, 5_001n], 3n).room).toBe(1)
    expect(usedLocks(channels, [100n, 7n, 5_000n], 9n).room).toBe(0)
  })

  test('cannot be computed if the sequence of a channel is below its base', () => {
    expect(() => usedLocks(channels, [99n, 7n, 5_000n], 0n)).toThrow(
      'the sequence of channel A is lower than its base 100',
    )
  })
})
