import { expect, test } from 'vitest'
import { MOST_ATTACHED_BYTES, requireAttachable } from './attachment.ts'

const pdf = Buffer.from('%PDF-1.7 …')
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])

test.each([
  ['letter of the bank.pdf', pdf, 'letter of the bank.pdf'],
  ['/home/bisi/scan.png', png, 'scan.png'],
  ['C:\\Users\\bisi\\scan.exe', png, 'scan.png'],
  ['note', Buffer.from('The payer called at 09:10.'), 'note.txt'],
  ['page.html', Buffer.from('<script>alert(1)</script>'), 'page.txt'],
  ['a"\r\nset-cookie: x=1.pdf', pdf, 'a-set-cookie- x-1.pdf'],
  ['../../.ssh/…', pdf, 'file.pdf'],
  [`${'x'.repeat(300)}.pdf`, pdf, `${'x'.repeat(96)}.pdf`],
])('the name of a file is made safe, and its ending says what it is: %j', (path, content, name) => {
  expect(requireAttachable(path, content)).toEqual({ name, content })
  expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,99}$/)
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a file that is too large', Buffer.alloc(MOST_ATTACHED_BYTES + 1, 'a')],
  ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0])],
  ['a Word file', Buffer.from([0x50, 0x4b, 3, 4, 0])],
  ['text that is not UTF-8', Buffer.from([0xe9, 0xe8])],
])('%s is refused', (_, content) => {
  expect(() => requireAttachable('letter.pdf', content)).toThrow(
    expect.objectContaining({ code: 'field_invalid' }),
  )
})
