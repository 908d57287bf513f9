import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findSettings } from './find-settings.ts'
import { openProfileFile } from './profile-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'afara-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

const env = { XDG_CONFIG_HOME: folder }
const profile = { key: 'svc_test_one', url: 'http://one.test/', businessId: 'biz_1', linkTag: 'ada' }

test('without a key, the error says how to start', () => {
  expect(() => findSettings({ env }, undefined)).toThrow(/afara login/)
})

test('the local stack is used without a login', () => {
  const stackSettingsFile = join(folder, 'cli.json')
  writeFileSync(stackSettingsFile, JSON.stringify({ ...profile, otcUrl: 'http://otc.test' }))
  expect(findSettings({ env, stackSettingsFile }, undefined)).toMatchObject({
    key: 'svc_test_one',
    url: 'http://one.test',
    otcUrl: 'http://otc.test',
    from: 'the stack on this machine',
    mode: 'test',
  })
})

test('a key is stored where only its owner can read it', () => {
  const file = openProfileFile(env)
  file.write('default', profile)
  expect(statSync(file.path).mode & 0o777).toBe(0o600)
  expect(findSettings({ env }, undefined)).toMatchObject({ businessId: 'biz_1', from: file.path })
})

test('a key from the environment overrides the profile, and the business of the profile is not used with it', () => {
  const settings = findSettings({ env: { ...env, AFARA_KEY: 'svc_live_two' } }, undefined)
  expect(settings).toMatchObject({ key: 'svc_live_two', url: 'http://one.test', mode: 'live' })
  expect(settings.businessId).toBeUndefined()
})

test('the error for an unknown profile lists the known ones', () => {
  expect(() => findSettings({ env }, 'shop')).toThrow(/No profile is called "shop" \(you have: default\)/)
})

test('the secret of listen stays the same for a profile', () => {
  const file = openProfileFile(env)
  const secret = file.listenSecret('default')
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(file.listenSecret('default')).toBe(secret)
  expect(file.listenSecret('shop')).not.toBe(secret)
  expect(statSync(file.path).mode & 0o777).toBe(0o600)
})
