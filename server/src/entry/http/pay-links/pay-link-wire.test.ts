import { expect, test } from 'vitest'
import { parseReturnUrl } from './pay-link-wire.ts'

test.each([
  ['live', 'https://shop.example/orders/1'],
  ['test', 'https://shop.example/orders/1'],
  ['test', 'http://127.0.0.1:3000/done'],
  ['test', 'http://localhost/done'],
] as const)('in %s mode a payer may be sent to %s', (mode, url) => {
  expect(parseReturnUrl(url, mode)).toBe(url)
})

test.each([
  ['live', 'http://127.0.0.1/done'],
  ['test', 'http://shop.example/done'],
  ['live', 'javascript:alert(1)'],
  ['live', 'data:text/html,x'],
  ['live', 'https://bank.example@evil.example/'],
  ['live', 'https://:secret@evil.example/'],
  ['live', '//evil.example'],
  ['live', '/orders/1'],
  ['live', `https://shop.example/${'a'.repeat(500)}`],
] as const)('in %s mode a payer is never sent to %s', (mode, url) => {
  expect(() => parseReturnUrl(url, mode)).toThrow(expect.objectContaining({ code: 'return_url_invalid' }))
})
