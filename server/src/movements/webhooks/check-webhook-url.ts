import { isIP } from 'node:net'
import type { Mode } from '../../kernel/mode.ts'

/** Addresses to which webhooks may be sent in addition to the public internet. */
export type WebhookWalls = Readonly<{
  /** A local stack allows test endpoints on the same machine. Live mode never does. */
  allowLoopback: boolean
  /** Ports of this machine that we use. They are refused even if loopback is allowed. */
  ownPorts?: readonly number[]
}>

export type WebhookUrlProblem = Readonly<{ code: 'webhook_url_refused'; message: string }>

const MOST_CHARACTERS = 2_048
const FIRST_FREE_PORT = 1_024

/** Ports of services that are not web servers. Even a TLS handshake could be used to probe them. */
const SERVICE_PORTS: ReadonlySet<string> = new Set(
  (
    '1080 1433 1521 1719 1720 1723 2049 2181 2375 2376 2379 2380 3128 3306 3389 3659 4045 4190 5060 5061 5432 5672 ' +
    '5900 5984 6000 6379 6443 6566 6665 6666 6667 6668 6669 6679 6697 7001 8086 8500 9042 9092 9200 9300 10080 10250 ' +
    '10255 11211 15672 26257 27017 27018 50000'
  ).split(' '),
)

/** Domain endings without public names: reserved endings and those of private networks. */
const PRIVATE_ENDINGS: ReadonlySet<string> = new Set(
  (
    'localhost local localdomain internal intranet private corp home lan test example invalid onion alt arpa ' +
    'domain workgroup cluster docker consul'
  ).split(' '),
)

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/

/**
 * Returns why an endpoint cannot use this URL; undefined if it can. Makes no DNS request: a name is resolved and checked at every delivery,
 * because its address can change.
 */
export function checkWebhookUrl(
  text: string,
  mode: Mode,
  walls: WebhookWalls,
): WebhookUrlProblem | undefined {
  if (text.length > MOST_CHARACTERS)
    return no(`The URL has more than ${MOST_CHARACTERS} characters. Shorten it.`)
  // The URL parser silently drops tabs, line breaks and outer spaces, and treats a backslash as a slash.
  if (!/^[\u0021-\u005B\u005D-\u007E]+$/.test(text))
    return no(
      'Write the URL in plain ASCII without spaces or backslashes. Write a host name with other letters in its xn-- form.',
    )
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname === '')
    return no('This is not a complete URL. Send one such as https://hooks.example.com/afara.')
  if (url.username !== '' || url.password !== '')
    return no('Remove the user name and password. The signature shows that a message is ours.')
  if (text.includes('#')) return no('Remove the part after #. It is never sent.')
  if (walls.allowLoopback && mode === 'test' && isLoopbackHost(url.hostname)) return loopback(url, walls)
  return url.protocol === 'https:'
    ? (place(url.hostname) ?? port(url.port))
    : no('The URL must begin with https://.')
}

/** Returns whether this host is the local machine, as the URL parser writes it. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  )
}

function loopback(url: URL, { ownPorts = [] }: WebhookWalls): WebhookUrlProblem | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return no('The URL must begin with https://, or with http:// on this machine.')
  if (Number(url.port) < FIRST_FREE_PORT) return no(`On this machine, use port ${FIRST_FREE_PORT} or higher.`)
  return ownPorts.includes(Number(url.port)) ? no('Afara uses this port itself. Use another one.') : undefined
}

function place(hostname: string): WebhookUrlProblem | undefined {
  if (hostname.startsWith('[') || isIP(hostname) !== 0)
    return no('Use a host name. An IP address has no certificate that we accept.')
  const labels = hostname.split('.')
  const ending = labels.at(-1) ?? ''
  if (labels.length < 2 || hostname.length > 253 || labels.some((label) => !LABEL.test(label)))
    return no('Use the full name of a public host, such as hooks.example.com, without a dot at the end.')
  if (PRIVATE_ENDINGS.has(ending) || !/[a-z]/.test(ending))
    return no(`No public host name ends in .${ending}. Use one with a public DNS record.`)
  return undefined
}

function port(text: string): WebhookUrlProblem | undefined {
  if (text === '') return undefined
  if (Number(text) < FIRST_FREE_PORT) return no(`Use port 443, or port ${FIRST_FREE_PORT} or higher.`)
  return SERVICE_PORTS.has(text) ? no(`Port ${text} belongs to another service. Use 443 or 8443.`) : undefined
}

function no(message: string): WebhookUrlProblem {
  return { code: 'webhook_url_refused', message }
}
