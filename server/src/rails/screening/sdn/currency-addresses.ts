const MARK = /Digital Currency Address - [A-Z0-9]+ ([^\s;]+)/g

/** The wallet addresses that a remark names, whatever currency it names them for: one key serves many networks. */
export function currencyAddresses(remarks: string): string[] {
  return [...remarks.matchAll(MARK)].map((match) => plainAddress((match[1] ?? '').replace(/\.$/, '')))
}

/** In 0x… capital letters are a checksum; everywhere else they are part of the address. */
export function plainAddress(address: string): string {
  const trimmed = address.trim()
  return /^0x/i.test(trimmed) ? trimmed.toLowerCase() : trimmed
}
