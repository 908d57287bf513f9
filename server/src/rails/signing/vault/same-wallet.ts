/** Whether two spellings are one wallet: where addresses are hexadecimal, large and small letters are the same, and nowhere else. */
export function isSameWallet(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
