import { expect, test } from 'vitest'
import { pickPackages, vaultLock } from './vault-lock.ts'

const packages = {
  vault: {},
  'node_modules/pg': { version: '1.0.0', dev: true, dependencies: { split: '^1' } },
  'node_modules/split': { version: '1.2.0' },
  'node_modules/curves': { version: '1.0.0' },
  'vault/node_modules/curves': { version: '2.0.0', dependencies: { split: '^1' } },
  'node_modules/module': { version: '3.0.0', dependencies: { build: '^4' } },
  'node_modules/build': { version: '4.1.0' },
  'node_modules/other': { version: '5.0.0' },
}

test('the vault gets what it needs, and what only an optional package needs is optional', () => {
  const own = { dependencies: { pg: '1.0.0', curves: '2.0.0' }, optionalDependencies: { module: '3.0.0' } }
  expect(pickPackages(packages, own)).toEqual({
    'node_modules/build': { version: '4.1.0', optional: true },
    'node_modules/curves': { version: '2.0.0', dependencies: { split: '^1' } },
    'node_modules/module': { version: '3.0.0', dependencies: { build: '^4' }, optional: true },
    'node_modules/pg': { version: '1.0.0', dependencies: { split: '^1' } },
    'node_modules/split': { version: '1.2.0' },
  })
})

test('another version than in our lock file, or a package that it lacks, is refused', () => {
  const pick = (dependencies: Record<string, string>) => () =>
    pickPackages(packages, { dependencies, optionalDependencies: {} })
  expect(pick({ pg: '1.0.1' })).toThrow('asks for pg 1.0.1, but package-lock.json has 1.0.0')
  expect(pick({ absent: '1.0.0' })).toThrow('absent')
})

test('the lock file of the vault names no registry, and every package has a digest', () => {
  const { packages: locked } = JSON.parse(vaultLock()) as {
    packages: Record<string, Record<string, unknown>>
  }
  expect(vaultLock()).not.toContain('://registry')
  const { '': _own, ...installed } = locked
  for (const [place, one] of Object.entries(installed)) {
    expect(one['resolved'], place).toBeUndefined()
    expect(one['integrity'], place).toMatch(/^sha512-/)
  }
})
