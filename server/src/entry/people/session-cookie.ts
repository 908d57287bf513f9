/** `session` has the token of a session. `browser` tells the browser that asked for a link from others. */
type Cookie = 'session' | 'browser'

/** How long a browser keeps what tells it from others: a link works for ten minutes, and so does its code. */
const BROWSER_SECONDS = 20 * 60

/**
 * Returns the name of a cookie. With https, the prefix makes browsers refuse a cookie that another host or an unencrypted page set. Only a
 * stack on this machine has no https. There, hosts differ only by their ports, which cookies do not know, so the name has the port.
 */
function cookieName(origin: string, cookie: Cookie): string {
  if (isSecure(origin)) return `__Host-afara_${cookie}`
  const { port } = new URL(origin)
  return port === '' ? `afara_${cookie}` : `afara_${cookie}_${port}`
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

/** Scripts cannot read it, and browsers send it only with requests that our own pages make. */
export function formatSessionCookie(origin: string, token: string, expiresAt: Date): string {
  return `${cookieName(origin, 'session')}=${token}; Path=/; Expires=${expiresAt.toUTCString()}${attributesOf(origin)}`
}

export function formatBrowserCookie(origin: string, token: string): string {
  return `${cookieName(origin, 'browser')}=${token}; Path=/; Max-Age=${BROWSER_SECONDS}${attributesOf(origin)}`
}

export function formatEndedCookie(origin: string): string {
  return `${cookieName(origin, 'session')}=; Path=/; Max-Age=0${attributesOf(origin)}`
}

function attributesOf(origin: string): string {
  return `; HttpOnly; SameSite=Strict${isSecure(origin) ? '; Secure' : ''}`
}

/** Returns the token in the cookie header, or undefined if there is none. */
export function readSessionCookie(header: string | undefined, origin: string): string | undefined {
  return readCookie(header, cookieName(origin, 'session'))
}

export function readBrowserCookie(header: string | undefined, origin: string): string | undefined {
  return readCookie(header, cookieName(origin, 'browser'))
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  const found = (header ?? '').split(';').find((part) => part.trim().startsWith(start))
  return found?.trim().slice(start.length)
}
