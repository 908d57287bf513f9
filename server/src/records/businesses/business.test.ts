import { expect, test } from 'vitest'
import { parseLinkTag, parseName } from './business.ts'

test('a link tag is a short lower-case handle', () => {
  for (const tag of ['ada', 'ada-foods', 'a1-b2-c3', 'x'.repeat(32)]) expect(parseLinkTag(tag)).toBe(tag)
})

test('a link tag that is easily mistyped or breaks a link is refused', () => {
  const tags = [
    '',
    'ad',
    'Ada-Foods',
    'ada_foods',
    'ada foods',
    '-ada',
    'ada-',
    'ada--foods',
    '1ada',
    'x'.repeat(33),
    'ada\n',
  ]
  for (const tag of tags) {
    expect(() => parseLinkTag(tag)).toThrow(expect.objectContaining({ code: 'link_tag_invalid' }))
  }
})

test('a name is one trimmed line', () => {
  expect(parseName('  Ada Foods ')).toBe('Ada Foods')
  for (const name of ['', '   ', 'two\nlines', 'x'.repeat(201)]) {
    expect(() => parseName(name)).toThrow(expect.objectContaining({ code: 'name_invalid' }))
  }
})
