/**
 * Returns the name of the cookie. With https, the prefix makes browsers refuse a cookie that another host or an unencrypted page set. Only a
 * stack on this machine has no https.
 */
function cookieName(origin: string): string {
  return isSecure(origin) ? '__Host-afara_session' : 'afara_session'
}

function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

/** Scripts cannot read it, and browsers send it only with requests that our own pages make. */
export function formatSessionCookie(origin: string, token: string, expiresAt: Date): string {
  return `${cookieName(origin)}=${token}; Path=/; Expires=${expiresAt.toUTCString()}${attributesOf(origin)}`
}

export function formatEndedCookie(origin: string): string {
  return `${cookieName(origin)}=; Path=/; Max-Age=0${attributesOf(origin)}`
}

function attributesOf(origin: string): string {
  return `; HttpOnly; SameSite=Strict${isSecure(origin) ? '; Secure' : ''}`
}

/** Returns the token in the cookie header, or undefined if there is none. */
export function readSessionCookie(header: string | undefined, origin: string): string | undefined {
  const start = `${cookieName(origin)}=`
  const found = (header ?? '').split(';').find((part) => part.trim().startsWith(start))
  return found?.trim().slice(start.length)
}
