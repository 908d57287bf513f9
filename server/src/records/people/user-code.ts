import { hash, randomInt } from 'node:crypto'

// Consonants only, so that a code spells no word and nobody confuses O with 0 or I with 1 (RFC 8628, section 6.1).
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

/** Returns a code that a person compares or types: two groups of four letters. There are 25 thousand million of them. */
export function newUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return formatUserCode(letters.join(''))
}

/** Returns a code as the terminal shows it, however a person typed it, or undefined if it cannot be one. */
export function readUserCode(text: string): string | undefined {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '')
  const isCode = letters.length === LENGTH && new RegExp(`^[${LETTERS}]+$`).test(letters)
  return isCode ? formatUserCode(letters) : undefined
}

export function hashUserCode(code: string): Buffer {
  return hash('sha256', code, 'buffer')
}

function formatUserCode(letters: string): string {
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}
