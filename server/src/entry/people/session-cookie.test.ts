import { expect, test } from 'vitest'
import { formatEndedCookie, formatSessionCookie, readSessionCookie } from './session-cookie.ts'

const site = 'https://people.afara.test'
const expiresAt = new Date('2026-11-15T09:30:00Z')

test('with https, no other host and no script can set or read the cookie', () => {
  expect(formatSessionCookie(site, 'afs_x', expiresAt)).toBe(
    '__Host-afara_session=afs_x; Path=/; Expires=Sun, 15 Nov 2026 09:30:00 GMT; HttpOnly; SameSite=Strict; Secure',
  )
  expect(formatEndedCookie(site)).toBe(
    '__Host-afara_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  )
})

test.each([
  ['__Host-afara_session=afs_x', 'afs_x'],
  ['a=1; __Host-afara_session=afs_x; b=2', 'afs_x'],
  ['a=1;__Host-afara_session=afs_x', 'afs_x'],
  // Without the prefix, another host may have set it.
  ['afara_session=afs_x', undefined],
  ['x__Host-afara_session=afs_x', undefined],
  ['', undefined],
  [undefined, undefined],
])('the cookie header %s holds %s', (header, token) => {
  expect(readSessionCookie(header, site)).toBe(token)
})
