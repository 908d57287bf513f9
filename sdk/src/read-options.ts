import { createSignRequest, type SignRequest } from './http/sign-request.ts'
import type { Identity } from './identity.ts'
import type { AfaraOptions, Attempt, Fetch } from './options.ts'

type Settings = Readonly<{
  key: string
  bases: Readonly<{ api: string; otc: string | undefined }>
  identity: Identity
  fetch: Fetch
  timeoutMs: number
  deadlineMs: number
  maxRetries: number
  onAttempt: ((attempt: Attempt) => void) | undefined
  sign: SignRequest | undefined
}>

/** Returns the settings of a client with their defaults. Throws a `TypeError` that says what to change. */
export function readOptions(options: AfaraOptions): Settings {
  const key = readKey(options.key)
  return {
    key,
    bases: {
      api: readBase('baseUrl', options.baseUrl, key),
      otc: options.otcBaseUrl === undefined ? undefined : readBase('otcBaseUrl', options.otcBaseUrl, key),
    },
    identity: { businessId: options.businessId, linkTag: options.linkTag },
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs: atLeast('timeoutMs', options.timeoutMs ?? 15_000, 1),
    deadlineMs: atLeast('deadlineMs', options.deadlineMs ?? 60_000, 1),
    maxRetries: atLeast('maxRetries', options.maxRetries ?? 4, 0),
    onAttempt: options.onAttempt,
    sign: options.signingKey === undefined ? undefined : createSignRequest(options.signingKey),
  }
}

/** The error never shows an invalid key, because it may be a real key with a typing error. */
function readKey(key: unknown): string {
  const text = typeof key === 'string' ? key.trim() : ''
  if (!/^svc_(?:live|test)_[\w-]+$/.test(text)) {
    throw new TypeError('"key" is not a key. Copy the whole key; it begins with svc_test_ or svc_live_.')
  }
  return text
}

function readBase(name: string, text: string, key: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new TypeError(`"${name}" must be a URL such as https://api.example.com.`)
  }
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && key.startsWith('svc_live_') && !isLoopback) {
    throw new TypeError(`"${name}" must begin with https. A live key is never sent unencrypted.`)
  }
  return url.href.replace(/\/+$/, '')
}

function atLeast(name: string, value: number, least: number): number {
  if (!Number.isFinite(value) || value < least)
    throw new TypeError(`"${name}" must be a number from ${least}.`)
  return value
}
