import { expect, test } from 'vitest'
import { createExplorers } from './explorers.ts'

const explorers = createExplorers({ live: {}, test: { Polygon: 'https://amoy.polygonscan.com' } })

test('a live transaction or address links to a public page', () => {
  expect(explorers.ofTransaction('live', 'Polygon', '0xab')).toBe('https://polygonscan.com/tx/0xab')
  expect(explorers.ofTransaction('live', 'Stellar', 'ab')).toBe(
    'https://stellar.expert/explorer/public/tx/ab',
  )
  expect(explorers.ofAddress('live', 'Stellar', 'GA')).toBe(
    'https://stellar.expert/explorer/public/account/GA',
  )
  expect(explorers.ofTransaction('live', 'Solana', '5x')).toBe('https://explorer.solana.com/tx/5x')
  expect(explorers.ofAddress('live', 'Avalanche', '0xcd')).toBe('https://snowtrace.io/address/0xcd')
})

test('in test mode there is a link only if the settings name an explorer', () => {
  expect(explorers.ofTransaction('test', 'Avalanche', '0xab')).toBeNull()
  expect(explorers.ofTransaction('test', 'Polygon', '0xab')).toBe('https://amoy.polygonscan.com/tx/0xab')
})

test('an unknown network has no page, and an id cannot change the path of the link', () => {
  expect(explorers.ofTransaction('live', 'Moon', '0xab')).toBeNull()
  expect(explorers.ofTransaction('live', 'Polygon', '../?x=<b>')).toBe(
    'https://polygonscan.com/tx/..%2F%3Fx%3D%3Cb%3E',
  )
})
