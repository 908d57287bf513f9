import { describe, expect, test } from 'vitest'
import { checkWebhookUrl } from './check-webhook-url.ts'

const away = { allowLoopback: false }
const atHome = { allowLoopback: true, ownPorts: [4000] }

describe('an endpoint may be', () => {
  test.each([
    'https://hooks.shop.ng/afara',
    'https://hooks.shop.ng:8443/a?b=c',
    'https://hooks.shop.ng:443/',
    'https://xn--bcher-kva.de:9443/x',
    'HTTPS://Hooks.Shop.NG/Afara',
    'https://a_b.shop.ng/',
    'https://shop.host/',
  ])('%s', (url) => {
    expect(checkWebhookUrl(url, 'live', away)).toBeUndefined()
    expect(checkWebhookUrl(url, 'test', away)).toBeUndefined()
  })
})

describe('an endpoint may not be', () => {
  test.each([
    'http://hooks.shop.ng/',
    'ftp://hooks.shop.ng/',
    'file:///etc/passwd',
    'unix:/var/run/docker.sock',
    'javascript:alert(1)',
    '//hooks.shop.ng/',
    'hooks.shop.ng',
    '',
    'https://',
    'https://user@hooks.shop.ng/',
    'https://user:word@hooks.shop.ng/',
    'https://hooks.shop.ng/#part',
    'https://hooks.shop.ng:80/',
    'https://hooks.shop.ng:22/',
    'https://hooks.shop.ng:5432/',
    'https://hooks.shop.ng:0/',
    'https://hooks.shop.ng:99999/',
    'https://hooks.shop.ng./',
    'https://hooks.shop.ng\\@10.0.0.1/',
    ' https://hooks.shop.ng/',
    'https://hooks.shop.ng/\n',
    'https://h\u00F6rer.ng/',
    'https://\u2460\u2461\u2466.0.0.1/',
    'https://localhost/',
    'https://api.localhost/',
    'https://db/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://8.8.8.8/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[2606:4700::1111]/',
    `https://hooks.shop.ng/${'a'.repeat(3_000)}`,
    `https://${'a.'.repeat(130)}ng/`,
  ])('%j', (url) => {
    for (const mode of ['live', 'test'] as const)
      expect(checkWebhookUrl(url, mode, away)).toMatchObject({ code: 'webhook_url_refused' })
  })
})

test('a local stack accepts test endpoints on its own machine and no live endpoints', () => {
  for (const url of [
    'http://127.0.0.1:3000/h',
    'http://localhost:3000/',
    'https://[::1]:3000/',
    'http://2130706433:3000/',
  ]) {
    expect(checkWebhookUrl(url, 'test', atHome)).toBeUndefined()
    expect(checkWebhookUrl(url, 'live', atHome)).toBeDefined()
  }
})

test('a local stack still refuses our own ports, low ports and other private addresses', () => {
  for (const url of [
    'http://127.0.0.1:4000/',
    'http://127.0.0.1/',
    'http://127.0.0.1:25/',
    'ftp://127.0.0.1:3000/',
    'http://10.0.0.1:3000/',
    'http://[::ffff:127.0.0.1]:3000/',
    'http://0.0.0.0:3000/',
    'http://127.0.0.1.nip.io:3000/',
  ])
    expect(checkWebhookUrl(url, 'test', atHome), url).toBeDefined()
})
