import { expect, test } from 'vitest'
import { readAdminConfig, readMigrationUrl } from './command-config.ts'

test('each command starts with only its own settings', () => {
  const admin = {
    CELL: 'lag1',
    KEY_PEPPERS: `1:${'0a'.repeat(32)},2:${'0b'.repeat(32)}`,
    DATABASE_URL_OWNER: 'postgres://afara_owner@db/afara',
  }
  expect(readAdminConfig(admin).cell).toBe('lag1')
  expect(readMigrationUrl({ DATABASE_URL_MIGRATE: 'postgres://postgres@db/afara' })).toContain('postgres@db')
})
