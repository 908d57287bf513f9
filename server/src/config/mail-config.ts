import { type Environment, isSet, readMatching, readUrl, refuseSetting } from './setting.ts'
import { readRelyingParty, readSecretKey } from './shared-config.ts'

export type MailConfig = Readonly<{
  /** Decrypts the tokens of links. */
  mailKey: Buffer
  /** The site that links lead to. */
  origin: string
  smtp: Readonly<{
    host: string
    port: number
    /** TLS from the first byte. Otherwise the connection is upgraded before anything is sent. */
    isImplicitTls: boolean
    /** A mail server on this machine needs no TLS. */
    isPlain: boolean
    auth: Readonly<{ user: string; pass: string }> | undefined
    /** The address that mail comes from. */
    from: string
  }>
}>

/** Returns undefined if no mail server is configured. Mail waits until one is. */
export function readMailConfig(env: Environment): MailConfig | undefined {
  if (!isSet(env, 'SMTP_URL')) return undefined
  return {
    mailKey: readSecretKey(env, 'MAIL_SECRETS_KEY'),
    origin: readRelyingParty(env).origin,
    smtp: readSmtp(env),
  }
}

export type CaseHookConfig = Readonly<{ url: string; key: Buffer }>

/** Returns undefined if operators have no endpoint for notices about cases. */
export function readCaseHookConfig(env: Environment): CaseHookConfig | undefined {
  if (!isSet(env, 'CASE_NOTICES_URL')) return undefined
  const wanted = '"whsec_" and 32 bytes in base64 (create them with openssl rand -base64 32)'
  const secret = readMatching(env, 'CASE_NOTICES_SECRET', /^whsec_[A-Za-z0-9+/]{43}=$/, wanted)
  return { url: readUrl(env, 'CASE_NOTICES_URL'), key: Buffer.from(secret.slice('whsec_'.length), 'base64') }
}

/** `smtps://` has TLS from the first byte, on port 465. `smtp://` upgrades to TLS, on port 587, except to a server on this machine. */
function readSmtp(env: Environment): MailConfig['smtp'] {
  const { protocol, hostname, port, username, password } = new URL(readUrl(env, 'SMTP_URL'))
  const isImplicitTls = protocol === 'smtps:'
  if ((!isImplicitTls && protocol !== 'smtp:') || hostname === '') {
    refuseSetting('SMTP_URL', 'a URL such as smtps://user:password@mail.example.ng')
  }
  return {
    host: hostname,
    port: port === '' ? (isImplicitTls ? 465 : 587) : Number(port),
    isImplicitTls,
    isPlain: !isImplicitTls && ['127.0.0.1', 'localhost'].includes(hostname),
    auth:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    from: readMatching(env, 'MAIL_FROM', /^[^\s@<>]+@[^\s@<>]+$/, 'the address that mail comes from'),
  }
}
