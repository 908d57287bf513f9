/** Returns enough of a key to recognise it, but too little to use it. */
export function maskKey(key: string): string {
  const [, start] = /^((?:svc_(?:live|test)_[a-z0-9]{1,8}_)|whsec_)/.exec(key) ?? []
  if (start === undefined) return '…'
  return `${start}…${key.slice(-4)}`
}

/** Masks all keys in a text, for errors and logs that may quote a request. */
export function maskKeysIn(text: string): string {
  return text.replaceAll(/svc_(?:live|test)_[A-Za-z0-9_]{12,}/g, (key) => maskKey(key))
}
