import { expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import { readCursor, writeCursor } from './list-query.ts'

test('a cursor is read back as the id it was made from', () => {
  for (let times = 0; times < 100; times += 1) {
    const id = newId()
    expect(readCursor('transactions', writeCursor('transactions', id))).toBe(id)
  }
})

test('a cursor of another list, or anything else, is refused', () => {
  const cursor = writeCursor('movements', newId())
  for (const text of [
    cursor,
    '',
    'x',
    `${writeCursor('transactions', newId())}=`,
    '§§',
    'A'.repeat(23),
    'a'.repeat(5_000),
  ]) {
    expect(() => readCursor('transactions', text), text).toThrow('unchanged')
  }
})
