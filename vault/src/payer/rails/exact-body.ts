/** JSON whose `amount` is this very text as a number: nothing in between that could round it. */
export function writeExactBody(amount: string, fields: Readonly<Record<string, string | boolean>>): string {
  return `{"amount":${amount},${JSON.stringify(fields).slice(1)}`
}
