const OCTET_STRING = 0x04

/** The standard wraps a point in an OCTET STRING; some modules give it as it is. Length tells them apart. */
export function readPoint(value: Uint8Array, pointBytes: number): Uint8Array {
  if (value.length === pointBytes) return new Uint8Array(value)
  if (value.length === pointBytes + 2 && value[0] === OCTET_STRING && value[1] === pointBytes) {
    return new Uint8Array(value.subarray(2))
  }
  throw new Error(`a public key of ${value.length} bytes is none of this curve`)
}
