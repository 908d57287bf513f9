/** `50000,37`, `50000,5` or `50000,`: a comma is always there, and no point ever. */
export function readSwiftAmount(text: string): bigint | undefined {
  const [, whole, kobo = ''] = /^(\d{1,15}),(\d{0,2})$/.exec(text) ?? []
  return whole === undefined ? undefined : BigInt(whole + kobo.padEnd(2, '0'))
}
