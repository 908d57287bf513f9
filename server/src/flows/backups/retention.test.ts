import { expect, test } from 'vitest'
import type { Base } from './base-backup.ts'
import { chooseExpired } from './retention.ts'
import { segmentAt } from './wal.ts'

const SEGMENT = 16 * 1024 * 1024
const NOW = new Date('2026-11-19T12:00:00Z')
const segment = (number: number, timeline = '00000001') =>
  segmentAt(timeline, BigInt(number) * BigInt(SEGMENT), SEGMENT)

/** A base backup of so many days ago that needs the segments from `first`. */
function baseOf(daysAgo: number, first: number): Base {
  const stoppedAt = new Date(NOW.getTime() - daysAgo * 86_400_000).toISOString()
  const name = `base/${stoppedAt.replaceAll(/[-:.]/g, '')}`
  return {
    name,
    stoppedAt,
    first: segment(first),
    last: segment(first + 1),
    label: '',
    segmentBytes: SEGMENT,
    version: 18,
  }
}

const filesOf = ({ name }: Base) => [`${name}.json`, `${name}.tar`]

test('what an old time needs goes, and what any time of the kept days needs stays', () => {
  const bases = [baseOf(16, 10), baseOf(15, 20), baseOf(13, 30), baseOf(1, 300)]
  const [oldest, needed] = bases as [Base, Base]
  const wal = [9, 10, 19, 20, 21, 30, 300, 301].map((number) => `wal/${segment(number)}`)
  const pieces = [`wal/${segment(19)}.00000000-00000100`, `wal/${segment(301)}.00000000-00000100`]
  const objects = [...bases.flatMap(filesOf), ...wal, ...pieces, 'wal/00000002.history']
  // A time 14 days ago lies between the second and the third.
  expect(chooseExpired({ bases, objects }, NOW, 14)).toEqual([
    ...filesOf(oldest),
    ...[9, 10, 19].map((number) => `wal/${segment(number)}`),
    `wal/${segment(19)}.00000000-00000100`,
  ])
  expect(chooseExpired({ bases, objects }, NOW, 14)).not.toContain(`${needed.name}.tar`)
})

test('the only base backup stays however old it is, and so does one that is being made', () => {
  const only = baseOf(100, 5)
  const underWay = baseOf(0, 50)
  const objects = [...filesOf(only), `${underWay.name}.tar`, `wal/${segment(4)}`, `wal/${segment(5)}`]
  expect(chooseExpired({ bases: [only], objects }, NOW, 14)).toEqual([`wal/${segment(4)}`])
  expect(chooseExpired({ bases: [], objects }, NOW, 14)).toEqual([])
})

test('the files of a base backup that was interrupted go after the next one is complete', () => {
  const interrupted = baseOf(2, 5)
  const complete = baseOf(1, 9)
  const objects = [`${interrupted.name}.tar`, ...filesOf(complete), `wal/${segment(8)}`]
  expect(chooseExpired({ bases: [complete], objects }, NOW, 14)).toEqual([
    `${interrupted.name}.tar`,
    `wal/${segment(8)}`,
  ])
})

test('the same segment of another timeline counts as old as this one', () => {
  const base = baseOf(1, 256)
  const objects = [`wal/${segment(255, '00000002')}`, `wal/${segment(256, '00000002')}`]
  expect(chooseExpired({ bases: [base], objects }, NOW, 14)).toEqual([`wal/${segment(255, '00000002')}`])
})
