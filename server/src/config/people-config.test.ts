import { expect, test } from 'vitest'
import { readPeopleConfig } from './people-config.ts'

const env = {
  PEOPLE_HOST: '0.0.0.0',
  PEOPLE_PORT: '8084',
  PEOPLE_ORIGIN: 'https://people.afara.test',
  API_PUBLIC_URL: 'https://api.afara.test',
  DATABASE_URL_PEOPLE: 'postgres://afara_people@db/afara',
  BUSINESS_IDENTITY_KEYS: `1:${'C'.repeat(43)}=`,
  TOTP_SECRETS_KEY: `${'B'.repeat(43)}=`,
  CELL: 'test',
  KEY_PEPPERS: `1:${'0'.repeat(64)}`,
  MAIL_SECRETS_KEY: Buffer.alloc(32, 5).toString('base64'),
}

test('passkeys belong to the host name of the origin', () => {
  expect(readPeopleConfig(env)).toMatchObject({
    people: { host: '0.0.0.0', port: 8084 },
    relyingParty: { id: 'people.afara.test', origin: 'https://people.afara.test' },
    docsUrl: 'https://api.afara.test',
  })
  const local = { ...env, PEOPLE_ORIGIN: 'http://localhost:8084' }
  expect(readPeopleConfig(local).relyingParty).toEqual({ id: 'localhost', origin: 'http://localhost:8084' })
})

test.each([
  'http://people.afara.test',
  'https://people.afara.test/sign-in',
  'http://127.0.0.1:8084',
  'localhost',
])('the origin %s is refused: browsers offer no passkey there', (origin) => {
  expect(() => readPeopleConfig({ ...env, PEOPLE_ORIGIN: origin })).toThrow('PEOPLE_ORIGIN')
})

test('the console has a site of its own, below the host that passkeys belong to', () => {
  const listener = { CONSOLE_HOST: '0.0.0.0', CONSOLE_PORT: '8086' }
  const withConsole = (origin: string) =>
    readPeopleConfig({ ...env, ...listener, CONSOLE_ORIGIN: origin }).console
  expect(readPeopleConfig(env).console).toBeUndefined()
  expect(withConsole('https://console.people.afara.test')).toEqual({
    listener: { host: '0.0.0.0', port: 8086 },
    relyingParty: { id: 'people.afara.test', origin: 'https://console.people.afara.test' },
  })
  const others = [
    'https://people.afara.test',
    'https://console.afara.test',
    'http://console.people.afara.test',
  ]
  for (const origin of others) expect(() => withConsole(origin)).toThrow('CONSOLE_ORIGIN')
})

test.each(Object.keys(env))('without %s the process does not start', (name) => {
  expect(() => readPeopleConfig({ ...env, [name]: '' })).toThrow(name)
})
