import { expect, test } from 'vitest'
import { laneKeys } from './simulated-networks.ts'
import { createStandIns, fixedWallets } from './stand-in-wallets.ts'

test('every wallet with a key has a replacement, whose address replaces the original in a text', () => {
  expect(fixedWallets.map(({ name }) => name).sort()).toEqual(Object.keys(laneKeys).sort())
  const { spell, keys } = createStandIns(({ name }) => ({
    address: `<${name}>`,
    place: { pkcs11: { label: name } },
  }))
  const text = fixedWallets.map(({ address }) => address).join(' and ')
  expect(spell(text)).toBe(fixedWallets.map(({ name }) => `<${name}>`).join(' and '))
  expect(JSON.stringify(keys)).not.toContain('0x')
})
