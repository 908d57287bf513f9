import { expect, test } from 'vitest'
import { escapeForTerminal, escapeLinesForTerminal } from './terminal-text.ts'

test('text that a payer typed cannot clear the screen, start a line or reverse digits', () => {
  expect(escapeForTerminal('ADA\u001b[2J OBI')).toBe('ADA\\u{1b}[2J OBI')
  expect(escapeForTerminal('ADA\r\nNext: pay')).toBe('ADA\\u{d}\\u{a}Next: pay')
  expect(escapeForTerminal('\u202e9876543210')).toBe('\\u{202e}9876543210')
  expect(escapeForTerminal('A\u200bDA\u009b31m\u2028\ud800')).toBe('A\\u{200b}DA\\u{9b}31m\\u{2028}\\u{d800}')
})

test('names and amounts in their usual spelling stay unchanged', () => {
  const plain = 'Ọlá Adé’s Ẹ̀gbẹ́ shop, ₦1,234.50 … – “x”'
  expect(escapeForTerminal(plain)).toBe(plain)
  expect(escapeLinesForTerminal('one\ntwo\tthree')).toBe('one\ntwo\\u{9}three')
})
