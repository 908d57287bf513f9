import type { Settings } from './read-settings.ts'

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
export function readMailConfig({ find, get }: Settings): MailConfig | undefined {
  const url = find('SMTP_URL')
  if (url === undefined) return undefined
  return {
    mailKey: get('MAIL_SECRETS_KEY'),
    origin: get('PEOPLE_ORIGIN').origin,
    smtp: { ...readSmtp(url), from: get('MAIL_FROM') },
  }
}

export type CaseHookConfig = Readonly<{ url: string; key: Buffer }>

/** Returns undefined if operators have no endpoint for notices about cases. */
export function readCaseHookConfig({ find, get }: Settings): CaseHookConfig | undefined {
  const url = find('CASE_NOTICES_URL')
  return url === undefined ? undefined : { url, key: get('CASE_NOTICES_SECRET') }
}

/** `smtps://` has TLS from the first byte, on port 465. `smtp://` upgrades to TLS, on port 587, except to a server on this machine. */
function readSmtp({ protocol, hostname, port, username, password }: URL): Omit<MailConfig['smtp'], 'from'> {
  const isImplicitTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: port === '' ? (isImplicitTls ? 465 : 587) : Number(port),
    isImplicitTls,
    isPlain: !isImplicitTls && ['127.0.0.1', 'localhost'].includes(hostname),
    auth:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  }
}
