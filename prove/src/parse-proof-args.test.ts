import { expect, test } from 'vitest'
import { parseProofArgs } from './parse-proof-args.ts'
import type { Proof } from './proof.ts'

const proof: Proof = {
  name: 'kept',
  sentence: 'Nothing is lost.',
  sizes: { kills: { full: 1_000, short: 10 }, seed: { full: 7, short: 7 } },
  choices: { network: ['Polygon', 'Solana'] },
  switches: ['no-bugs'],
  run: async () => ({ figures: {}, shortfalls: [] }),
}

test('a proof runs at full size unless --short is given', () => {
  expect(parseProofArgs(proof, []).size('kills')).toBe(1_000)
  expect(parseProofArgs(proof, ['--short']).size('kills')).toBe(10)
  expect(parseProofArgs(proof, ['--short', '--kills', '3']).size('kills')).toBe(3)
})

test('a switch is off until it is named', () => {
  expect(parseProofArgs(proof, []).isOn('no-bugs')).toBe(false)
  expect(parseProofArgs(proof, ['--no-bugs']).isOn('no-bugs')).toBe(true)
})

test('nothing is chosen until it is named', () => {
  expect(parseProofArgs(proof, []).choice('network')).toBeUndefined()
  expect(parseProofArgs(proof, ['--network', 'Solana']).choice('network')).toBe('Solana')
})

test.each([
  ['--kills', '0'],
  ['--kills', '1e3'],
  ['--kills', '-1'],
  ['--kill', '3'],
  ['--network', 'Bitcoin'],
  ['3'],
])('a run with wrong arguments (%s %s) does not start', (...args) => {
  expect(() => parseProofArgs(proof, args)).toThrow(
    expect.objectContaining({ code: expect.stringContaining('ERR_PARSE_ARGS') }),
  )
})
