import { expect, test } from 'vitest'
import { whyMissing } from './platform-package.ts'

test('a machine without a part is told which part', () => {
  expect(whyMissing('anvil', 'linux-x64')).toBeUndefined()
  expect(whyMissing('anvil', 'darwin-arm64')).toBe('npm has no anvil for darwin-arm64')
  expect(whyMissing('surfpool', 'linux-arm64')).toBe('npm has no surfpool for linux-arm64')
  expect(whyMissing('postgresql', 'win32-x64')).toBe('npm has no postgresql for win32-x64')
  expect(whyMissing('postgresql', 'darwin-arm64')).toBeUndefined()
})
