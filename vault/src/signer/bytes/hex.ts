/** `0x…` in lower case. */
export function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Undefined unless every character counts: a hex parser that stops at the first odd one would sign half of what was meant. */
export function fromHex(text: string): Uint8Array | undefined {
  if (!/^0x(?:[0-9a-f][0-9a-f])*$/i.test(text)) return undefined
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}
