import { expect, test } from 'vitest'
import { networkNames, parseNetwork } from './networks.ts'

test('a network is found by its name in any letter case', () => {
  for (const name of networkNames) {
    for (const text of [name, name.toLowerCase(), name.toUpperCase()]) expect(parseNetwork(text)).toBe(name)
  }
})

test.each(['', 'Ethereum', ' Stellar', 'stellar ', 'polygon-pos', 'matic', '__proto__', 'constructor'])(
  '%j is not a network, and the refusal names the known ones',
  (text) => {
    expect(() => parseNetwork(text)).toThrow(
      expect.objectContaining({
        code: 'network_unknown',
        message: expect.stringMatching(new RegExp(networkNames.join('.+'))),
      }),
    )
  },
)
